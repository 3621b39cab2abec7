// Vector files of the line model: sequences of accesses with the state of the line after each, and
// the counter rows at the end. What a machine is made of stands in coherence-machine.ts, the words of
// the probe in wasm-core/src/probe/coherence.c.

import { PROBE } from '../../web/engine/abi.gen.ts';
import { longWords, ProbeAnswer } from '../../web/engine/probe-words.ts';
import { type CoherenceMachine, readCoherenceMachine } from './coherence-machine.ts';
import { ADDRESS_REMEDY, isObject, JsonField, parseAddress } from './json-fields.ts';
import type { CaseResult, ProbeRunner, VectorFormat } from './types.ts';

/** In the order of enum ss_access_class. */
const CLASSES = [
  'L1',
  'LFB',
  'LLC',
  'LCL_HITM',
  'RMT_HITM',
  'RMT_HIT',
  'INV',
  'LCL_DRAM',
  'RMT_DRAM',
] as const;
/** In the order of enum ss_access_kind. */
const KINDS = ['LOAD', 'STORE', 'RMW'] as const;

const LINE_BYTES = 64;
const OVERLAP_FLAG = 4;
/** Symbols and steps of one vector the probe can tell apart. */
const MOST_SYMBOLS = 65_536;
const MOST_STEPS = 1 << 24;
/** The symbol of an access that names none. */
const NO_SYMBOL = 'f';

interface Step {
  cpu: number;
  line: number;
  offset: number;
  flags: number;
  time: number;
  symbol: number;
  expect: [string, JsonField][];
}

/** One vector, read and checked: ready to run. */
interface Sequence {
  id: string;
  machine: CoherenceMachine;
  /** Address of each dense line and the node its memory lies in. */
  lines: { address: bigint; home: number }[];
  symbols: string[];
  steps: Step[];
  /** Rows the core will need: distinct line, offset and symbol. */
  rowCount: number;
  rows: JsonField | undefined;
}

interface HandOver {
  id: string;
  machine: CoherenceMachine;
  owner: number;
  waiter: number;
  expect: number;
}

interface VectorFile {
  sequences: Sequence[];
  handOvers: HandOver[];
}

/** Dense numbers by key, in order of first use. */
class Numbering<Key> {
  readonly keys: Key[] = [];
  readonly #numbers = new Map<Key, number>();

  of(key: Key): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.keys.push(key) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }
}

// ---- reading -----------------------------------------------------------------------------------

/** Machines by name; a vector may also describe its own. */
class Machines {
  readonly #known = new Map<string, JsonField>();
  readonly #read = new Map<string, CoherenceMachine>();

  constructor(platforms: JsonField) {
    if (!platforms.present) return;
    const named: [string, JsonField][] = Array.isArray(platforms.value)
      ? platforms.items().map((platform) => [platform.at('name').text(), platform])
      : platforms.entries();
    for (const [name, platform] of named) this.#known.set(name, platform);
  }

  of(platform: JsonField): CoherenceMachine {
    if (isObject(platform.value)) return readCoherenceMachine(platform);
    const name = platform.text();
    let machine = this.#read.get(name);
    if (!machine) {
      const known = [...this.#known.keys()].join(', ');
      const found = this.#known.get(name) ?? platform.refuse(`name one of the platforms: ${known}`);
      machine = readCoherenceMachine(found);
      this.#read.set(name, machine);
    }
    return machine;
  }
}

function readStep(
  field: JsonField,
  machine: CoherenceMachine,
  lines: Numbering<bigint>,
  symbols: Numbering<string>,
): Step {
  const address = field.at('addr').address();
  const offset = Number(address % BigInt(LINE_BYTES));
  const size = field.at('size').integer(1, LINE_BYTES, 1);
  if (offset + size > LINE_BYTES) {
    field.at('size').refuse(`write at most ${LINE_BYTES - offset}: no access may cross a line`);
  }
  const kind = KINDS.indexOf(field.at('kind').oneOf(KINDS));
  const overlap = field.at('overlap').boolean(false) ? OVERLAP_FLAG : 0;
  const expect = field.at('expect');
  return {
    cpu: field.at('cpu').integer(0, machine.cpus - 1),
    line: lines.of(address / BigInt(LINE_BYTES)),
    offset,
    flags: kind | overlap,
    time: field.at('t').integer(0, Number.MAX_SAFE_INTEGER),
    symbol: symbols.of(field.at('symbol').text(NO_SYMBOL)),
    expect: expect.present ? expect.entries() : [],
  };
}

function readHomes(homes: JsonField, machine: CoherenceMachine): Map<bigint, number> {
  const nodes = new Map<bigint, number>();
  if (!homes.present) return nodes;
  for (const [text, home] of homes.entries()) {
    const address = parseAddress(text) ?? home.refuse(`its key is the line; ${ADDRESS_REMEDY}`);
    nodes.set(address / BigInt(LINE_BYTES), home.integer(0, machine.nodes - 1));
  }
  return nodes;
}

function readSequence(field: JsonField, index: number, machines: Machines): Sequence {
  field.object();
  const machine = machines.of(field.at('platform'));
  const homes = readHomes(field.at('homes'), machine);
  const lines = new Numbering<bigint>();
  const symbols = new Numbering<string>();
  const stepFields = field.at('steps').items();
  if (stepFields.length > MOST_STEPS) field.at('steps').refuse(`write at most ${MOST_STEPS} steps`);
  const steps = stepFields.map((step) => readStep(step, machine, lines, symbols));
  if (symbols.keys.length > MOST_SYMBOLS) {
    field.at('steps').refuse(`use at most ${MOST_SYMBOLS} different symbols`);
  }
  const rows = field.at('rows');
  return {
    id: field.at('id').text(`vectors[${index}]`),
    machine,
    lines: lines.keys.map((line) => ({
      address: line * BigInt(LINE_BYTES),
      home: homes.get(line) ?? 0,
    })),
    symbols: symbols.keys,
    steps,
    rowCount: new Set(steps.map((step) => `${step.line} ${step.offset} ${step.symbol}`)).size,
    rows: rows.present ? rows : undefined,
  };
}

function readHandOver(field: JsonField, index: number, machines: Machines): HandOver {
  const machine = machines.of(field.at('platform'));
  return {
    id: field.at('id').text(`lock_handover[${index}]`),
    machine,
    owner: field.at('owner_core').integer(0, machine.cores - 1),
    waiter: field.at('head_core').integer(0, machine.cores - 1),
    expect: field.at('expect_ns').integer(0, Number.MAX_SAFE_INTEGER),
  };
}

function readFile(file: unknown): VectorFile {
  const root = new JsonField(file, '');
  const machines = new Machines(root.at('platforms'));
  const list = (key: string) => (root.at(key).present ? root.at(key).items() : []);
  return {
    sequences: list('vectors').map((field, index) => readSequence(field, index, machines)),
    handOvers: list('lock_handover').map((field, index) => readHandOver(field, index, machines)),
  };
}

// ---- the probe's words -------------------------------------------------------------------------

const STEP_WORDS = 17;
const ROW_WORDS = 18;
const LINE_WORDS = 7;

function wordsOf(sequence: Sequence): Int32Array {
  const { machine, lines, steps, rowCount } = sequence;
  const words = [...machine.words, lines.length];
  for (const line of lines) words.push(line.home);
  words.push(rowCount, steps.length);
  for (const step of steps) {
    const { cpu, line, offset, flags, time, symbol } = step;
    words.push(cpu, line, offset, flags, ...longWords(time), symbol);
  }
  words.push(0);
  return Int32Array.from(words);
}

type Value = number | string | boolean | number[];

/** The state after one step, by the names a vector file uses. */
function readState(words: ProbeAnswer, machine: CoherenceMachine): Record<string, Value> {
  return {
    done: words.unsignedLong(),
    cls: CLASSES[words.next()] ?? 'unknown',
    wait: words.unsignedLong(),
    owner: words.next(),
    dirty: words.next() !== 0,
    busy: words.unsignedLong(),
    ready: words.unsignedLong(),
    data_at: words.unsignedLong(),
    drain: words.unsignedLong(),
    supplier: words.next(),
    supplier_llc: words.next(),
    sharers: words.set(machine.coreWords),
  };
}

/** A counter row, by the names a vector file uses. */
function readRow(words: ProbeAnswer, sequence: Sequence): Record<string, Value> {
  const line = sequence.lines[words.next()];
  const offset = words.next();
  return {
    line: `0x${(line?.address ?? 0n).toString(16)}`,
    offset: `0x${offset.toString(16)}`,
    symbol: sequence.symbols[words.next()] ?? '',
    loads: words.next(),
    stores: words.next(),
    locked: words.next(),
    lcl_hitm: words.next(),
    rmt_hitm: words.next(),
    st_l1hit: words.next(),
    st_l1miss: words.next(),
    ld_n: words.next(),
    ld_cycles: words.unsignedLong(),
    hitm_n: words.next(),
    hitm_cycles: words.unsignedLong(),
    max_cycles: words.next() >>> 0,
    records: words.next(),
  };
}

// ---- comparing ---------------------------------------------------------------------------------

/** Fields of an expectation that speak to a reader. */
const REMARKS = new Set(['note', 'why', 'comment']);

interface Difference {
  where: string;
  expected: string;
  got: string;
}

/** What the file expects, in the form of the answer it is compared with. */
function expectation(field: JsonField, answer: Value): Value {
  if (typeof answer === 'number') return field.integer(-1, Number.MAX_SAFE_INTEGER);
  if (typeof answer === 'string') return field.text();
  if (typeof answer === 'boolean') return field.boolean();
  return field
    .items()
    .map((item) => item.integer(0, MOST_SYMBOLS))
    .sort((a, b) => a - b);
}

/** The first field that differs. A field we know nothing of is refused: it would pass unseen. */
function firstDifference(
  expect: [string, JsonField][],
  answers: Record<string, Value>,
): Difference | undefined {
  for (const [key, field] of expect) {
    if (REMARKS.has(key)) continue;
    const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
    if (answer === undefined) {
      return field.refuse(`use the fields ${Object.keys(answers).join(', ')}`);
    }
    const expected = JSON.stringify(expectation(field, answer));
    const got = JSON.stringify(answer);
    if (expected !== got) return { where: field.path, expected, got };
  }
  return undefined;
}

const rowKey = (row: Record<string, Value>) => `${row.line} ${row.offset} ${row.symbol}`;

function expectedRowKey(row: JsonField): string {
  const hexadecimal = (value: bigint) => `0x${value.toString(16)}`;
  return rowKey({
    line: hexadecimal((row.at('line').address() / BigInt(LINE_BYTES)) * BigInt(LINE_BYTES)),
    offset: hexadecimal(row.at('offset').address()),
    symbol: row.at('symbol').text(NO_SYMBOL),
  });
}

/** Rows are matched by line, offset and symbol; their order does not matter. */
function compareRows(
  rows: JsonField,
  words: ProbeAnswer,
  sequence: Sequence,
): Difference | undefined {
  const got = new Map<string, Record<string, Value>>();
  for (let count = words.next(); count > 0; count--) {
    const row = readRow(words, sequence);
    got.set(rowKey(row), row);
  }
  for (const row of rows.items()) {
    const key = expectedRowKey(row);
    const answers = got.get(key);
    if (!answers) return { where: row.path, expected: `a row ${key}`, got: 'no such row' };
    got.delete(key);
    const identity = new Set(['line', 'offset', 'symbol']);
    const counters = row.entries().filter(([name]) => !identity.has(name));
    const difference = firstDifference(counters, answers);
    if (difference) return difference;
  }
  const extra = [...got.keys()][0];
  return extra === undefined
    ? undefined
    : { where: rows.path, expected: 'no further row', got: `a row ${extra}` };
}

// ---- running -----------------------------------------------------------------------------------

function runSequence(sequence: Sequence, probe: ProbeRunner): CaseResult {
  const { id, machine, steps } = sequence;
  const capacity =
    steps.length * (STEP_WORDS + 2 * machine.coreWords) +
    (1 + sequence.rowCount * ROW_WORDS) +
    sequence.lines.length * LINE_WORDS;
  const words = new ProbeAnswer(probe.run(PROBE.COHERENCE, wordsOf(sequence), capacity));
  for (const step of steps) {
    const difference = firstDifference(step.expect, readState(words, machine));
    if (difference) return { id, ok: false, ...difference };
  }
  const difference = sequence.rows && compareRows(sequence.rows, words, sequence);
  return difference ? { id, ok: false, ...difference } : { id, ok: true };
}

function runHandOver(handOver: HandOver, probe: ProbeRunner): CaseResult {
  const { id, machine, owner, waiter, expect } = handOver;
  const input = Int32Array.from([...machine.words, 0, 0, 0, 1, owner, waiter]);
  const got = new ProbeAnswer(probe.run(PROBE.COHERENCE, input, 2)).next();
  if (got === expect) return { id, ok: true };
  return { id, ok: false, where: `${id}.expect_ns`, expected: `${expect}`, got: `${got}` };
}

export const coherenceFormat: VectorFormat = {
  name: 'coherence',

  recognises(file) {
    if (!isObject(file)) return false;
    if (Array.isArray(file.lock_handover)) return true;
    return Array.isArray(file.vectors) && file.platforms !== undefined;
  },

  *check(file, probe) {
    const { sequences, handOvers } = readFile(file);
    for (const sequence of sequences) yield runSequence(sequence, probe);
    for (const handOver of handOvers) yield runHandOver(handOver, probe);
  },
};
