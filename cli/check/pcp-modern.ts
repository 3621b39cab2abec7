// Cases of a page-list file on the modern per-CPU lists: how much each refill asks for and each flush
// gives back, and how the lists tune themselves. Words of the probe: wasm-core/src/probe/pcp.c.

import { PROBE } from '../../web/engine/abi.gen.ts';
import { ProbeAnswer } from '../../web/engine/probe-words.ts';
import { allowOnly, numberClaim, type VectorClaim, vectorVerdict } from './claims.ts';
import type { JsonField } from './json-fields.ts';
import { type ListPattern, listClaim, readListPattern } from './page-lists.ts';
import { MOST_PAGES } from './pcp-sequence.ts';
import type { CaseResult, ProbeRunner } from './types.ts';

const QUESTION_MODERN = 4;
const BLOCK = 1024;
const COSTLY_ORDER = 3;
const HUGE_ORDER = 9;
/** Blocks of a batch a refill asks for at most: batch << 5. */
const SCALE = 32;
/** The file's conventions cut lists of refills and flushes here without a sign. */
const CUT_AT = 64;

const STEPS = {
  alloc: ['order', 'n'],
  free: ['order', 'n'],
  set_zone_flags: ['reclaim_active', 'below_high'],
  set_free_high_batch: ['value'],
  decay: [],
} as const;
type Operation = keyof typeof STEPS;
const OPERATIONS = Object.keys(STEPS) as Operation[];

const STATE = ['count', 'high', 'alloc_factor', 'free_count', 'prev_free_high_order'] as const;
type StateName = (typeof STATE)[number];
const ANSWERED = ['refills', 'bulk_frees', 'more_work', ...STATE] as const;

/** What the core says after a step. */
interface State extends Record<StateName, number> {
  refills: number[];
  flushes: number[];
  more: boolean;
}

interface Step {
  words: number[];
  isDecay: boolean;
  claims: VectorClaim<State>[];
  /** Pages that may be taken out of the zone. */
  pages: number;
}

export interface ModernCase {
  id: string;
  words: number[];
  first: VectorClaim<State>[];
  steps: Step[];
  capacity: number;
}

function readOrder(field: JsonField): number {
  const order = field.integer(0, HUGE_ORDER);
  if (order > COSTLY_ORDER && order !== HUGE_ORDER) {
    field.refuse(`write 0 to ${COSTLY_ORDER} or ${HUGE_ORDER}: other orders have no list`);
  }
  return order;
}

const bit = (field: JsonField): number =>
  typeof field.value === 'boolean' ? Number(field.value) : field.integer(0, 1);

/** Words of a step, and the pages it moves at most. */
function readOperation(field: JsonField, operation: Operation): { words: number[]; pages: number } {
  switch (operation) {
    case 'alloc':
    case 'free': {
      const order = readOrder(field.at('order'));
      const n = field.at('n').integer(0, MOST_PAGES);
      return { words: [operation === 'alloc' ? 0 : 1, order, n], pages: n << order };
    }
    case 'set_zone_flags': {
      const flags = [bit(field.at('reclaim_active')), bit(field.at('below_high'))];
      return { words: [2, ...flags], pages: 0 };
    }
    case 'set_free_high_batch':
      return { words: [3, bit(field.at('value'))], pages: 0 };
    case 'decay':
      return { words: [4], pages: 0 };
  }
}

/** A list of exactly as many entries as the file keeps may go on. */
function sizesClaim(field: JsonField, got: (state: State) => number[]): VectorClaim<State> {
  const read = readListPattern(field, 0, MOST_PAGES);
  const isCut = !read.tail && read.head.length === CUT_AT;
  const pattern: ListPattern = isCut ? { head: read.head, tail: [] } : read;
  return listClaim(field.path, pattern, (state: State) => {
    const entries = got(state);
    return { entries, length: entries.length };
  });
}

/** Steps say nothing of refills or flushes when there are none. */
function sizesClaims(field: JsonField): VectorClaim<State>[] {
  const refills = field.at('refills');
  const flushes = field.at('bulk_frees');
  const none = (where: string, got: (state: State) => number[]): VectorClaim<State> => ({
    where,
    expected: '[]',
    got: (state) => `[${got(state).join(', ')}]`,
  });
  return [
    refills.present
      ? sizesClaim(refills, (state) => state.refills)
      : none(refills.path, (state) => state.refills),
    flushes.present
      ? sizesClaim(flushes, (state) => state.flushes)
      : none(flushes.path, (state) => state.flushes),
  ];
}

function stateClaims(field: JsonField): VectorClaim<State>[] {
  return STATE.flatMap((name) => {
    const value = field.at(name);
    if (!value.present) return [];
    if (typeof value.value !== 'boolean') return [numberClaim(value, (s: State) => s[name])];
    const expected = `${Number(value.value)}`;
    return [{ where: value.path, expected, got: (state: State) => `${state[name]}` }];
  });
}

function readStep(field: JsonField): Step {
  const operation = field.at('op').oneOf(OPERATIONS);
  allowOnly(field, ['op', ...STEPS[operation], ...ANSWERED]);
  const { words, pages } = readOperation(field, operation);
  const claims = [...sizesClaims(field), ...stateClaims(field)];
  const more = field.at('more_work');
  if (more.present) {
    if (operation !== 'decay') more.refuse('leave it out: only decay has more work');
    const expected = `${more.boolean()}`;
    claims.push({ where: more.path, expected, got: (state) => `${state.more}` });
  }
  return { words, isDecay: operation === 'decay', claims, pages };
}

export function readModernCase(field: JsonField, id: string): ModernCase {
  allowOnly(field, ['id', 'kind', 'obtained', 'steps']);
  const [init, ...rest] = field.at('steps').items();
  if (!init) return field.at('steps').refuse('begin with an init');
  init.at('op').oneOf(['init']);
  const limits = ['batch', 'high_min', 'high_max'] as const;
  allowOnly(init, ['op', ...limits, ...STATE]);
  const batch = init.at('batch').integer(1, MOST_PAGES);
  const [min, max] = [init.at('high_min'), init.at('high_max')].map((high) =>
    high.integer(0, MOST_PAGES),
  ) as [number, number];
  const steps = rest.map(readStep);
  const moved = steps.reduce((sum, step) => sum + step.pages, 0);
  // Enough that the zone never runs out of the largest blocks, whatever is kept on the lists.
  const wanted = 2 * moved + max + min + 4 * SCALE * batch + 4 * BLOCK;
  const pages = Math.ceil(wanted / BLOCK) * BLOCK;
  if (pages > MOST_PAGES) field.at('steps').refuse(`move fewer than ${MOST_PAGES / 4} pages`);
  return {
    id,
    words: [QUESTION_MODERN, pages, batch, min, max, steps.length],
    first: stateClaims(init),
    steps,
    capacity: 5 + steps.length * 8 + pages + 2 * moved,
  };
}

function readState(answer: ProbeAnswer, step: Step | undefined): State {
  const next = () => answer.next();
  const refills = step ? answer.list(next) : [];
  const flushes = step ? answer.list(next) : [];
  const more = step?.isDecay ? next() !== 0 : false;
  const numbers = Object.fromEntries(STATE.map((name) => [name, next()]));
  return { refills, flushes, more, ...(numbers as Record<StateName, number>) };
}

export function runModernCase(vector: ModernCase, probe: ProbeRunner): CaseResult {
  const { id, words, first, steps, capacity } = vector;
  const input = Int32Array.from([...words, ...steps.flatMap((step) => step.words)]);
  const answer = new ProbeAnswer(probe.run(PROBE.PCP, input, capacity));
  const atFirst = vectorVerdict(id, first, readState(answer, undefined));
  if (!atFirst.ok) return atFirst;
  for (const step of steps) {
    const result = vectorVerdict(id, step.claims, readState(answer, step));
    if (!result.ok) return result;
  }
  return { id, ok: true };
}
