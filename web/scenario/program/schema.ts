// The form in which a workload of one's own is kept, schedscape-workload/1: tasks with phases of steps, and the few
// things that have to be said of what they wait for. What steps are stands in steps.ts; files of others become this form
// in exchange/own/workload.

import * as v from 'valibot';
import {
  either,
  flagSchema,
  formed,
  integer,
  list,
  oneOf,
  optional,
  record,
  text,
  time,
} from '../fields.ts';
import { DURATION_LEAST_NS, DURATION_NS, TASKS } from '../limits.ts';
import { OwnSourceSchema } from '../measured.ts';
import {
  FIELD_OFFSET,
  KINDS,
  LONGEST_NS,
  PHASES,
  RESOURCES,
  STEPS_CHARACTERS,
  STEPS_TEXTS,
} from './limits.ts';

export const workloadFormat = 'schedscape-workload/1';

/** What tasks and resources are called. */
export const namePattern = /^[A-Za-z0-9_.:<>-]{1,32}$/;
const name = (what: string) =>
  formed(namePattern, what, '1 to 32 letters, digits and the signs _ . : < > -');

export const resourceKinds = [
  'mutex',
  'condvar',
  'barrier',
  'semaphore',
  'timer',
  'quantiles',
  'field',
] as const;

export const policies = ['other', 'batch', 'idle', 'fifo', 'rr'] as const;

const size = (what: string) =>
  formed(/^\d{1,9}(KiB|MiB)$/, what, 'a number with KiB or MiB, "64KiB"');

const ResourceSchema = record(
  {
    name: name('the name of the resource'),
    kind: oneOf(resourceKinds, 'the kind of the resource'),
    pi: optional(flagSchema('a mutex with priority inheritance')),
    parties: optional(integer(1, 2 * TASKS, 'how many threads a barrier waits for')),
    counted: optional(
      flagSchema('a barrier as rt-app makes it, of a mutex, a counter and a condition variable'),
    ),
    at: optional(
      integer(0, FIELD_OFFSET, 'where the field lies, bytes from the start of its structure'),
    ),
    moved: optional(
      integer(0, FIELD_OFFSET, 'where it lies with fields moved; left out: on a line of its own'),
    ),
    bytes: optional(integer(1, FIELD_OFFSET, 'how many bytes the field has')),
    of: optional(name('the structure of the field')),
    values: optional(
      list(
        time(0, LONGEST_NS, 'a time'),
        2,
        32,
        'quantiles: ascending times, a draw lies between two neighbours',
      ),
    ),
  },
  'a resource',
);

const PhaseSchema = record(
  {
    name: optional(name('the name of the phase')),
    loops: optional(integer(0, 1e9, 'how often the phase is done; 0: forever')),
    steps: list(text(STEPS_CHARACTERS, 'steps'), 1, STEPS_TEXTS, 'the steps of the phase'),
    log: optional(flagSchema('each loop of the phase leaves a row of the log')),
  },
  'a phase',
);

const TaskSchema = record(
  {
    name: name('the name of the tasks'),
    count: optional(integer(0, TASKS, 'how many there are; 0: only those that are forked')),
    policy: optional(oneOf(policies, 'the scheduling policy')),
    nice: optional(integer(-20, 19, 'the nice value (other, batch, idle)')),
    rt: optional(integer(1, 99, 'the priority (fifo, rr)')),
    cpus: optional(
      formed(
        /^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?){0,511}$/,
        'the CPUs they may use',
        'a list such as "0-3,8"',
      ),
    ),
    memory: optional(
      record(
        {
          private: optional(size('the private memory of each task')),
          shared: optional(size('the memory that all of them share')),
          process: optional(name('the process: tasks with the same name here are its threads')),
        },
        'the memory they work on',
      ),
    ),
    start: optional(
      either(
        [v.literal('forked'), time(0, LONGEST_NS, 'how much later they begin')],
        'how much later they begin, or "forked"',
      ),
    ),
    loops: optional(integer(0, 1e9, 'how often all phases are done; 0: forever')),
    phases: list(PhaseSchema, 1, PHASES, 'the phases, in order'),
  },
  'a kind of tasks',
);

export const WorkloadFormSchema = record(
  {
    format: v.literal(workloadFormat),
    title: optional(text(120, 'a title')),
    duration: optional(time(DURATION_LEAST_NS, DURATION_NS, 'the simulated time of a run')),
    source: optional(OwnSourceSchema),
    turn_ns: optional(
      integer(0, 1e6, "the length of a turn of rt-app's loop, which its log counts"),
    ),
    cumulative_slack: optional(flagSchema('the slack of a loop is the sum over all its timers')),
    resources: optional(
      list(ResourceSchema, 0, RESOURCES, 'the resources that need a declaration'),
    ),
    tasks: list(TaskSchema, 1, KINDS, 'the kinds of tasks'),
    not_modelled: optional(
      list(text(400, 'a limit'), 0, 32, 'what the simulation leaves out of it'),
    ),
  },
  'a custom workload',
);

export type WorkloadForm = v.InferOutput<typeof WorkloadFormSchema>;
export type TaskForm = WorkloadForm['tasks'][number];
export type PhaseForm = TaskForm['phases'][number];
export type ResourceForm = NonNullable<WorkloadForm['resources']>[number];
export type ResourceKind = (typeof resourceKinds)[number];
