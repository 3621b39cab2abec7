// The search in the top bar of the stage.

import { choose, useStageState } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './SearchButton.module.css';
import { words } from './words.ts';

export default function SearchButton() {
  const open = useStageState((state) => state.search);
  return (
    <Button
      aria-label={words.title}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => choose({ search: true })}
    >
      {words.title} <kbd className={styles.key}>{words.key}</kbd>
    </Button>
  );
}
