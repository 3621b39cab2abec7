// The choice of language beside a story: offered where another one tells it.

import LanguageSelect from '../../stage/LanguageSelect.tsx';
import { useSession } from '../../stage/session.ts';

export default function LanguageOfStory() {
  const { name, chapter, recipe } = useSession().opened;
  const folder = chapter.home?.folder;
  // On another machine no story is told (scenario/other-machine.ts).
  if (!folder || !name?.startsWith(`${folder}/`) || recipe.machine !== undefined) return null;
  return <LanguageSelect folder={folder} story={name.slice(folder.length + 1)} />;
}
