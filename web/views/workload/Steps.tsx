// Completion for the word that is being written: the steps that begin so, how each is written, and the press that puts
// one in.

import { forms, verbs } from '../../scenario/program/steps.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './WorkloadView.module.css';

/** Steps that are offered at once. */
const OFFERS = 6;

/** Characters before the cursor that are looked at. */
const LOOKED = 200;

/** The word before the cursor, where a step may stand; undefined elsewhere. */
export function wordAt(text: string, cursor: number): string | undefined {
  const before = text.slice(Math.max(0, cursor - LOOKED), cursor);
  const found = /(?:^|[:;"])[ \t]*([a-z]*)$/.exec(before)?.[1];
  return before.slice(before.lastIndexOf('\n') + 1).trim() === (found ?? '') ? undefined : found;
}

export function StepEditor({
  text,
  cursor,
  onTake,
}: {
  readonly text: string;
  readonly cursor: number;
  /** The text with the step put in, and where the cursor is then. */
  readonly onTake: (text: string, cursor: number) => void;
}) {
  const word = wordAt(text, cursor);
  const offers =
    word === undefined ? [] : verbs.filter((verb) => verb.startsWith(word)).slice(0, OFFERS);
  const take = (verb: string) => {
    const begin = cursor - word!.length;
    onTake(`${text.slice(0, begin)}${verb} ${text.slice(cursor)}`, begin + verb.length + 1);
  };
  if (offers.length === 0) return null;
  return (
    <div className={styles.offers}>
      {offers.map((verb) => (
        <Button key={verb} title={forms[verb]} onClick={() => take(verb)}>
          {verb}
        </Button>
      ))}
      {offers.length === 1 && <span className={styles.note}>{forms[offers[0]!]}</span>}
    </div>
  );
}
