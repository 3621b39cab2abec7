// The button that forks the past at the playhead, and the dialog that asks what to change. What is
// wrong with an answer is said in place; the scene stays as it is until the fork can be opened.

import { type FormEvent, useId, useRef, useState } from 'react';
import { ScenarioError } from '../../scenario/error.ts';
import { kernelCpuList } from '../../scenario/topology.ts';
import { ENABLED, type Tunable, tunablesOf } from '../../scenario/tunables.ts';
import { hasTrait } from '../../scenario/workloads.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { type Session, useSession, variantOn } from '../../stage/session.ts';
import { choose, useStageState, variantsOn } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, type DialogHandle } from '../../ui/Dialog.tsx';
import { messageOf } from '../../ui/errors.ts';
import { Segments } from '../../ui/Segments.tsx';
import { SelectBox } from '../../ui/SelectBox.tsx';
import styles from './ForkDialog.module.css';
import { type ChangedFields, openFork } from './fork.ts';
import { words } from './fork-words.ts';

type Kind = keyof typeof words.kinds;

/** What the form holds, as typed. */
interface Answers {
  readonly task: string;
  readonly cpu: string;
  readonly cpus: string;
  readonly limit: keyof typeof words.limits;
  readonly pages: string;
  /** By its key; what the kernel does not have counts as the first it has. */
  readonly tunable: string;
  readonly value: string;
}

/** The tunables of the kernel that the fork begins from. */
const tunablesOn = ({ opened }: Session, side: VariantId): readonly Tunable[] => {
  const variant = variantOn(opened, side);
  const { interventions = [] } = opened.recipe;
  const isSwitched = side === 'C' && interventions.some(({ set }) => Object.hasOwn(set, ENABLED));
  return variant ? tunablesOf(opened, variant.kernel, isSwitched) : [];
};

export default function ForkButton() {
  const [open, setOpen] = useState(false);
  const begin = () => {
    choose({ playing: false });
    setOpen(true);
  };
  return (
    <>
      <Button title={words.buttonHint} aria-haspopup="dialog" onClick={begin}>
        {words.button}
      </Button>
      {open && <ForkDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The CPUs of a node, as a list. */
const cpusOfNode = ({ opened }: Session, node: number): string =>
  kernelCpuList(opened.machine.node.flatMap((each, cpu) => (each === node ? [cpu] : [])));

function firstAnswers(session: Session): Answers {
  const { task, cpu } = useStageState.getState().selection;
  const { cpus } = session.opened.machine;
  return {
    task: String(task ?? cpus),
    cpu: String(cpu ?? 0),
    cpus: cpusOfNode(session, 0),
    limit: 'batch',
    pages: '100',
    tunable: '',
    value: '',
  };
}

const chosenOf = (tunables: readonly Tunable[], { tunable }: Answers): Tunable =>
  tunables.find(({ key }) => key === tunable) ?? tunables[0]!;

/** An answer as a recipe says it. A number stays text where it is none: the recipe says what is wrong. */
function changedBy(kind: Kind, answers: Answers, tunables: readonly Tunable[]): ChangedFields {
  const { task, cpu, cpus, limit, pages } = answers;
  if (kind === 'pin') return { [`task.${task.trim()}.cpus`]: cpu.trim() };
  if (kind === 'restrict') return { 'tasks.cpus': cpus.replaceAll(' ', '') };
  if (kind === 'tunable') return { [chosenOf(tunables, answers).key]: answers.value.trim() };
  return { [`kernel.page_lists.${limit}`]: pages.trim() };
}

/** The runs on stage; what was recorded is none. */
function useForkable({ recorded }: Session): readonly VariantId[] {
  const runs = variantsOn(useStageState((state) => state.stage)).filter(
    (side) => side !== recorded,
  );
  return runs.length > 0 ? runs : ['A'];
}

function ForkDialog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession();
  const { opened, playback } = session;
  const sides = useForkable(session);
  const dialog = useRef<DialogHandle>(null);
  const [side, setSide] = useState<VariantId>(sides[0]!);
  const [asked, setKind] = useState<Kind>('pin');
  const [answers, setAnswers] = useState(() => firstAnswers(session));
  const [problem, setProblem] = useState('');
  const [isOpening, setOpening] = useState(false);
  const title = words.title(playback.time);
  const tunables = tunablesOn(session, side);
  const kinds: readonly Kind[] = [
    ...(['pin', 'restrict'] as const),
    ...(hasTrait(opened.scenario.workload.name, 'page-lists') ? (['lists'] as const) : []),
    ...(tunables.length > 0 ? (['tunable'] as const) : []),
  ];
  const kind = kinds.includes(asked) ? asked : 'pin';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem('');
    setOpening(true);
    const outcome = await openFork(session, side, changedBy(kind, answers, tunables));
    setOpening(false);
    if (outcome.kind === 'opened') dialog.current?.close();
    if (outcome.kind !== 'refused') return;
    const text = problemOf(outcome.error);
    // It may be gone: another scene has come by then.
    if (dialog.current) setProblem(text);
    else choose({ notice: { tone: 'problem', text } });
  };
  return (
    <Dialog
      name={title}
      heading="own"
      handle={dialog}
      className={styles.dialog}
      busy={isOpening}
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <h2>{title}</h2>
        <p>
          {words.what} {session.recorded && words.notOfTrace}
        </p>
        <Segments
          name={words.from}
          values={sides}
          value={side}
          label={(each) => words.side(each, variantOn(opened, each)?.label ?? '')}
          onChange={setSide}
        />
        <Segments
          name={words.change}
          values={kinds}
          value={kind}
          label={(each) => words.kinds[each]}
          onChange={setKind}
        />
        {kind === 'tunable' ? (
          <TunableFields side={side} answers={answers} onAnswers={setAnswers} />
        ) : (
          <Fields kind={kind} answers={answers} onAnswers={setAnswers} />
        )}
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <div className={styles.buttons}>
          <button type="submit" className={styles.run} disabled={isOpening}>
            {isOpening ? words.opening : words.run}
          </button>
          <Button disabled={isOpening} onClick={() => dialog.current?.close()}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function problemOf(error: unknown): string {
  if (!(error instanceof ScenarioError)) return messageOf(error);
  // The number of the intervention means nothing to a reader with one form.
  const path = error.path
    .replace(/^interventions\[\d+\]\.(set)?/, '')
    .replace(/^\["(.*)"\]$/, '$1');
  return words.problem(path, error.problem, error.remedy);
}

interface FieldsProps {
  readonly kind: Kind;
  readonly answers: Answers;
  readonly onAnswers: (answers: Answers) => void;
}

function Fields({ kind, answers, onAnswers }: FieldsProps) {
  const session = useSession();
  const text = (name: 'task' | 'cpu' | 'cpus' | 'pages', label: string, isList = false) => (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        type="text"
        inputMode={isList ? 'text' : 'numeric'}
        value={answers[name]}
        onChange={(event) => onAnswers({ ...answers, [name]: event.target.value })}
      />
    </label>
  );
  if (kind === 'pin') {
    return (
      <div className={styles.fields}>
        {text('task', words.task)}
        {text('cpu', words.cpu)}
      </div>
    );
  }
  if (kind === 'restrict') {
    const nodes = Array.from({ length: session.opened.machine.nodes }, (_, node) => node);
    return (
      <div className={styles.fields} title={words.cpusHint}>
        {text('cpus', words.cpus, true)}
        {nodes.slice(0, 8).map((node) => (
          <Button
            key={node}
            onClick={() => onAnswers({ ...answers, cpus: cpusOfNode(session, node) })}
          >
            {words.node(node)}
          </Button>
        ))}
      </div>
    );
  }
  return (
    <div className={styles.fields}>
      <Segments
        name={words.limit}
        values={['batch', 'high'] as const}
        value={answers.limit}
        label={(each) => words.limits[each]}
        onChange={(limit) => onAnswers({ ...answers, limit })}
      />
      {text('pages', words.pages)}
    </div>
  );
}

interface TunableFieldsProps extends Omit<FieldsProps, 'kind'> {
  readonly side: VariantId;
}

function TunableFields({ side, answers, onAnswers }: TunableFieldsProps) {
  const session = useSession();
  const { opened } = session;
  const tunables = tunablesOn(session, side);
  const hint = useId();
  const { key, unit, least, most, start } = chosenOf(tunables, answers);
  const { kernel } = variantOn(opened, side)!;
  return (
    <div className={styles.fields}>
      <label className={styles.field}>
        <span>{words.tunable}</span>
        <SelectBox
          offers={tunables.map((each) => ({ key: each.key, label: words.tunableName(each.key) }))}
          value={key}
          onChange={(tunable) => onAnswers({ ...answers, tunable })}
        />
      </label>
      <label className={styles.field}>
        <span>{words.value(unit)}</span>
        <input
          type="text"
          inputMode="numeric"
          aria-describedby={hint}
          value={answers.value}
          onChange={(event) => onAnswers({ ...answers, value: event.target.value })}
        />
      </label>
      <p id={hint} className={styles.hint}>
        {words.range(start(kernel, opened.machine.cpus), least, most)}
      </p>
    </div>
  );
}
