// Checks that what a step points at is on the machines at its moment, and that the event at which it begins
// happens: found by replay in a run of the story, as the page finds it. step-marks.test.ts says which stories are
// checked.

import { TASK } from '../../web/engine/abi.gen.ts';
import { decodeFrame } from '../../web/engine/frame.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import { withKindNames } from '../../web/engine/task-names.ts';
import type { Catalog, Frame } from '../../web/engine/types.ts';
import { legendEntries } from '../../web/scenario/colouring.ts';
import { buildDefinition, loadScenario, type OpenedScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { type ArcKind, type Pointer, pointerOf, pointersIn } from '../../web/scenario/pointer.ts';
import type { Step } from '../../web/scenario/step-schema.ts';
import { cpusInStep } from '../../web/stage/first-sight.ts';
import type { StageStep } from '../../web/stage/stage-content.ts';
import { stageOf } from '../../web/stage/stage-of.ts';
import { pointerMeaning } from '../../web/views/topology/layers/ring/places.ts';
import { openModule } from '../runs/measured.ts';

const reader = nodeReader('scenarios');

/** What a step points at, as it is written. */
export const targetsOf = ({ text, watch = '', meets = '', focus }: Step): string[] => [
  ...[text, watch, meets].flatMap(pointersIn),
  ...(focus === undefined ? [] : [focus]),
];

/** Marks that a mechanism alone draws, and which ones do. */
const drawnBy: Readonly<Record<string, readonly string[]>> = {
  list: ['page-lists'],
  gate: ['page-lists'],
  mask: ['cpupri'],
};

/** Moves that a count of tasks has; a mechanism that draws the last one has it from its decision. */
const countedIn: Readonly<Record<ArcKind, 'wakeups' | 'migrations' | undefined>> = {
  ...{ wake: 'wakeups', fork: undefined },
  ...{ push: 'migrations', pull: 'migrations', balance: 'migrations' },
};

/** Whether a run up to this moment has moves of a kind. */
function hasMoved(of: ArcKind, { tasks }: Frame): boolean {
  const counted = countedIn[of];
  // A task that begins counts as woken.
  const least = counted === 'wakeups' ? 2 : 1;
  return counted === undefined || tasks[counted].some((count) => count >= least);
}

interface Moment {
  readonly catalog: Catalog;
  readonly frame: Frame;
  readonly step: StageStep;
}

/** Whether a task is there, in the part of the machine that the step shows. */
function isSeen(task: number, { catalog, frame, step }: Moment): boolean {
  const { state, cpu, runtime } = frame.tasks;
  if (state[task] === TASK.NEW || !(runtime[task]! > 0)) return false;
  return cpusInStep(step, catalog)?.has(cpu[task]!) ?? true;
}

/** Why a mark is not on a machine; undefined: it is. */
export function absence(pointer: Pointer, moment: Moment): string | undefined {
  const { catalog, step } = moment;
  const { cpus, llcs, nodes, core: cores, package: sockets } = catalog.topology;
  const seen = cpusInStep(step, catalog);
  const within = (number: number, count: number) =>
    number < count ? undefined : `the machine has ${count}`;
  const most = (column: ArrayLike<number>) => Math.max(...Array.from(column)) + 1;
  const layers = drawnBy[pointer.kind];
  if (layers && !layers.includes(step.layer ?? '')) return `${layers.join(' or ')} is not shown`;
  const { line, locks = [], tasks } = pointerMeaning(catalog, pointer);
  switch (pointer.kind) {
    case 'cpu':
    case 'list':
      if (seen && !seen.has(pointer.number)) return 'the step shows another part of the machine';
      return within(pointer.number, cpus);
    case 'core':
      return within(pointer.number, most(cores));
    case 'llc':
      return within(pointer.number, llcs);
    case 'node':
      return within(pointer.number, nodes);
    case 'socket':
      return within(pointer.number, most(sockets));
    case 'ribbon':
      return within(Math.max(pointer.from, pointer.to), pointer.of === 'llc' ? llcs : nodes);
    case 'task':
    case 'role':
      return tasks?.some((task) => isSeen(task, moment)) ? undefined : 'no such task is there';
    case 'line':
    case 'field':
      return line === undefined ? 'the layout has no such line' : undefined;
    case 'lock':
      return locks.length > 0 ? undefined : 'there is no such lock';
    case 'arcs':
      return hasMoved(pointer.of, moment.frame) ? undefined : `no task has moved by ${pointer.of}`;
    case 'legend':
      return legendEntries.some((entry) => entry === pointer.id) ? undefined : 'the key has none';
    default:
      return undefined;
  }
}

/** A variant of the story, whose run is looked into and not run to its end. */
async function open(opened: OpenedScenario, variant: string) {
  const { duration, program } = opened;
  const definition = buildDefinition(opened, variant);
  const core = () => openModule('native');
  const run = new Simulation(await core(), await core(), definition, { duration, reader: core });
  const kinds = program?.kinds.map(({ name }) => name);
  const catalog = kinds ? withKindNames(run.catalog(), kinds) : run.catalog();
  return { run, catalog };
}

/** What is wrong with the moments and marks of a story at a seed; `told` in place of its own steps. */
export async function strayMarks(name: string, seed: number, told?: readonly Step[]) {
  const opened = await loadScenario(name, reader, [{ path: 'seed', value: seed }]);
  const own = { ...opened.scenario, steps: [...(told ?? opened.scenario.steps ?? [])] };
  const story = { ...opened, scenario: own };
  const { steps } = stageOf(story);
  const runs = new Map<string, Awaited<ReturnType<typeof open>>>();
  const runOf = async (variant: string) => {
    const run = runs.get(variant) ?? (await open(story, variant));
    runs.set(variant, run);
    return run;
  };
  const faults: string[] = [];
  for (const [at, step] of steps.entries()) {
    const where = `step ${at + 1} at seed ${seed}`;
    const { event } = step;
    const line = event?.kind === 'store' ? step.line : undefined;
    const found = event && (await (await runOf(event.variant ?? 'A')).run.find({ ...event, line }));
    if (event && !found) faults.push(`${where}: no ${event.kind} is found`);
    const time = found?.begin ?? step.at ?? opened.start;
    for (const target of targetsOf(own.steps[at]!)) {
      const pointer = pointerOf(target)!;
      const meant = pointer.side ? [pointer.side] : (step.stage?.split(' | ') ?? ['A', 'B']);
      const sides = meant.filter((id) => own.variants.some((each) => each.id === id));
      const reasons: string[] = [];
      for (const side of sides) {
        const { run, catalog } = await runOf(side);
        const frame = decodeFrame((await run.frameAt(time))!);
        const reason = absence(pointer, { catalog, frame, step });
        if (reason === undefined) break;
        reasons.push(`${side}: ${reason}`);
      }
      const isNowhere = reasons.length === sides.length;
      if (isNowhere) faults.push(`${where}: ${target} is not on stage (${reasons.join('; ')})`);
    }
  }
  for (const { run } of runs.values()) run.dispose();
  return faults;
}
