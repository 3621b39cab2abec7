// What a speaker sees of the talk itself: large buttons for a pointer, and the black screen. What the
// buttons do is the caller's business; the keys are in keys.ts.

import { Button } from '../ui/Button.tsx';
import type { TalkCommand } from './keys.ts';
import styles from './TalkBar.module.css';
import type { Walk } from './walk.ts';
import { words } from './words.ts';

export interface TalkBarProps {
  readonly title: string;
  readonly walk: Walk;
  readonly shots: number;
  readonly onCommand: (command: TalkCommand) => void;
}

const buttons = [
  ['previous', 'PageUp'],
  ['next', 'PageDown'],
  ['black', 'B'],
  ['reset', 'Home'],
  ['leave', 'Escape'],
] as const;

export function TalkBar({ title, walk, shots, onCommand }: TalkBarProps) {
  return (
    <nav className={styles.bar} aria-label={words.region}>
      <h1 className={styles.title}>{title}</h1>
      <span className={styles.shot} role="status">
        {walk.isBlack ? words.blackScreen : words.shot(walk.shot + 1, shots)}
      </span>
      {buttons.map(([command, shortcut]) => (
        <Button
          key={command}
          className={styles.large}
          aria-label={words[command]}
          title={words[command]}
          aria-keyshortcuts={shortcut}
          aria-pressed={command === 'black' ? walk.isBlack : undefined}
          onClick={() => onCommand(command)}
        >
          {words.short[command]}
        </Button>
      ))}
      {walk.isBlack && <div className={styles.black} data-testid="black" aria-hidden="true" />}
    </nav>
  );
}
