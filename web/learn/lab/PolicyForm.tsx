// The place where a lab's policy is written: the text, what is wrong with it as one types, and what it has to reach.

import { useMemo, useRef, useState } from 'react';
import { SOURCE_CHARACTERS } from '../../policy/limits.ts';
import type { PolicyAsk } from '../../scenario/lab/ask-schema.ts';
import type { GivenAnswer } from '../../scenario/lab/judge.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { TextEditor } from '../../ui/TextEditor.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { problemOf } from '../../views/policy/check.ts';
import { colouredPieces } from '../../views/policy/colours.ts';
import { Vocabulary } from '../../views/policy/Vocabulary.tsx';
import { Checks } from './Checks.tsx';
import styles from './Lab.module.css';
import { words } from './words.ts';

interface Props {
  readonly ask: PolicyAsk;
  /** The text to begin with. */
  readonly begins: string;
  readonly busy: boolean;
  readonly onSay: (said: GivenAnswer) => void;
}

export default function PolicyForm({ ask, begins, busy, onSay }: Props) {
  const [text, setText] = useState(begins);
  const area = useRef<HTMLTextAreaElement>(null);
  const problem = useMemo(() => problemOf(text), [text]);
  const run = () => {
    if (!busy && !problem) onSay(text);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <p>{unbroken(ask.question)}</p>
      <Checks checks={ask.checks} />
      <div className={styles.editor}>
        <TextEditor
          ref={area}
          name={words.policy}
          most={SOURCE_CHARACTERS}
          text={text}
          piecesOf={colouredPieces}
          onText={setText}
          problem={problem}
          onRun={run}
        />
      </div>
      <div role="status">{problem && <ProblemLine problem={problem} area={area} />}</div>
      <p className={styles.note}>{words.policyHint(ask.at)}</p>
      <Vocabulary />
      <div className={styles.buttons}>
        <Button type="submit" look="strong" disabled={busy || problem !== undefined}>
          {words.runPolicy}
        </Button>
      </div>
    </form>
  );
}
