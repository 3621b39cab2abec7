// The view of a policy of one's own: its text with what is wrong with it on the left, what it did on the right. Props
// only; a policy's text is shown as text and nothing else.

import { type RefObject, useMemo, useRef } from 'react';
import type { PolicyCounts, PolicyFault } from '../../engine/policy.ts';
import type { CompiledPolicy } from '../../policy/compiled.ts';
import { type LineHeat, lineHeatOf } from '../../policy/heat.ts';
import { SOURCE_CHARACTERS } from '../../policy/limits.ts';
import type { Starter } from '../../policy/starters.ts';
import { formatTime } from '../../scenario/units.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Select } from '../../ui/Select.tsx';
import { goToLine, TextEditor, type TextHeat } from '../../ui/TextEditor.tsx';
import type { Problem } from './check.ts';
import { colouredPieces } from './colours.ts';
import { Did } from './Did.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import type { FirstStep } from './first-steps.ts';
import styles from './PolicyView.module.css';
import { RacePanel, type RaceProps } from './Race.tsx';
import { Vocabulary } from './Vocabulary.tsx';
import { words } from './words.ts';

export interface PolicyViewProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly starters: readonly Starter[];
  /** The policy that the recipe on stage brings. */
  readonly onStage: string | undefined;
  readonly problem: Problem | undefined;
  /** The variant that it becomes. */
  readonly own: 'C' | 'D';
  /** Whether the scenario has as many variants as there may be: then none can run here. */
  readonly isFull: boolean;
  /** What that one runs now, on stage. */
  readonly runs: string | undefined;
  /** The text of a link that has not been run here yet. */
  readonly waits: string | undefined;
  readonly isOpening: boolean;
  readonly onRun: () => void;
  readonly compiled: CompiledPolicy | undefined;
  readonly counts: PolicyCounts | undefined;
  /** The policy on stage against A, seed by seed; undefined: there is none. */
  readonly race: RaceProps | undefined;
  readonly onFault: (fault: PolicyFault) => void;
  readonly onStep: (step: FirstStep) => void;
}

const stageKey = '(stage)';

function Bar(props: PolicyViewProps) {
  const { text, onText, starters, onStage, problem, own, isFull, runs, isOpening, onRun } = props;
  const known = starters.find(({ source }) => source === text);
  const offers = [
    ...(known ? [] : [{ key: '', label: words.choose }]),
    ...(onStage === undefined ? [] : [{ key: stageKey, label: words.onStage }]),
    ...starters.map(({ id, title }) => ({ key: id, label: title })),
  ];
  const take = (key: string) => {
    const source = key === stageKey ? onStage : starters.find(({ id }) => id === key)?.source;
    if (source !== undefined) onText(source);
  };
  const isRunning = runs === text;
  return (
    <div className={styles.bar}>
      <Select name={words.startFrom} offers={offers} value={known?.id ?? ''} onChange={take} />
      <Button
        look="strong"
        className={styles.run}
        data-side={own}
        disabled={problem !== undefined || isRunning || isOpening || isFull}
        onClick={onRun}
      >
        {isOpening ? words.opening : isRunning ? words.runs(own) : words.run(own)}
      </Button>
      {runs !== undefined && !isRunning && <span className={styles.note}>{words.before(own)}</span>}
    </div>
  );
}

function Problems({
  problem,
  area,
}: {
  readonly problem: Problem | undefined;
  readonly area: RefObject<HTMLTextAreaElement | null>;
}) {
  return (
    <div className={styles.problems} role="status" aria-label={words.problems}>
      {problem ? (
        <ProblemLine problem={problem} area={area} />
      ) : (
        <p className={styles.note}>
          {words.none} {words.hint}
        </p>
      )}
    </div>
  );
}

/** Behind the numbers of lines: how long calls waited there, of the line where they waited longest. */
function gutterOf(heat: readonly LineHeat[]): ReadonlyMap<number, TextHeat> {
  const most = Math.max(1, ...heat.map(({ waited }) => waited));
  const of = ({ line, runs, waited }: LineHeat): [number, TextHeat] => [
    line,
    { share: waited / most, title: words.heatOf(runs.toLocaleString('en-US'), formatTime(waited)) },
  ];
  return new Map(heat.map(of));
}

export function PolicyView(props: PolicyViewProps) {
  const { text, onText, problem, own, isFull, waits, onRun, compiled, counts, race, onFault } =
    props;
  const area = useRef<HTMLTextAreaElement>(null);
  const heat = useMemo(
    () => (compiled && counts ? lineHeatOf(compiled, counts) : []),
    [compiled, counts],
  );
  // The counts belong to the text that runs; an edited text has none.
  const shown = compiled?.source === text ? heat : [];
  return (
    <section className={styles.view} aria-label={words.region}>
      <div className={styles.write}>
        <Bar {...props} />
        {isFull && (
          <p className={styles.waits} role="note">
            {words.full}
          </p>
        )}
        {waits !== undefined && (
          <p className={styles.waits} role="note">
            {words.waits(waits.trimEnd().split('\n').length, own)}
          </p>
        )}
        <TextEditor
          ref={area}
          name={words.text}
          most={SOURCE_CHARACTERS}
          text={text}
          piecesOf={colouredPieces}
          onText={onText}
          problem={problem}
          onRun={onRun}
          heat={gutterOf(shown)}
        />
        <Problems problem={problem} area={area} />
      </div>
      <Did
        compiled={compiled}
        counts={counts}
        heat={shown}
        onLine={(line) => goToLine(area.current, line)}
        onFault={onFault}
      >
        {race && <RacePanel {...race} />}
        <FirstSteps onStep={props.onStep} />
        <Vocabulary open={counts === undefined} />
      </Did>
    </section>
  );
}
