// Cases of a fair-scheduler file that place tasks: fork, exec, wakeup. Words of the probe:
// wasm-core/src/probe/fair_place.c.

import { PROBE } from '../../web/engine/abi.gen.ts';
import type { ProbeAnswer } from '../../web/engine/probe-words.ts';
import { allowOnly } from './claims.ts';
import { readFairMachine } from './fair-machines.ts';
import { ask, type Runnable, wordOf } from './fair-rules.ts';
import { allowedWords, type FairState, readFairState } from './fair-state.ts';
import { JsonField } from './json-fields.ts';
import { compared, type JsonShape } from './same-shape.ts';
import type { ProbeRunner } from './types.ts';

const QUESTION = { fork: 0, exec: 1, wakeAffine: 2, wake: 3, idleCore: 4 } as const;
const MOST_CHILDREN = 1024;

const repeated = (words: number[], times: number): number[] =>
  Array.from({ length: times }, () => words).flat();

function forkCpus(probe: ProbeRunner, input: number[], children: number): number[] {
  const answer = ask(probe, PROBE.FAIR_PLACE, input, children);
  return Array.from({ length: children }, () => answer.next());
}

const FORK_FIELDS = ['parent_task', 'child_load', 'children', 'child_allowed'];

function forkInput(given: JsonField, state: FairState, children: number): number[] {
  allowOnly(given, FORK_FIELDS);
  const allowed = allowedWords(given.at('child_allowed'), state.machine.cpus);
  return [
    QUESTION.fork,
    ...state.words(children),
    state.task(given.at('parent_task')),
    children,
    wordOf(given, 'child_load', 1),
    ...repeated(allowed, children),
  ];
}

function readForkSequence(field: JsonField, id: string): Runnable {
  const state = readFairState(field);
  const children = field.at('input').at('children').integer(1, MOST_CHILDREN);
  const input = forkInput(field.at('input'), state, children);
  const { llc, node } = state.machine;
  return (probe) => {
    const cpus = forkCpus(probe, input, children);
    return compared(id, field.at('expect'), {
      cpus,
      llc_of_cpu: cpus.map((cpu) => llc[cpu] ?? -1),
      node_of_cpu: cpus.map((cpu) => node[cpu] ?? -1),
    });
  };
}

function readFork(field: JsonField, id: string): Runnable {
  const input = forkInput(field.at('input'), readFairState(field), 1);
  return (probe) =>
    compared(id, field.at('expect'), { cpu: forkCpus(probe, input, 1)[0] as number });
}

/** A row of a table: the same forks with one unrelated task at some place. */
function tableState(given: JsonField, externalCpu: number | null): unknown {
  const parent = { id: 1, load: 1024, util: 500, runnable: 500, running: true };
  const external = given.at('external_task');
  allowOnly(external, ['load', 'util']);
  const util = wordOf(external, 'util');
  const task = { id: 2, load: wordOf(external, 'load'), util, runnable: util, running: true };
  const cpus = [{ cpu: given.at('parent_cpu').integer(0, 2 ** 20), tasks: [parent] }];
  if (externalCpu !== null) cpus.push({ cpu: externalCpu, tasks: [task] });
  return { topology: given.at('topology').value, state: { cpus } };
}

function tableRow(
  cpus: number[],
  parent: number,
  external: number | null,
  llc: number[],
): JsonShape {
  const threads = new Map<number | undefined, number>();
  for (const cpu of [parent, ...cpus]) threads.set(llc[cpu], (threads.get(llc[cpu]) ?? 0) + 1);
  return {
    external_task_cpu: external,
    child_cpus: cpus,
    llcs_used: threads.size,
    max_threads_per_llc: Math.max(...threads.values()),
    threads_on_external_llc: external === null ? null : (threads.get(llc[external]) ?? 0),
  };
}

function readForkTable(field: JsonField, id: string): Runnable {
  const given = field.at('input');
  allowOnly(given, ['topology', 'parent_cpu', 'children', 'child_load', 'external_task']);
  const children = given.at('children').integer(1, MOST_CHILDREN);
  const load = wordOf(given, 'child_load', 1);
  const parent = given.at('parent_cpu').integer(0, 2 ** 20);
  const rows = field
    .at('expect')
    .items()
    .map((row) => {
      const at = row.at('external_task_cpu');
      const external = at.value === null ? null : at.integer(0, 2 ** 20);
      const state = readFairState(new JsonField(tableState(given, external), given.path));
      const head = [QUESTION.fork, ...state.words(children), 0, children, load];
      return { external, state, input: [...head, ...repeated([-1], children)] };
    });
  return (probe) => {
    const got = rows.map(({ external, state, input }) =>
      tableRow(forkCpus(probe, input, children), parent, external, state.machine.llc),
    );
    return compared(id, field.at('expect'), got);
  };
}

function readExec(field: JsonField, id: string): Runnable {
  const state = readFairState(field);
  const given = field.at('input');
  allowOnly(given, ['task']);
  const input = [QUESTION.exec, ...state.words(0), state.task(given.at('task'))];
  return (probe) =>
    compared(id, field.at('expect'), { cpu: ask(probe, PROBE.FAIR_PLACE, input, 1).next() });
}

function wakeWords(given: JsonField, state: FairState): number[] {
  return [
    ...state.words(0),
    state.task(given.at('waker_task')),
    state.task(given.at('wakee_task')),
    given.at('prev_cpu').integer(0, state.machine.cpus - 1),
    given.at('sync').integer(0, 1),
  ];
}

function readWakeAffine(field: JsonField, id: string): Runnable {
  const given = field.at('input');
  allowOnly(given, ['waker_task', 'wakee_task', 'prev_cpu', 'sync', 'domain_level']);
  const words = wakeWords(given, readFairState(field));
  const input = [QUESTION.wakeAffine, ...words, wordOf(given, 'domain_level')];
  return (probe) => {
    const answer = ask(probe, PROBE.FAIR_PLACE, input, 2);
    return compared(id, field.at('expect'), { target: answer.next(), wake_wide: answer.next() });
  };
}

const wakeResult = (answer: ProbeAnswer): JsonShape => ({
  cpu: answer.next(),
  flips_after: answer.next(),
  recent_used_cpu_after: answer.next(),
  has_idle_cores_of_target_llc_after: answer.next(),
  queue_on_wakelist: answer.next() === 1,
});

function readWake(field: JsonField, id: string): Runnable {
  const given = field.at('input');
  allowOnly(given, ['waker_task', 'wakee_task', 'prev_cpu', 'sync']);
  const input = [QUESTION.wake, ...wakeWords(given, readFairState(field))];
  return (probe) =>
    compared(id, field.at('expect'), wakeResult(ask(probe, PROBE.FAIR_PLACE, input, 5)));
}

function readIdleCore(field: JsonField, id: string): Runnable {
  const given = field.at('input');
  allowOnly(given, ['topology', 'busy_cpus', 'cpu_going_idle']);
  const { cpus } = readFairMachine(given.at('topology'));
  const busy = given
    .at('busy_cpus')
    .items()
    .map((cpu, index) => {
      const task = { id: index, load: 1024, util: 500, runnable: 500, running: true };
      return { cpu: cpu.integer(0, cpus - 1), tasks: [task] };
    });
  const vector = { topology: given.at('topology').value, state: { cpus: busy } };
  const state = readFairState(new JsonField(vector, given.path));
  const idle = given.at('cpu_going_idle').integer(0, cpus - 1);
  const input = [QUESTION.idleCore, ...state.words(0), idle];
  return (probe) => {
    const has_idle_cores = ask(probe, PROBE.FAIR_PLACE, input, 1).next();
    return compared(id, field.at('expect'), { has_idle_cores });
  };
}

/** How the cases of each kind are read. */
export const PLACE_KINDS: Readonly<Record<string, (field: JsonField, id: string) => Runnable>> = {
  fork_sequence: readForkSequence,
  fork_sequence_table: readForkTable,
  fork: readFork,
  find_dst_group_cpu: readFork,
  exec: readExec,
  wake_affine: readWakeAffine,
  wake: readWake,
  update_idle_core: readIdleCore,
};
