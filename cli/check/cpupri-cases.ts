// The cases of a cpupri vector file: updates and searches on a machine, in the baseline kernel and
// with a bitmap a node. Words of the probe: wasm-core/src/probe/cpupri.c.

import { PROBE } from '../../web/engine/abi.gen.ts';
import { ProbeAnswer, setWords } from '../../web/engine/probe-words.ts';
import {
  allowOnly,
  itemsOf,
  numberClaim,
  numberedFields,
  type VectorClaim,
  vectorVerdict,
} from './claims.ts';
import { formatCpuList, normalCpuList, readCpuCalls, readCpuList } from './cpu-list.ts';
import { type CpupriMachine, type Machines, readNodeSets } from './cpupri-machine.ts';
import { JsonField } from './json-fields.ts';
import type { CaseResult, ProbeRunner } from './types.ts';

export const CPUPRI_LEVELS = 101;
export const LOWEST_PRIO = -1;
export const HIGHEST_PRIO = 100;
/** Entries of the longest trace of an update, and what a search makes at most a level. */
const SET_ENTRIES = 16;
const SEARCH_PASSES = 2;

const VARIANTS = ['baseline', 'per_node'] as const;
type Variant = (typeof VARIANTS)[number];

/** Steps of the probe. */
export const CODE = { set: 0, find: 1, active: 2, node_mask: 3, level: 4 } as const;

const OPERATIONS = ['set', 'set_each', 'find', 'active', 'node_mask'] as const;

/** One step of the file: what the probe is told, and what it answers to each part. */
interface Step {
  kind: 'set' | 'find' | 'silent';
  parts: number[][];
}

interface StepAnswer {
  cpu_to_pri?: number;
  ret?: number;
  lowest_mask?: number[];
  trace: string[];
}

interface CaseAnswer {
  steps: StepAnswer[];
  /** By level. */
  counts: number[];
  /** By CPU. */
  levels: number[];
  /** By level and node: members, also beyond the last CPU. */
  masks: number[][][];
}

interface Run {
  variant: Variant;
  input: Int32Array;
  capacity: number;
  claims: VectorClaim<CaseAnswer>[];
}

export interface Case {
  id: string;
  machine: CpupriMachine;
  steps: Step[];
  runs: Run[];
}

export const readPrio = (field: JsonField): number => field.integer(LOWEST_PRIO, HIGHEST_PRIO);

// ---- steps -------------------------------------------------------------------------------------

function readFind(field: JsonField, { cpus, nodes, setWords: words }: CpupriMachine): Step {
  allowOnly(field, ['op', 'prio', 'aff', 'node', 'want_mask', 'fit']);
  const fit = field.at('fit');
  const part = [
    CODE.find,
    readPrio(field.at('prio')),
    field.at('node').integer(0, nodes - 1, 0),
    Number(field.at('want_mask').boolean(true)),
    Number(fit.present),
    ...setWords(readCpuList(field.at('aff'), cpus), words),
    ...(fit.present ? setWords(readCpuList(fit, cpus), words) : []),
  ];
  return { kind: 'find', parts: [part] };
}

function readStep(field: JsonField, machine: CpupriMachine): Step {
  const { cpus, nodes, setWords: words } = machine;
  const cpusOf = () => readCpuList(field.at('cpus'), cpus);
  switch (field.at('op').oneOf(OPERATIONS)) {
    case 'set': {
      allowOnly(field, ['op', 'cpu', 'pri']);
      const cpu = field.at('cpu').integer(0, cpus - 1);
      return { kind: 'set', parts: [[CODE.set, cpu, readPrio(field.at('pri'))]] };
    }
    case 'set_each': {
      allowOnly(field, ['op', 'cpus', 'pri']);
      const prio = readPrio(field.at('pri'));
      const calls = readCpuCalls(field.at('cpus'), cpus);
      return { kind: 'set', parts: calls.map((cpu) => [CODE.set, cpu, prio]) };
    }
    case 'find':
      return readFind(field, machine);
    case 'active':
      allowOnly(field, ['op', 'cpus']);
      return { kind: 'silent', parts: [[CODE.active, ...setWords(cpusOf(), words)]] };
    case 'node_mask': {
      allowOnly(field, ['op', 'node', 'cpus']);
      const node = field.at('node').integer(0, nodes - 1);
      return { kind: 'silent', parts: [[CODE.node_mask, node, ...setWords(cpusOf(), words)]] };
    }
  }
}

// ---- answers -----------------------------------------------------------------------------------

/** Entries of a trace in the order of the probe's codes, as the file writes them. */
const TRACE: ((level: number, mask: string, index: number) => string)[] = [
  (level) => `L count[${level}]`,
  (_level, mask, word) => `W ${mask}.w${word}`,
  (_level, _mask, word) => `W active.w${word}`,
  (level) => `INC count[${level}]`,
  (level) => `DEC count[${level}]`,
  (_level, mask, cpu) => `SETBIT ${mask}.c${cpu}`,
  (_level, mask, cpu) => `CLRBIT ${mask}.c${cpu}`,
  () => 'RMB',
  () => 'MBB',
  () => 'MBA',
];

function readTraceEntry(answer: ProbeAnswer, variant: Variant): string {
  const [code, level, node, index] = [answer.next(), answer.next(), answer.next(), answer.next()];
  const mask = variant === 'per_node' ? `mask[${level}][${node}]` : `mask[${level}]`;
  return TRACE[code]?.(level, mask, index) ?? `access of unknown kind ${code}`;
}

function readStepAnswer(answer: ProbeAnswer, step: Step, machine: CpupriMachine, variant: Variant) {
  const result: StepAnswer = { trace: [] };
  for (const _part of step.parts) {
    if (step.kind === 'set') result.cpu_to_pri = answer.next();
    if (step.kind === 'find') {
      result.ret = answer.next();
      result.lowest_mask = answer.set(machine.setWords);
    }
    for (const entry of answer.list(() => readTraceEntry(answer, variant))) {
      result.trace.push(entry);
    }
  }
  return result;
}

function readAnswer(words: Int32Array, { machine, steps }: Case, variant: Variant): CaseAnswer {
  const answer = new ProbeAnswer(words);
  const repeat = <Item>(length: number, read: () => Item) => Array.from({ length }, read);
  const nodes = variant === 'per_node' ? machine.nodes : 1;
  return {
    steps: steps.map((step) => readStepAnswer(answer, step, machine, variant)),
    counts: repeat(CPUPRI_LEVELS, () => answer.next()),
    levels: repeat(machine.cpus, () => answer.next()),
    masks: repeat(CPUPRI_LEVELS, () => repeat(nodes, () => answer.set(machine.setWords))),
  };
}

// ---- claims ------------------------------------------------------------------------------------

function traceClaims(field: JsonField, index: number): VectorClaim<CaseAnswer>[] {
  const entries = field.items();
  const claims = entries.map((entry, i) => ({
    where: entry.path,
    expected: entry.text(),
    got: ({ steps }: CaseAnswer) => steps[index]!.trace[i] ?? 'no further access',
  }));
  const end = {
    where: `${field.path}[${entries.length}]`,
    expected: 'no further access',
    got: ({ steps }: CaseAnswer) => steps[index]!.trace[entries.length] ?? 'no further access',
  };
  return [...claims, end];
}

const ANSWERED = {
  set: ['cpu_to_pri', 'trace'],
  find: ['ret', 'lowest_mask', 'trace'],
  silent: ['trace'],
} as const;

function stepClaims(
  field: JsonField,
  step: Step,
  index: number,
  cpus: number,
): VectorClaim<CaseAnswer>[] {
  allowOnly(field, ANSWERED[step.kind]);
  return field.entries().flatMap(([name, value]): VectorClaim<CaseAnswer>[] => {
    switch (name) {
      case 'cpu_to_pri':
        return [numberClaim(value, ({ steps }) => steps[index]!.cpu_to_pri)];
      case 'ret':
        return [numberClaim(value, ({ steps }) => steps[index]!.ret)];
      case 'lowest_mask':
        return [
          {
            where: value.path,
            expected: normalCpuList(value, cpus),
            got: ({ steps }) => formatCpuList(steps[index]!.lowest_mask ?? []),
          },
        ];
      case 'trace':
        return traceClaims(value, index);
      default:
        return [];
    }
  });
}

function countClaims(field: JsonField): VectorClaim<CaseAnswer>[] {
  const named = new Map(numberedFields(field, 0, CPUPRI_LEVELS - 1));
  return Array.from({ length: CPUPRI_LEVELS }, (_, level) => {
    const value = named.get(level) ?? new JsonField(0, `${field.path}.${level}`);
    return numberClaim(value, ({ counts }: CaseAnswer) => counts[level]);
  });
}

/** Either a list of levels by CPU, or lists of CPUs by level: levels left out claim nothing. */
function levelClaims(field: JsonField, cpus: number): VectorClaim<CaseAnswer>[] {
  if (Array.isArray(field.value)) {
    const items = field.items();
    if (items.length !== cpus) field.refuse(`write ${cpus} levels, one per CPU`);
    return items.map((item, cpu) => numberClaim(item, ({ levels }) => levels[cpu]));
  }
  return numberedFields(field, -1, CPUPRI_LEVELS - 1).map(([level, list]) => ({
    where: list.path,
    expected: normalCpuList(list, cpus),
    got: ({ levels }) => formatCpuList([...levels.keys()].filter((cpu) => levels[cpu] === level)),
  }));
}

/** CPUs that stand in every one of the sets. */
function intersection(sets: number[][], cpus: number): number[] {
  const [first = [], ...others] = sets.map((set) => new Set(set));
  return [...first].filter((cpu) => cpu < cpus && others.every((set) => set.has(cpu)));
}

function maskClaims(field: JsonField, cpus: number): VectorClaim<CaseAnswer>[] {
  return numberedFields(field, 0, CPUPRI_LEVELS - 1).map(([level, list]) => ({
    where: list.path,
    expected: normalCpuList(list, cpus),
    got: ({ masks }) => formatCpuList(intersection(masks[level]!, cpus)),
  }));
}

/** A bitmap as it lies in memory: "0-3 +tail:4-63", bits beyond the last CPU apart. */
function formatRaw(members: number[], cpus: number): string {
  const tail = formatCpuList(members.filter((cpu) => cpu >= cpus));
  const list = formatCpuList(members.filter((cpu) => cpu < cpus));
  return tail === '' ? list : `${list} +tail:${tail}`;
}

function normalRaw(field: JsonField, { cpus, setWords: words }: CpupriMachine): string {
  const [list = '', tail] = field.text().split(/ ?\+tail:/, 2);
  const bits = words * 64;
  const tailMembers = tail === undefined ? [] : readCpuList(new JsonField(tail, field.path), bits);
  if (tailMembers.some((bit) => bit < cpus)) {
    field.refuse(`let the tail name bits from ${cpus} to ${bits - 1}`);
  }
  const members = [...readCpuList(new JsonField(list, field.path), cpus), ...tailMembers];
  return formatRaw(
    [...new Set(members)].sort((a, b) => a - b),
    cpus,
  );
}

function rawClaims(
  field: JsonField,
  machine: CpupriMachine,
  variant: Variant,
): VectorClaim<CaseAnswer>[] {
  const nodes = variant === 'per_node' ? machine.nodes : 1;
  return numberedFields(field, 0, CPUPRI_LEVELS - 1).flatMap(([level, byNode]) =>
    numberedFields(byNode, 0, nodes - 1).map(([node, list]) => ({
      where: list.path,
      expected: normalRaw(list, machine),
      got: ({ masks }: CaseAnswer) => formatRaw(masks[level]![node]!, machine.cpus),
    })),
  );
}

function finalClaims(
  field: JsonField,
  machine: CpupriMachine,
  variant: Variant,
): VectorClaim<CaseAnswer>[] {
  if (!field.present) return [];
  const { cpus } = machine;
  const readers: Record<string, (value: JsonField) => VectorClaim<CaseAnswer>[]> = {
    counts: countClaims,
    cpu_to_pri: (value) => levelClaims(value, cpus),
    masks: (value) => maskClaims(value, cpus),
    node_masks_raw: (value) => rawClaims(value, machine, variant),
  };
  allowOnly(field, Object.keys(readers));
  return field.entries().flatMap(([name, value]) => readers[name]?.(value) ?? []);
}

// ---- reading and running -----------------------------------------------------------------------

/** Words the answer may have: the longest traces of all steps, and the state at the end. */
function capacityOf(steps: Step[], { cpus, nodes, setWords: words }: CpupriMachine): number {
  const searchEntries = SEARCH_PASSES * CPUPRI_LEVELS * (2 + nodes * words * 2 + words);
  const partWords = {
    set: 2 + 4 * SET_ENTRIES,
    find: 2 + 2 * words + 4 * searchEntries,
    silent: 1,
  };
  const traces = steps.reduce((sum, { kind, parts }) => sum + parts.length * partWords[kind], 0);
  return traces + CPUPRI_LEVELS + cpus + CPUPRI_LEVELS * nodes * 2 * words;
}

function readCase(field: JsonField, machines: Machines): Case {
  const machine = machines.of(field.at('topology'));
  const steps = field
    .at('steps')
    .items()
    .map((step) => readStep(step, machine));
  const atInit = field.at('cpumask_of_node_at_init');
  const { cpus, nodeCpus, setWords: words } = machine;
  const initial = atInit.present ? readNodeSets(atInit, cpus, nodeCpus) : nodeCpus;
  const parts = steps.flatMap((step) => step.parts);
  const tail = [...initial.flatMap((set) => setWords(set, words)), parts.length, ...parts.flat()];
  const expect = field.at('expect');
  allowOnly(expect, VARIANTS);
  const runs = VARIANTS.filter((variant) => expect.at(variant).present).map((variant) => {
    const expected = expect.at(variant);
    allowOnly(expected, ['steps', 'final']);
    const stepFields = expected.at('steps').items();
    if (stepFields.length !== steps.length) {
      expected.at('steps').refuse(`write ${steps.length} expectations, one per step`);
    }
    return {
      variant,
      input: Int32Array.from([...machine.words, Number(variant === 'per_node'), ...tail]),
      capacity: capacityOf(steps, machine),
      claims: [
        ...stepFields.flatMap((step, index) => stepClaims(step, steps[index]!, index, cpus)),
        ...finalClaims(expected.at('final'), machine, variant),
      ],
    };
  });
  if (runs.length === 0) expect.refuse(`expect something of ${VARIANTS.join(' or ')}`);
  return { id: field.at('id').text(), machine, steps, runs };
}

export const readCases = (field: JsonField, machines: Machines): Case[] =>
  itemsOf(field).map((item) => readCase(item, machines));

export function runCase(vector: Case, probe: ProbeRunner): CaseResult {
  const { id } = vector;
  for (const { variant, input, capacity, claims } of vector.runs) {
    const words = probe.run(PROBE.CPUPRI, input, capacity);
    const result = vectorVerdict(id, claims, readAnswer(words, vector, variant));
    if (!result.ok) return result;
  }
  return { id, ok: true };
}
