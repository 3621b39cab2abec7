// The state of a machine as a placement or balancing case of a fair-scheduler file describes it, and
// its words: wasm-core/src/probe/fair_state.h.

import { longWords } from '../../web/engine/probe-words.ts';
import { allowOnly, itemsOf } from './claims.ts';
import { type FairMachine, readFairMachine } from './fair-machines.ts';
import { longOf, readFlag, wordOf } from './fair-rules.ts';
import type { JsonField } from './json-fields.ts';
import { VectorFileError } from './types.ts';

const MOST = 2 ** 31 - 1;
const FULL_CAPACITY = 1024;
const ALL_CPUS = -1;
/** Ids of the file's NUMA rules, as the core's NUMA codes; without one the rule of v6.18 holds. */
const NUMA_RULES: Readonly<Record<number, number>> = { 1: 0, 2: 1, 3: 3, 4: 2 };
const NUMA_DEFAULT = 4;
const PRESETS = ['nr_balance_failed', 'first_group.capacity.imbalance', 'balance_interval'];
const TASK_FIELDS = [
  ...['id', 'load', 'util', 'runnable', 'weight', 'policy', 'kthread', 'flips', 'exec_start'],
  ...['vruntime', 'allowed'],
];

export interface FairState {
  machine: FairMachine;
  /** The core's number of a task of the file. */
  task(field: JsonField): number;
  /** The file's id of a task of the core. */
  idOf(task: number): number;
  /** The words of the state, with room for so many tasks more. */
  words(children: number, presets?: readonly JsonField[]): number[];
}

/** The words of a list of allowed CPUs; without one all are allowed. */
export function allowedWords(field: JsonField, cpus: number): number[] {
  if (!field.present) return [ALL_CPUS];
  const list = field.items().map((item) => item.integer(0, cpus - 1));
  return [list.length, ...list];
}

const optional = (field: JsonField, name: string, otherwise: number, low = 0): number =>
  field.at(name).integer(low, MOST, otherwise);

function taskWords(task: JsonField, cpus: number): number[] {
  return [
    wordOf(task, 'load'),
    wordOf(task, 'util'),
    wordOf(task, 'runnable'),
    optional(task, 'weight', FULL_CAPACITY, 1),
    optional(task, 'policy', 0),
    readFlag(task.at('kthread')),
    optional(task, 'flips', 0),
    ...(task.at('exec_start').present ? longOf(task, 'exec_start') : [0, 0]),
    ...(task.at('vruntime').present ? longOf(task, 'vruntime', -(2 ** 53) + 1) : [0, 0]),
    ...allowedWords(task.at('allowed'), cpus),
  ];
}

function cpuWords(cpu: JsonField, cpus: number): number[] {
  allowOnly(cpu, [
    ...['cpu', 'tasks', 'ttwu_pending', 'h_nr_idle', 'idle_stamp', 'exit_latency', 'capacity'],
    'blocked',
  ]);
  const blocked = cpu.at('blocked');
  if (blocked.present) allowOnly(blocked, ['load', 'util', 'runnable']);
  const part = (name: string) => (blocked.present ? wordOf(blocked, name) : 0);
  const tasks = itemsOf(cpu.at('tasks'));
  for (const task of tasks) allowOnly(task, [...TASK_FIELDS, 'running']);
  return [
    cpu.at('cpu').integer(0, cpus - 1),
    readFlag(cpu.at('ttwu_pending')),
    optional(cpu, 'h_nr_idle', -1),
    ...(cpu.at('idle_stamp').present ? longOf(cpu, 'idle_stamp') : longWords(1)),
    optional(cpu, 'exit_latency', -1),
    optional(cpu, 'capacity', FULL_CAPACITY, 1),
    ...['load', 'util', 'runnable'].map(part),
    tasks.length,
    ...tasks.flatMap((task) => [readFlag(task.at('running')), ...taskWords(task, cpus)]),
  ];
}

function sleepingWords(task: JsonField, cpus: number): number[] {
  allowOnly(task, [...TASK_FIELDS, 'prev', 'recent']);
  const recent = task.at('recent').integer(0, cpus - 1, ALL_CPUS);
  return [task.at('prev').integer(0, cpus - 1), recent, ...taskWords(task, cpus)];
}

function llcWords(llc: JsonField, cpus: number): number[] {
  allowOnly(llc, ['cpu', 'nr_idle_scan', 'has_idle_cores']);
  const scan = optional(llc, 'nr_idle_scan', 0);
  return [llc.at('cpu').integer(0, cpus - 1), scan, readFlag(llc.at('has_idle_cores'))];
}

function presetWords(preset: JsonField, cpus: number): number[] {
  allowOnly(preset, ['cpu', 'domain_level', 'field', 'value']);
  return [
    preset.at('cpu').integer(0, cpus - 1),
    wordOf(preset, 'domain_level'),
    PRESETS.indexOf(preset.at('field').oneOf(PRESETS)),
    wordOf(preset, 'value'),
  ];
}

function numaRule(features: JsonField): number {
  if (!features.present) return NUMA_DEFAULT;
  allowOnly(features, ['numa_variant']);
  const variant = features.at('numa_variant');
  if (!variant.present) return NUMA_DEFAULT;
  return NUMA_RULES[variant.integer(1, 4)] ?? NUMA_DEFAULT;
}

const counted = (rows: readonly number[][]): number[] => [rows.length, ...rows.flat()];

export function readFairState(vector: JsonField): FairState {
  const machine = readFairMachine(vector.at('topology'));
  const state = vector.at('state');
  allowOnly(state, ['cpus', 'llc', 'tasks', 'features']);
  const { cpus } = machine;
  const described = itemsOf(state.at('cpus'));
  const sleeping = itemsOf(state.at('tasks'));
  const tasks = [...described.flatMap((cpu) => itemsOf(cpu.at('tasks'))), ...sleeping];
  const ids = tasks.map((task) => wordOf(task, 'id'));
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (repeated >= 0) {
    const path = tasks[repeated]?.at('id').path ?? state.path;
    throw new VectorFileError(path, 'another task has this id', 'give every task its own');
  }
  const rule = numaRule(state.at('features'));
  const cpuRows = counted(described.map((cpu) => cpuWords(cpu, cpus)));
  const sleepingRows = counted(sleeping.map((task) => sleepingWords(task, cpus)));
  const llcs = counted(itemsOf(state.at('llc')).map((llc) => llcWords(llc, cpus)));
  return {
    machine,
    task: (field) => {
      const at = ids.indexOf(field.integer(0, MOST));
      return at >= 0 ? at : field.refuse(`name one of the tasks ${ids.join(', ')}`);
    },
    idOf: (task) => ids[task] ?? -1,
    words(children, presets = []) {
      const preset = counted(presets.map((item) => presetWords(item, cpus)));
      const head = [...machine.words, ids.length, children, rule];
      return [...head, ...cpuRows, ...sleepingRows, ...llcs, ...preset];
    },
  };
}
