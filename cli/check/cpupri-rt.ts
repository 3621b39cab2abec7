// The RT cases of a cpupri vector file: the choice among the CPUs that cpupri found, and the walk over
// overloaded CPUs. Words of the probe: wasm-core/src/probe/rt.c.

import { PROBE } from '../../web/engine/abi.gen.ts';
import { setWords } from '../../web/engine/probe-words.ts';
import { allowOnly, itemsOf, numberClaim, type VectorClaim, vectorVerdict } from './claims.ts';
import { readCpuList } from './cpu-list.ts';
import { readPrio } from './cpupri-cases.ts';
import { type Machines, type SmtMachine, withSiblings } from './cpupri-machine.ts';
import type { JsonField } from './json-fields.ts';
import type { CaseResult, ProbeRunner } from './types.ts';

/** The machine of RT cases that name none. */
const USUAL_TOPOLOGY = 'T8x2i';
const FLAGGED_LEVELS = 3;

/** Steps of the probe. */
const CODE = { set: 0, find_lowest: 1, rto_mask: 2, rto_loop_next: 3, rto_next_cpu: 4 } as const;

/** A case and its answer: each word of the answer, in order, belongs to one claim or to none. */
export interface RtCase {
  id: string;
  input: Int32Array;
  answerWords: number;
  claims: VectorClaim<Int32Array>[];
}

/** Steps as they are read: the probe's words, and where its answers go. */
class Script {
  readonly words: number[] = [];
  readonly claims: VectorClaim<Int32Array>[] = [];
  steps = 0;
  answerWords = 0;

  add(...words: number[]): void {
    this.words.push(...words);
    this.steps += 1;
  }

  /** The next word of the answer is what `field` says; nothing is claimed where it is left out. */
  expect(field: JsonField): void {
    const at = this.answerWords++;
    if (field.present) this.claims.push(numberClaim(field, (words) => words[at]));
  }
}

/** CPUs as a list of numbers, or as text. */
function readCpus(field: JsonField, { cpus }: SmtMachine): number[] {
  if (!Array.isArray(field.value)) return readCpuList(field, cpus);
  return field.items().map((item) => item.integer(0, cpus - 1));
}

function readSets(field: JsonField, { cpus }: SmtMachine, script: Script): void {
  for (const pair of itemsOf(field)) {
    const [cpu, prio, ...more] = pair.items();
    if (!cpu || !prio || more.length > 0) pair.refuse('write a CPU and its priority');
    else script.add(CODE.set, cpu.integer(0, cpus - 1), readPrio(prio));
  }
}

function readCall(field: JsonField, machine: SmtMachine, script: Script): void {
  const answers = ['result', 'distribute_prev_of_this_cpu_after'] as const;
  allowOnly(field, ['this_cpu', 'task_cpu', 'prio', 'affinity', ...answers]);
  const last = machine.cpus - 1;
  script.add(
    CODE.find_lowest,
    field.at('this_cpu').integer(0, last),
    field.at('task_cpu').integer(0, last),
    readPrio(field.at('prio')),
    ...setWords(readCpus(field.at('affinity'), machine), machine.setWords),
  );
  for (const name of answers) script.expect(field.at(name));
}

function readStep(field: JsonField, machine: SmtMachine, script: Script): void {
  switch (field.at('op').oneOf(['set_rto_mask', 'rto_loop_next_inc', 'rto_next_cpu'])) {
    case 'set_rto_mask':
      allowOnly(field, ['op', 'cpus']);
      script.add(CODE.rto_mask, ...setWords(readCpus(field.at('cpus'), machine), machine.setWords));
      break;
    case 'rto_loop_next_inc':
      allowOnly(field, ['op', 'value']);
      script.add(CODE.rto_loop_next);
      script.expect(field.at('value'));
      break;
    case 'rto_next_cpu':
      allowOnly(field, ['op', 'returns', 'rto_cpu', 'rto_loop']);
      script.add(CODE.rto_next_cpu);
      for (const name of ['returns', 'rto_cpu', 'rto_loop']) script.expect(field.at(name));
  }
}

/** SD_WAKE_AFFINE at the domain levels the machine has, innermost first; set where not said. */
function readFlags(field: JsonField, { levels }: SmtMachine): number[] {
  if (field.present) allowOnly(field, ['SMT', 'node', 'system']);
  const flags = levels.map((level) => {
    const flag = field.at(level);
    return typeof flag.value === 'boolean' ? Number(flag.value) : flag.integer(0, 1, 1);
  });
  return [...flags, 0, 0, 0].slice(0, FLAGGED_LEVELS);
}

function readRtCase(field: JsonField, machines: Machines): RtCase {
  const machine = withSiblings(machines.of(field.at('topology'), USUAL_TOPOLOGY));
  const kind = field.at('kind').oneOf(['find_lowest_rq', 'rto_next_cpu']);
  const script = new Script();
  readSets(field.at('sets'), machine, script);
  if (kind === 'find_lowest_rq') {
    for (const call of field.at('calls').items()) readCall(call, machine, script);
  } else {
    for (const step of field.at('steps').items()) readStep(step, machine, script);
  }
  const flags = readFlags(field.at('wake_affine_flags'), machine);
  return {
    id: field.at('id').text(),
    input: Int32Array.from([...machine.words, ...flags, script.steps, ...script.words]),
    answerWords: script.answerWords,
    claims: script.claims,
  };
}

export const readRtCases = (field: JsonField, machines: Machines): RtCase[] =>
  itemsOf(field).map((item) => readRtCase(item, machines));

export function runRtCase({ id, input, answerWords, claims }: RtCase, probe: ProbeRunner) {
  return vectorVerdict(id, claims, probe.run(PROBE.RT, input, answerWords)) satisfies CaseResult;
}
