// A workload in the short form, where that can say all of it: what an editor shows of one that came by a link. What
// says more is written as JSON.

import type { ResourceForm, TaskForm, WorkloadForm } from '../../../scenario/program/schema.ts';
import { readShort } from './short.ts';

/** The short form, or the long one as text. */
export function writtenWorkload(form: WorkloadForm): string {
  return shortOf(form) ?? `${JSON.stringify(form, null, 2)}\n`;
}

/** Undefined where the short form could not say it all. */
function shortOf(form: WorkloadForm): string | undefined {
  const { tasks, duration, resources = [] } = form;
  const isPlain =
    (form.turn_ns ?? TURN) === TURN &&
    !form.cumulative_slack &&
    form.title === undefined &&
    (form.not_modelled ?? []).length === 0 &&
    resources.every(({ kind, pi }) => kind === 'field' || (kind === 'mutex' && pi));
  const pi = new Set(resources.filter(({ kind }) => kind === 'mutex').map(({ name }) => name));
  const lines = tasks.map((task) => lineOf(task, pi));
  if (!isPlain || lines.some((line) => line === undefined)) return undefined;
  const structures = structuresOf(resources);
  const before = `duration ${(duration ?? '2s').replace(' ', '')}`;
  const text = `${[before, ...structures, ...lines].join('\n')}\n`;
  return saysTheSame(text, form) ? text : undefined;
}

const TURN = 100;

/** As pahole prints them, so that every field lies where it does; twice where it is said where fields are moved to. */
function structuresOf(resources: readonly ResourceForm[]): string[] {
  const fields = resources.filter(({ kind }) => kind === 'field');
  if (fields.length === 0) return [];
  const name = fields[0]!.of ?? 'shared';
  const written = (place: 'at' | 'moved') => [
    `struct ${name} {`,
    ...[...fields]
      .sort((one, other) => (one[place] ?? 0) - (other[place] ?? 0))
      .map(
        (field) =>
          `  ${typeOf(field)} ${field.name}; /* ${field[place] ?? 0} ${field.bytes ?? 8} */`,
      ),
    '};',
  ];
  const isMoved = fields.every(({ moved }) => moved !== undefined);
  return [...written('at'), ...(isMoved ? written('moved') : [])];
}

const typeOf = ({ bytes = 8 }: ResourceForm): string =>
  ({ 1: 'char', 2: 'short', 4: 'int', 8: 'long' })[bytes] ?? 'char';

function lineOf(task: TaskForm, pi: ReadonlySet<string>): string | undefined {
  const [phase, ...more] = task.phases;
  if (!phase || more.length > 0 || phase.log === false) return undefined;
  const once = phase.loops ?? 1;
  const all = task.loops ?? 0;
  // Loops of the task or of its phase: the same where one of them is 1.
  const loops = once === 1 ? all : all === 1 ? once : undefined;
  if (loops === undefined) return undefined;
  const steps = phase.steps.join('; ');
  const { policy = 'other', nice, rt, cpus, memory = {}, start, count = 1 } = task;
  const words = [
    task.name,
    count !== 1 && `x${count}`,
    nice !== undefined && nice !== 0 && `nice ${nice}`,
    (policy === 'fifo' || policy === 'rr') && `${policy} ${rt ?? 10}`,
    (policy === 'batch' || policy === 'idle') && policy,
    cpus !== undefined && `on ${cpus}`,
    memory.private !== undefined && `mem ${memory.private}`,
    memory.shared !== undefined && `share ${memory.shared}`,
    memory.process !== undefined && `as ${memory.process}`,
    start !== undefined && start !== 'forked' && `at ${start.replace(' ', '')}`,
    loops > 0 && `loops ${loops}`,
    [...steps.matchAll(/lock (\S+?)(?:;|$)/g)].some(([, name]) => pi.has(name!)) && 'pi',
  ].filter((word) => typeof word === 'string');
  return `${words.join(' ')} : ${steps}`;
}

/** What the text is read as makes the same tasks. */
function saysTheSame(text: string, form: WorkloadForm): boolean {
  try {
    const read = readShort(text);
    const fields = ({ resources = [] }: WorkloadForm) =>
      JSON.stringify(
        resources
          .filter(({ kind }) => kind === 'field')
          .map(({ name, at, moved }) => [name, at, moved]),
      );
    if (fields(read) !== fields(form)) return false;
    return read.tasks.every(({ name, phases }, at) => {
      const task = form.tasks[at]!;
      return name === task.name && phases[0]!.steps.join('; ') === task.phases[0]!.steps.join('; ');
    });
  } catch {
    return false;
  }
}
