// The bar that says that a newer version of the page is ready: it loads on request and interrupts nothing.

import { Button } from '../ui/Button.tsx';
import styles from './UpdateBar.module.css';

const words = {
  text: 'A new version is available.',
  take: 'Reload',
  later: 'Later',
} as const;

export interface UpdateBarProps {
  readonly onTake: () => void;
  readonly onLater: () => void;
}

export function UpdateBar({ onTake, onLater }: UpdateBarProps) {
  return (
    <div className={styles.bar} role="status">
      <p>{words.text}</p>
      <Button onClick={onTake}>{words.take}</Button>
      <Button onClick={onLater}>{words.later}</Button>
    </div>
  );
}
