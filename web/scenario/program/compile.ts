// Compiles a workload of one's own to the words of the core's `program`, and collects the other facts about it: the
// names of its tasks, its cost, and the log lines of its phases. Fetched only where there is one.

import { PROGRAM } from '../../engine/abi.gen.ts';
import { ScenarioError } from '../error.ts';
import { validated } from '../fields.ts';
import { type Json, plainJson, readJson } from '../json.ts';
import { CPUS } from '../limits.ts';
import { type Machine, parseCpuList } from '../topology.ts';
import { timeNs } from '../units.ts';
import { Amounts, amountWord } from './amounts.ts';
import { MEMORY_KIB, SETS } from './limits.ts';
import { type Lowering, lower, memoryNs, type Speeds } from './lower.ts';
import { type ProgramField, ProgramNames } from './names.ts';
import { type TaskForm, type WorkloadForm, WorkloadFormSchema } from './schema.ts';
import { mayBlock, touches } from './steps.ts';
import { type ReadPhase, type ReadTask, readTasks } from './tasks.ts';

/** What a log says of each loop of a phase, ns. */
export interface CompiledPhase {
  readonly name: string;
  /** The work that is configured, and the periods of its timers. */
  readonly duration: number;
  readonly period: number;
}

export interface CompiledKind {
  readonly name: string;
  readonly count: number;
  readonly forkable: number;
  readonly phases: readonly CompiledPhase[];
}

export interface CompiledProgram {
  readonly values: { readonly program_words: number; readonly program: readonly number[] };
  readonly kinds: readonly CompiledKind[];
  /** Of the structure that its tasks share. */
  readonly fields: readonly ProgramField[];
  /** A second, about. */
  readonly wakeups: number;
  readonly notModelled: readonly string[];
}

/** A validated workload from JSON text or a value. Throws ScenarioError. */
export function parseWorkload(source: unknown): WorkloadForm {
  const given = typeof source === 'string' ? readJson(source) : plainJson(source);
  return validated(WorkloadFormSchema, given as Json);
}

/** The time of one step of a loop beside its own, ns: entering the kernel and picking the next task. */
const STEP_NS = 1000;

/** Of a step in user space at least, ns; and how many of them cost the host what a wake-up does. */
const TOUCH_NS = 20;
const TOUCHES_A_WAKEUP = 20;

class Compiler {
  readonly names: ProgramNames;
  readonly amounts: Amounts;
  readonly tasks: readonly ReadTask[];
  readonly steps: number[] = [];
  readonly phases: number[] = [];
  readonly kinds: number[] = [];
  readonly sets = new Map<string, readonly number[]>();
  readonly processes = new Map<string, number>();
  readonly form: WorkloadForm;
  readonly machine: Machine;
  readonly speeds: Speeds;

  constructor(form: WorkloadForm, machine: Machine, speeds: Speeds) {
    this.form = form;
    this.machine = machine;
    this.speeds = speeds;
    this.names = new ProgramNames(form);
    this.amounts = new Amounts(this.names);
    this.tasks = readTasks(form);
  }

  compile(): CompiledProgram {
    const kinds = this.tasks.map((task) => this.#kind(task));
    const resources = this.names.words((name) => partiesOf(this.tasks, name));
    const tables = this.amounts.tables();
    const sets = [...this.sets.values()].flat();
    const head = [
      1,
      this.kinds.length / 12,
      this.phases.length / 4,
      this.steps.length / 3,
      this.names.count,
      tables.length / 32,
      this.sets.size,
      this.form.turn_ns ?? 100,
    ];
    const program = [
      ...head,
      ...this.kinds,
      ...this.phases,
      ...this.steps,
      ...resources,
      ...tables,
      ...sets,
    ];
    return {
      values: { program_words: program.length, program },
      kinds,
      fields: this.names.fields,
      wakeups: this.tasks.reduce((sum, task) => sum + this.#wakeups(task), 0),
      notModelled: [...(this.form.not_modelled ?? []), ...limitsOf(this.tasks)],
    };
  }

  #kind(task: ReadTask): CompiledKind {
    const { form, count, forkable, phases } = task;
    const lowering: Lowering = {
      names: this.names,
      amounts: this.amounts,
      speeds: this.speeds,
      task: { name: form.name, threads: count + forkable },
      kindNamed: (name) => this.tasks.findIndex((each) => each.form.name === name),
      addsUpSlack: this.form.cumulative_slack ?? false,
    };
    const [policy, prio] = priorityOf(form, task.path);
    this.kinds.push(
      count,
      forkable,
      policy,
      prio,
      this.#set(form, task.path),
      kibOf(form.memory?.private, `${task.path}.memory.private`),
      kibOf(form.memory?.shared, `${task.path}.memory.shared`),
      this.#process(form),
      form.start === undefined || form.start === 'forked' ? 0 : amountWord(timeNs(form.start)),
      form.loops ?? 0,
      this.phases.length / 4,
      phases.length,
    );
    return {
      name: form.name,
      count,
      forkable,
      phases: phases.map((phase, index) => this.#phase(phase, lowering, index)),
    };
  }

  #phase({ form, steps }: ReadPhase, lowering: Lowering, index: number): CompiledPhase {
    const first = this.steps.length / 3;
    for (const step of steps) this.steps.push(...lower(step, lowering, step.path));
    const count = this.steps.length / 3 - first;
    this.phases.push(form.loops ?? 1, first, count, Number(form.log ?? true));
    let duration = 0;
    let period = 0;
    for (const step of steps) {
      if (step.verb === 'run' || step.verb === 'spend')
        duration += this.amounts.mean(step.amount, step.path);
      if (step.verb === 'every') period += step.ns;
    }
    return { name: form.name ?? `p${index + 1}`, duration, period };
  }

  /** The number of the task's set of CPUs; 0: all. */
  #set({ cpus, name }: TaskForm, path: string): number {
    if (cpus === undefined) return 0;
    const list = cpusOf(cpus, this.machine.cpus, `${path}.cpus`);
    const key = list.join();
    if (!this.sets.has(key)) {
      if (this.sets.size >= SETS) {
        throw new ScenarioError(
          `${path}.cpus`,
          'is one list of CPUs too many',
          `use at most ${SETS} different lists`,
        );
      }
      const words = Array.from({ length: CPUS / 32 }, () => 0);
      for (const cpu of list) words[cpu >> 5] = (words[cpu >> 5]! | (1 << (cpu & 31))) >>> 0;
      this.sets.set(key, words);
    }
    const found = [...this.sets.keys()].indexOf(key);
    if (found < 0) throw new RangeError(`no set of ${name}`);
    return 1 + found;
  }

  #process({ memory }: TaskForm): number {
    const word = memory?.process;
    if (word === undefined) return 0;
    if (!this.processes.has(word)) this.processes.set(word, 1 + this.processes.size);
    return this.processes.get(word)!;
  }

  /** A second, of all its threads: each blocking step once a loop. */
  #wakeups({ count, forkable, phases }: ReadTask): number {
    let ns = 0;
    let blocks = 0;
    let touched = 0;
    const isShared = phases.some(({ steps }) => steps.some(touches));
    for (const phase of phases) {
      const loops = Math.max(1, Math.min(phase.form.loops ?? 1, 1000));
      for (const step of phase.steps) {
        // A field is touched in user space: no kernel, no switch.
        ns += loops * (touches(step) || isShared ? TOUCH_NS : STEP_NS);
        if (touches(step)) touched += loops;
        if ('amount' in step) ns += loops * this.amounts.mean(step.amount, step.path);
        if (step.verb === 'every') ns += loops * step.ns;
        ns += loops * (memoryNs(step, this.speeds) ?? 0);
        if (mayBlock(step)) blocks += loops;
      }
    }
    const wakeups = Math.max(blocks, touched / TOUCHES_A_WAKEUP, touched > 0 ? 0 : 1);
    return ((count + forkable) * wakeups * 1e9) / Math.max(ns, isShared ? TOUCH_NS : STEP_NS);
  }
}

function cpusOf(text: string, cpus: number, path: string): number[] {
  try {
    return [...new Set(parseCpuList(text, cpus, path))].sort((a, b) => a - b);
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    const remedy = `the machine has CPUs 0-${cpus - 1}: write some of them, or leave the CPUs out`;
    throw new ScenarioError(cause.path, cause.problem, remedy);
  }
}

function kibOf(size: string | undefined, path: string): number {
  const parts = /^(\d+)(KiB|MiB)$/.exec(size ?? '');
  const kib = parts ? Number(parts[1]) * (parts[2] === 'MiB' ? 1024 : 1) : 0;
  if (kib <= MEMORY_KIB) return kib;
  throw new ScenarioError(path, `is ${size}`, 'write at most 65536MiB');
}

/** Policy and the kernel's priority. */
function priorityOf(
  { policy = 'other', nice, rt }: TaskForm,
  path: string,
): readonly [number, number] {
  const isRt = policy === 'fifo' || policy === 'rr';
  if (isRt && nice !== undefined) {
    throw new ScenarioError(
      `${path}.nice`,
      `is set for a task with policy ${policy}`,
      'write "rt": 1 to 99 instead',
    );
  }
  if (!isRt && rt !== undefined) {
    throw new ScenarioError(
      `${path}.rt`,
      `is set for a task with policy ${policy}`,
      'write "policy": "fifo" or "rr", or "nice"',
    );
  }
  const codes = {
    other: PROGRAM.POLICY_OTHER,
    batch: PROGRAM.POLICY_BATCH,
    idle: PROGRAM.POLICY_IDLE,
    fifo: PROGRAM.POLICY_FIFO,
    rr: PROGRAM.POLICY_RR,
  };
  return [codes[policy], isRt ? 99 - (rt ?? 10) : 120 + (nice ?? 0)];
}

/** All tasks that use a barrier, if the workload does not say how many have to come. */
const partiesOf = (tasks: readonly ReadTask[], name: string): number =>
  tasks
    .filter(({ phases }) =>
      phases.some(({ steps }) =>
        steps.some((step) => step.verb === 'barrier' && step.name === name),
      ),
    )
    .reduce((sum, { count }) => sum + count, 0) || 1;

/** What is said of every result. */
function limitsOf(tasks: readonly ReadTask[]): string[] {
  const hasStructure = tasks.some(({ phases }) => phases.some(({ steps }) => steps.some(touches)));
  const hasMemory = tasks.some(({ form }) => form.memory?.private || form.memory?.shared);
  return [
    'Work of the program is at full speed: a µs of run is a µs of an idle core; SMT siblings slow it.',
    ...(hasStructure
      ? [
          'The structure that its tasks share holds no values: loads and stores take time and access a line, but change nothing.',
        ]
      : []),
    ...(hasMemory
      ? [
          'Its tasks touch their memory at a fixed rate of 20 accesses to the last-level cache a µs.',
        ]
      : []),
  ];
}

/** The workload on a machine. Throws ScenarioError. */
export const compileWorkload = (
  form: WorkloadForm,
  machine: Machine,
  speeds: Speeds,
): CompiledProgram => new Compiler(form, machine, speeds).compile();
