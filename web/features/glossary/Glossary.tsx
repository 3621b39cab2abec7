// The glossary over the page, with what is chosen in it kept where the rest of the choice is.

import GlossaryDialog from '../../learn/glossary/GlossaryDialog.tsx';
import { choose, useStageState } from '../../stage/store.ts';

export default function Glossary() {
  const term = useStageState((state) => state.glossary ?? '');
  return (
    <GlossaryDialog
      term={term}
      onTerm={(glossary) => choose({ glossary })}
      onClose={() => choose({ glossary: undefined })}
    />
  );
}
