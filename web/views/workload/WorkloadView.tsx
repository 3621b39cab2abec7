// The view of a workload of one's own: its text with what is wrong with it on the left, a lane of steps for each kind of
// tasks on the right. Props only; whatever the text says is shown as text.

import { type ComponentProps, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { TextEditor, type TextProblem } from '../../ui/TextEditor.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { textPieces } from './pieces.ts';
import { StepEditor } from './Steps.tsx';
import { Swimlanes } from './Swimlanes.tsx';
import type { SwimlaneList } from './swimlanes.ts';
import styles from './WorkloadView.module.css';
import { words } from './words.ts';

/** Characters of a text. */
const MOST = 256 * 1024;

export interface WorkloadViewProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onFile: (file: File) => void;
  readonly onExample: () => void;
  /** What was wrong with a file that was opened. */
  readonly fileProblem: string | undefined;
  readonly problem: TextProblem | undefined;
  readonly notes: readonly string[];
  /** The word with which what is refused can be left out. */
  readonly leaveOut: string | undefined;
  readonly onLeaveOut: (word: string) => void;
  /** Undefined: the text cannot run. */
  readonly lanes: SwimlaneList | undefined;
  /** This very text is what runs. */
  readonly isOnStage: boolean;
  /** Some workload of one's own runs. */
  readonly hasOwn: boolean;
  readonly isOpening: boolean;
  readonly onRun: () => void;
  readonly onBack: () => void;
}

function Bar(props: WorkloadViewProps) {
  const { problem, isOnStage, hasOwn, isOpening, onRun, onBack, onFile, onExample } = props;
  return (
    <div className={styles.bar}>
      <Button
        look="strong"
        disabled={problem !== undefined || isOnStage || isOpening}
        onClick={onRun}
      >
        {isOpening ? words.opening : isOnStage ? words.runs : words.run}
      </Button>
      <FileButton
        name={words.open}
        accept=".json,.txt,.gz,application/json,text/plain"
        onFile={onFile}
      >
        {words.open}
      </FileButton>
      <Button onClick={onExample}>{words.example}</Button>
      {hasOwn && (
        <Button disabled={isOpening} onClick={onBack}>
          {words.back}
        </Button>
      )}
    </div>
  );
}

function Problems(props: WorkloadViewProps & Pick<ComponentProps<typeof ProblemLine>, 'area'>) {
  const { problem, fileProblem, notes, leaveOut, onLeaveOut, area } = props;
  return (
    <div className={styles.problems} role="status" aria-label={words.problems}>
      {fileProblem !== undefined && <p>{fileProblem}</p>}
      {problem ? (
        <ProblemLine problem={problem} area={area}>
          {leaveOut !== undefined && (
            <>
              {' '}
              <Button onClick={() => onLeaveOut(leaveOut)}>{words.leaveOut(leaveOut)}</Button>
            </>
          )}
        </ProblemLine>
      ) : (
        <p className={styles.note}>
          {words.none} {words.hint}
        </p>
      )}
      {notes.length > 0 && (
        <details>
          <summary>{`${words.notes} (${notes.length})`}</summary>
          <ul>
            {notes.map((note) => (
              <li key={note}>{unbroken(note)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

export function WorkloadView(props: WorkloadViewProps) {
  const { text, onText, problem, lanes, onRun } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState(-1);
  const [last, setLast] = useState(lanes);
  if (lanes && lanes !== last) setLast(lanes);
  return (
    <section className={styles.view} aria-label={words.region}>
      <div className={styles.write}>
        <Bar {...props} />
        <TextEditor
          ref={area}
          name={words.text}
          most={MOST}
          text={text}
          piecesOf={textPieces}
          onText={onText}
          problem={problem}
          onRun={onRun}
          onCursor={setCursor}
        />
        <StepEditor
          text={text}
          cursor={cursor}
          onTake={(next, at) => {
            onText(next);
            setCursor(at);
            // When the text is in its place.
            requestAnimationFrame(() => {
              area.current?.focus();
              area.current?.setSelectionRange(at, at);
            });
          }}
        />
        <Problems {...props} area={area} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.did} aria-label={words.does} tabIndex={0}>
        <h2>{words.lanes}</h2>
        {!lanes && last && <p className={styles.note}>{words.stale}</p>}
        {last && <Swimlanes {...last} />}
        <p className={styles.note}>{words.kinds}</p>
      </section>
    </section>
  );
}
