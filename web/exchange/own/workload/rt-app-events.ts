// One event of rt-app, a key of a phase with its value, as a step of our own form. The kind of an event is how its key
// begins, tested in rt-app's own order.

import { ScenarioError } from '../../../scenario/index.ts';
import type { ReaderNotes } from '../notes.ts';
import type { Leaving } from './left-out.ts';
import type { LooseEntry, LooseObject } from './loose-json.ts';
import {
  find,
  type LegalNames,
  objectOf,
  sourcePlace,
  textAt,
  textOfEntry,
  wholeNumber,
} from './rt-app-values.ts';

/** What events ask of the whole file. */
export interface EventWorld {
  readonly notes: ReaderNotes;
  readonly leaving: Leaving;
  readonly names: LegalNames;
  /** Bytes of a thread's buffer. */
  readonly buffer: number;
  readonly device: string;
  /** Names that some resume names, as the file writes them. */
  readonly resumed: ReadonlySet<string>;
  /** Timers by name: whether some use is absolute, and which tasks rely on the name that stands for none. */
  readonly absolute: ReadonlySet<string>;
  readonly unnamedTimers: Set<string>;
  /** References to barriers by name, of all threads. */
  readonly barriers: Map<string, number>;
}

/** The task whose events they are, and what they make it touch. */
export interface EventTask {
  readonly name: string;
  readonly instances: number;
  privateBytes: number;
  sharedBytes: number;
  /** Buffers counted already. */
  readonly buffers: Set<string>;
}

/** How the keys of events begin, in the order in which rt-app tests them. */
const prefixes = [
  'runtime',
  'run',
  'sleep',
  'memrun',
  'mem',
  'iorun',
  'lock',
  'unlock',
  'signal',
  'broad',
  'wait',
  'sync',
  'barrier',
  'timer',
  'resume',
  'suspend',
  'yield',
  'fork',
  'sem_post',
  'sem_wait',
] as const;
export type RtAppEventKind = (typeof prefixes)[number];

export const eventKind = (key: string): RtAppEventKind | undefined =>
  prefixes.find((prefix) => key.startsWith(prefix));

/** µs: the longest amount that our form takes. */
const MOST_US = 10_000_000;
const MOST_BYTES = 1e12;
/** System calls of one event. */
const MOST_CALLS = 1000;
export const UNNAMED = 'unknown';

/** The step; '' where it leaves none. Throws ScenarioError. */
export function stepOfEvent(
  kind: RtAppEventKind,
  entry: LooseEntry,
  path: string,
  task: EventTask,
  world: EventWorld,
): string {
  const { names, notes } = world;
  const us = () => `${wholeNumber(entry, path, notes, [0, MOST_US])}us`;
  const named = () => names.of(textOfEntry(entry, path));
  switch (kind) {
    case 'run':
      return `run ${us()}`;
    case 'runtime':
      return `spend ${us()}`;
    case 'sleep':
      return `sleep ${us()}`;
    case 'mem':
      return memset(entry, path, task, world);
    case 'memrun':
      return memrun(objectOf(entry, path), entry, path, task, world);
    case 'iorun':
      return iorun(entry, path, world);
    case 'lock':
    case 'unlock':
      return `${kind} ${named()}`;
    case 'signal':
      return `signal ${named()}`;
    case 'broad':
      return `broadcast ${named()}`;
    case 'wait':
    case 'sync': {
      const object = objectOf(entry, path);
      const [ref, mutex] = ['ref', 'mutex'].map((key) =>
        names.of(textAt(object, key, UNNAMED, path)),
      );
      return `${kind} ${ref} ${mutex}`;
    }
    case 'barrier': {
      const name = named();
      world.barriers.set(name, (world.barriers.get(name) ?? 0) + task.instances);
      return `barrier ${name}`;
    }
    case 'timer':
      return timer(objectOf(entry, path), path, task, world);
    case 'resume':
      return `resume ${named()}`;
    case 'suspend':
      return suspend(entry, path, task, world);
    case 'yield':
      world.leaving.leaves('yield', sourcePlace(entry, path), '"yield" is not simulated');
      return '';
    case 'fork':
      return `fork ${named()}`;
    case 'sem_post':
      return `post ${named()}`;
    case 'sem_wait':
      return `await ${named()}`;
  }
}

/** memset over the buffer of the thread. */
function memset(entry: LooseEntry, path: string, task: EventTask, world: EventWorld): string {
  const bytes = wholeNumber(entry, path, world.notes, [0, MOST_BYTES]);
  if (!task.buffers.has('mem')) {
    task.buffers.add('mem');
    task.privateBytes += Math.min(bytes, world.buffer);
  }
  return `set ${bytes}`;
}

function memrun(
  object: LooseObject,
  entry: LooseEntry,
  path: string,
  task: EventTask,
  { notes }: EventWorld,
): string {
  const type = textAt(object, 'type', '', path);
  if (type !== 'read' && type !== 'write' && type !== 'chase') {
    const problem = `has the type ${JSON.stringify(type.slice(0, 40))}`;
    throw new ScenarioError(
      sourcePlace(entry, path),
      problem,
      'write "type": "read", "write" or "chase"',
    );
  }
  const [size, count] = (['size', 'count'] as const).map((key) => {
    const found = find(object, key);
    return found ? wholeNumber(found, `${path}.${key}`, notes, [0, MOST_BYTES]) : 0;
  }) as [number, number];
  const ref = find(object, 'ref');
  const isSequential =
    type === 'chase' && textAt(object, 'pattern', 'random', path) === 'sequential';
  if (isSequential)
    notes.add('A sequential chase causes no misses here: it is treated as prefetched.');
  const buffer = ref ? `shared ${textOfEntry(ref, `${path}.ref`)}` : `own ${size}`;
  if (!isSequential && !task.buffers.has(buffer)) {
    task.buffers.add(buffer);
    if (ref) task.sharedBytes += size;
    else task.privateBytes += size;
  }
  return `${type} ${count}`;
}

function iorun(entry: LooseEntry, path: string, world: EventWorld): string {
  const bytes = wholeNumber(entry, path, world.notes, [0, MOST_BYTES]);
  const problem = `does I/O to ${JSON.stringify(world.device.slice(0, 60))}, which is not simulated`;
  if (world.device !== '/dev/null') {
    world.leaving.leaves('iorun', sourcePlace(entry, path), problem);
    return '';
  }
  const calls = Math.ceil(bytes / Math.max(1, world.buffer));
  if (calls > MOST_CALLS) {
    const many = `is ${calls} system calls of ${world.buffer} bytes`;
    throw new ScenarioError(
      sourcePlace(entry, path),
      many,
      `write at most ${MOST_CALLS} times that`,
    );
  }
  return Array.from({ length: calls }, () => 'syscall').join('; ');
}

function timer(object: LooseObject, path: string, task: EventTask, world: EventWorld): string {
  const { notes, names } = world;
  const ref = textAt(object, 'ref', UNNAMED, path);
  if (ref === UNNAMED) world.unnamedTimers.add(task.name);
  const period = find(object, 'period');
  if (!period) notes.add(`${path} has no period: it is 0, as rt-app takes it.`);
  const us = period ? wholeNumber(period, `${path}.period`, notes, [0, MOST_US]) : 0;
  return `every ${us}us ${names.of(ref)}${world.absolute.has(ref) ? ' absolute' : ''}`;
}

/** Sleeps on the name of its own task; until 2025 the text was the name. */
function suspend(entry: LooseEntry, path: string, task: EventTask, world: EventWorld): string {
  const { notes, names, resumed } = world;
  const text = entry.value.is === 'text' ? entry.value.value : undefined;
  if (entry.value.is === 'nothing') {
    notes.add(
      `A key without a value is not JSON; the key is accepted (first at line ${entry.line}).`,
    );
  }
  if (resumed.has(task.name)) return 'suspend';
  if (text !== undefined && resumed.has(text)) {
    notes.add(`${path} sleeps on "${names.of(text)}", which is resumed, not on its task's name.`);
    return `suspend ${names.of(text)}`;
  }
  notes.add(`No task resumes ${names.of(task.name)}: it sleeps forever at ${path}.`);
  return 'suspend';
}
