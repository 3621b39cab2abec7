// Hints in levels: each is shown on request.

import { Button } from '../../ui/Button.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './Lab.module.css';
import { words } from './words.ts';

interface Props {
  readonly hints: readonly string[];
  /** How many are shown. */
  readonly shown: number;
  /** Asks for the next hint; undefined if no more may be shown. */
  readonly onNext: ((shown: number) => void) | undefined;
}

export function Hints({ hints, shown, onNext }: Props) {
  return (
    <>
      {hints.slice(0, shown).map((hint, at) => (
        <p key={hint} className={styles.hint}>
          <strong>{words.hint(at + 1, hints.length)}.</strong> {unbroken(hint)}
        </p>
      ))}
      {onNext && shown < hints.length && (
        <div>
          <Button onClick={() => onNext(shown + 1)}>{words.hint(shown + 1, hints.length)}</Button>
        </div>
      )}
    </>
  );
}
