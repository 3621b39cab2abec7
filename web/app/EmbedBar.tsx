// What an embedded stage has for a top bar: what is shown, and the way to the whole app. A chunk of its
// own.

import { recipeChunk } from '../stage/content.ts';
import { topBar } from '../stage/messages.ts';
import { type Session, useSession } from '../stage/session.ts';
import { useStageState } from '../stage/store.ts';
import { Button } from '../ui/Button.tsx';
import styles from './EmbedBar.module.css';

const words = { openWhole: 'Open in its own tab' };

async function openWhole({ opened }: Session): Promise<void> {
  const { recipeOf, hashOfRecipe } = await recipeChunk();
  const recipe = recipeOf(opened.recipe, { ...useStageState.getState(), embed: false });
  const { origin, pathname } = window.location;
  window.open(`${origin}${pathname}${hashOfRecipe(recipe)}`, '_blank', 'noopener');
}

export default function EmbedBar() {
  const session = useSession();
  return (
    <header className={styles.bar}>
      <h1 className={styles.title}>
        {topBar.brand}: {session.opened.scenario.title}
      </h1>
      <Button onClick={() => void openWhole(session)}>{words.openWhole}</Button>
    </header>
  );
}
