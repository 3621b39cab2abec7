// A workload as rt-app writes it (scheduler-tools/rt-app) to our own form. Follows what rt-app's reader does with a file,
// not what its documentation wishes; what it ignores is ignored, and said where it matters.

import { ScenarioError } from '../../../scenario/index.ts';
import {
  type PhaseForm,
  type ResourceForm,
  type TaskForm,
  type WorkloadForm,
  workloadFormat,
} from '../../../scenario/program/schema.ts';
import type { ReaderNotes } from '../notes.ts';
import { withoutControls } from '../text.ts';
import { Leaving } from './left-out.ts';
import { type LooseEntry, type LooseObject, readLoose } from './loose-json.ts';
import {
  type EventTask,
  type EventWorld,
  eventKind,
  stepOfEvent,
  UNNAMED,
} from './rt-app-events.ts';
import { type Globals, globalsOf } from './rt-app-global.ts';
import { isLockKey, type LockWorld, lockedRun, resourcesOf } from './rt-app-locks.ts';
import { isOldPhase, oldSteps } from './rt-app-old.ts';
import { priorityOf, rtAppCpus } from './rt-app-task.ts';
import {
  find,
  LegalNames,
  lastOfEqual,
  objectOf,
  sourcePlace,
  wholeNumber,
} from './rt-app-values.ts';

export interface RtAppWanted {
  /** Equal keys of an object: all of them are events, or the last as bare rt-app reads it. */
  readonly duplicates?: 'all' | 'last';
  readonly leaveOut?: readonly string[];
}

/** Throws ScenarioError, with the line. */
export function readRtApp(
  text: string,
  notes: ReaderNotes,
  wanted: RtAppWanted = {},
): WorkloadForm {
  const read = readLoose(text);
  const file = wanted.duplicates === 'last' ? lastOfEqual(read) : read;
  if (file.is !== 'object')
    throw new ScenarioError('line 1', 'is not an object', 'write { "tasks": { … } }');
  const tasks = find(file, 'tasks');
  if (!tasks) {
    const remedy = 'write "tasks": { … }; parts of a workload are joined by doc/merge.py of rt-app';
    throw new ScenarioError('tasks', 'is missing', remedy);
  }
  for (const { key, line } of file.entries) {
    if (['tasks', 'global', 'resources'].includes(key)) continue;
    notes.add(`The section "${withoutControls(key).slice(0, 40)}" is skipped (line ${line}).`);
  }
  return new RtApp(file, objectOf(tasks, 'tasks'), notes, wanted).form();
}

/** Entries of all phases and of tasks without phases. */
function allEvents(tasks: LooseObject): LooseEntry[] {
  const phasesOf = ({ value }: LooseEntry): readonly LooseEntry[] => {
    if (value.is !== 'object') return [];
    const phases = find(value, 'phases')?.value;
    if (phases?.is !== 'object') return value.entries;
    return phases.entries.flatMap((phase) =>
      phase.value.is === 'object' ? phase.value.entries : [],
    );
  };
  return tasks.entries.flatMap(phasesOf);
}

class RtApp {
  readonly #tasks: LooseObject;
  readonly #notes: ReaderNotes;
  readonly #globals: Globals;
  readonly #world: EventWorld;
  readonly #leaving: Leaving;
  readonly #locks: LockWorld;

  constructor(file: LooseObject, tasks: LooseObject, notes: ReaderNotes, wanted: RtAppWanted) {
    this.#tasks = tasks;
    this.#notes = notes;
    this.#leaving = new Leaving(wanted.leaveOut ?? []);
    this.#globals = globalsOf(find(file, 'global'), notes);
    const events = allEvents(tasks);
    this.#world = {
      notes,
      leaving: this.#leaving,
      names: new LegalNames(notes),
      buffer: this.#globals.buffer,
      device: this.#globals.device,
      resumed: new Set(
        events.flatMap(({ key, value }) =>
          key.startsWith('resume') && value.is === 'text' ? [value.value] : [],
        ),
      ),
      absolute: absoluteTimers(events),
      unnamedTimers: new Set(),
      barriers: new Map(),
    };
    this.#locks = {
      names: this.#world.names,
      notes,
      resources: resourcesOf(find(file, 'resources')),
    };
  }

  form(): WorkloadForm {
    const tasks = this.#tasks.entries.flatMap((entry) => this.#task(entry));
    if (tasks.length === 0) {
      throw new ScenarioError(
        sourcePlace(this.#tasks, 'tasks'),
        'hold no task that runs',
        'write one',
      );
    }
    this.#noteTimers();
    this.#checkGroups();
    const { duration, turn, cumulative } = this.#globals;
    const limits = this.#leaving.sentences();
    return {
      format: workloadFormat,
      duration,
      turn_ns: turn,
      ...(cumulative && { cumulative_slack: true }),
      resources: this.#resources(tasks),
      tasks,
      ...(limits.length > 0 && { not_modelled: limits }),
    };
  }

  #task(entry: LooseEntry): TaskForm[] {
    const path = `tasks.${entry.key}`;
    const object = objectOf(entry, path);
    const whole = (key: string, otherwise: number, range: readonly [number, number]) => {
      const found = find(object, key);
      return found ? wholeNumber(found, `${path}.${key}`, this.#notes, range) : otherwise;
    };
    const instances = whole('instance', 1, [0, 16_384]);
    const name = this.#world.names.of(entry.key);
    const events: EventTask = {
      name: entry.key,
      instances,
      privateBytes: 0,
      sharedBytes: 0,
      buffers: new Set(),
    };
    const loop = whole('loop', -1, [-1, 1e9]);
    const phases = find(object, 'phases');
    if (phases && loop === 0) {
      this.#notes.add(`${name} has loop 0: it never runs and is left out.`);
      return [];
    }
    const read = phases
      ? this.#phases(objectOf(phases, `${path}.phases`), `${path}.phases`, events)
      : [this.#phase(entry, object, path, events, Math.max(0, loop))];
    if (phases) this.#noteOutside(object, path);
    const inner = phases ? objectOf(phases, path).entries : [];
    const delay = whole('delay', 0, [0, 1e7]);
    const settings = { object, path, notes: this.#notes, leaving: this.#leaving, phases: inner };
    return [
      {
        name,
        count: instances,
        ...priorityOf(settings, this.#globals.policy),
        ...rtAppCpus(settings),
        memory: memoryOf(events),
        ...(instances === 0 ? { start: 'forked' as const } : delay > 0 && { start: `${delay} us` }),
        loops: phases ? Math.max(0, loop) : 1,
        phases: read,
      },
    ];
  }

  #phases(object: LooseObject, path: string, task: EventTask): PhaseForm[] {
    const read: PhaseForm[] = [];
    for (const entry of object.entries) {
      const at = `${path}.${entry.key}`;
      const inner = objectOf(entry, at);
      const loop = find(inner, 'loop');
      // Before 1.0 a phase without a number of loops was the last one.
      const usual = isOldPhase(inner, isEventKey) ? -1 : 1;
      const loops = loop ? wholeNumber(loop, `${at}.loop`, this.#notes, [-1e9, 1e9]) : usual;
      const phase = this.#phase(entry, inner, at, task, Math.max(0, loops));
      read.push({ ...phase, name: this.#world.names.of(entry.key) });
      if (loops <= 0 && entry !== object.entries.at(-1)) {
        this.#notes.add(`${at} never ends: the phases after it are never reached.`);
        break;
      }
    }
    if (read.length === 0)
      throw new ScenarioError(sourcePlace(object, path), 'hold no phase', 'write one');
    return read;
  }

  #phase(
    entry: LooseEntry,
    object: LooseObject,
    path: string,
    task: EventTask,
    loops: number,
  ): PhaseForm {
    if (isOldPhase(object, isEventKey)) {
      const steps = oldSteps(object, path, task.name, this.#locks);
      if (steps.length > 0) return { loops, steps: textsOf(steps) };
    }
    const steps: string[] = [];
    const seen = new Set<string>();
    const hasDeadline =
      find(object, 'deadline') !== undefined || find(object, 'period') !== undefined;
    for (const event of object.entries) {
      if (isLockKey(event)) continue;
      const isOld = event.key === 'runtime' && hasDeadline;
      const kind = isOld ? undefined : eventKind(event.key);
      if (!kind) {
        this.#noteKey(event, path);
        continue;
      }
      if (seen.has(event.key)) {
        this.#notes.add(
          `A key stands twice in one phase, "${withoutControls(event.key).slice(0, 40)}" at line ${event.line} first: both are taken; bare rt-app keeps only the last (--duplicates last).`,
        );
      }
      seen.add(event.key);
      const step = stepOfEvent(kind, event, `${path}.${event.key}`, task, this.#world);
      const us = kind === 'run' && event.value.is === 'number' ? Math.trunc(event.value.value) : 0;
      const locked = kind === 'run' ? lockedRun(us, object, path, this.#locks) : undefined;
      steps.push(...(locked ?? [step]));
    }
    const texts = textsOf(steps.filter((step) => step !== ''));
    if (texts.length === 0) {
      throw new ScenarioError(
        sourcePlace(entry, path),
        'has no event',
        find(object, 'delay')
          ? 'a delay is of a task, not of a phase: write "sleep" in its place'
          : 'write one, such as "run": 1000',
      );
    }
    return { loops, steps: texts };
  }

  /** Keys that are neither events nor settings are ignored, as rt-app does. */
  #noteKey({ key, line }: LooseEntry, path: string): void {
    if (settingKeys.has(key)) return;
    if (key === 'nice')
      this.#notes.add(`rt-app has no key "nice" (line ${line}): write "priority".`);
    else
      this.#notes.add(
        `${withoutControls(`${path}.${key}`).slice(0, 120)} is stepped over: rt-app ignores it too.`,
      );
  }

  #noteOutside(object: LooseObject, path: string): void {
    const outside = object.entries.filter(
      ({ key }) => key !== 'phases' && !settingKeys.has(key) && eventKind(key),
    );
    if (outside.length === 0) return;
    this.#notes.add(`${path} has events beside its phases: rt-app does not read them.`);
  }

  #noteTimers(): void {
    const { unnamedTimers } = this.#world;
    if (unnamedTimers.size < 2) return;
    this.#notes.add(
      `${unnamedTimers.size} tasks have timers without a "ref": they share one, "${UNNAMED}".`,
    );
  }

  #checkGroups(): void {
    const entries = this.#tasks.entries.flatMap((task) => {
      const found = task.value.is === 'object' ? find(task.value, 'taskgroup') : undefined;
      return found?.value.is === 'text' ? [{ name: found.value.value, found, task }] : [];
    });
    const groups = new Set(entries.map(({ name }) => name));
    if (groups.size === 1)
      this.#notes.add(
        'All tasks that name a task group are in the same one, as all tasks are here.',
      );
    if (groups.size < 2) return;
    const second = entries.find(({ name }) => name !== entries[0]!.name)!;
    const place = sourcePlace(second.found, `tasks.${second.task.key}.taskgroup`);
    this.#leaving.leaves(
      'taskgroup',
      place,
      'is a second task group; group scheduling is not simulated',
    );
  }

  #resources(tasks: readonly TaskForm[]): ResourceForm[] {
    const barriers = [...this.#world.barriers].map(([name, parties]): ResourceForm => {
      const threads = tasks
        .filter(({ phases }) =>
          phases.some(({ steps }) =>
            steps
              .join(';')
              .split(';')
              .some((step) => step.trim() === `barrier ${name}`),
          ),
        )
        .reduce((sum, { count = 1 }) => sum + count, 0);
      if (parties > threads) {
        this.#notes.add(
          `The barrier ${name} waits for ${parties} and ${threads} threads use it: it never opens.`,
        );
      }
      return { name, kind: 'barrier', counted: true, parties: Math.max(1, parties) };
    });
    if (!this.#globals.pi) return barriers;
    const texts = tasks.flatMap(({ phases }) => phases.flatMap(({ steps }) => steps));
    const words = texts.flatMap((text) => text.split('; ').map((step) => step.split(' ')));
    const mutexes = words.flatMap(([verb, name, mutex]) =>
      verb === 'lock' || verb === 'resume'
        ? [name!]
        : verb === 'wait' || verb === 'sync'
          ? [mutex!]
          : [],
    );
    return [
      ...barriers,
      ...[...new Set(mutexes)].map((name): ResourceForm => ({ name, kind: 'mutex', pi: true })),
    ];
  }
}

const isEventKey = (key: string): boolean => eventKind(key) !== undefined;

/** Keys of tasks and phases that are no events. */
const settingKeys = new Set([
  'instance',
  'loop',
  'delay',
  'policy',
  'priority',
  'cpus',
  'taskgroup',
  'phases',
  'dl-runtime',
  'dl-period',
  'dl-deadline',
  'deadline',
  'period',
  'runtime',
  'util_min',
  'util_max',
  'nodes_membind',
]);

const absoluteTimers = (events: readonly LooseEntry[]): Set<string> =>
  new Set(
    events.flatMap(({ key, value }) => {
      if (!key.startsWith('timer') || value.is !== 'object') return [];
      const mode = find(value, 'mode')?.value;
      const ref = find(value, 'ref')?.value;
      return mode?.is === 'text' && mode.value === 'absolute'
        ? [ref?.is === 'text' ? ref.value : UNNAMED]
        : [];
    }),
  );

/** Threads of one process; what its buffers take. */
const memoryOf = ({ privateBytes, sharedBytes }: EventTask): TaskForm['memory'] => ({
  process: 'rt-app',
  ...(privateBytes > 0 && { private: `${Math.ceil(privateBytes / 1024)}KiB` }),
  ...(sharedBytes > 0 && { shared: `${Math.ceil(sharedBytes / 1024)}KiB` }),
});

/** Characters of one text of steps. */
const TEXT = 2000;

function textsOf(steps: readonly string[]): string[] {
  const texts: string[] = [];
  for (const step of steps) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + step.length < TEXT)
      texts[texts.length - 1] = `${last}; ${step}`;
    else texts.push(step);
  }
  return texts;
}
