// Cases of a page-list file that allocate and free pages step by step on the lists of v4.18 and
// v4.19, over a real buddy allocator. Words of the probe: wasm-core/src/probe/pcp.c.

import { PROBE } from '../../web/engine/abi.gen.ts';
import { ProbeAnswer } from '../../web/engine/probe-words.ts';
import { allowOnly, numberClaim, type VectorClaim, vectorVerdict } from './claims.ts';
import type { JsonField } from './json-fields.ts';
import { listClaim, readListPattern } from './page-lists.ts';
import { type CaseResult, type ProbeRunner, VectorFileError } from './types.ts';

const QUESTION_SEQUENCE = 3;
const BLOCK = 1024;
const PAGEBLOCK = 512;
export const MOST_PAGES = 2 ** 22;
const ORDERS = 11;
const TYPES = 6;
const PCP_TYPES = 3;
/** Per-CPU lists are cut here without a sign. */
const PCP_CUT_AT = 40;
/** Words of an answer the machine can spare. */
const MOST_WORDS = 2 ** 25;

const STEPS = {
  alloc: ['migratetype', 'n', 'pfns'],
  free: ['pfns'],
  free_range: ['from', 'to'],
  free_stride: ['from', 'to', 'step'],
  drain_all: [],
  drain_one_batch: [],
  set_pageblock_migratetype: ['pageblock', 'migratetype'],
} as const;
type Operation = keyof typeof STEPS;
const OPERATIONS = Object.keys(STEPS) as Operation[];

const CLAIMED = [
  'pcp_count',
  'pcp_list_len',
  'pcp_list_0_head_to_tail',
  'pcp_list_1_head_to_tail',
  'pcp_list_2_head_to_tail',
  'zone_lock_acquisitions',
  'nr_free_pages',
  'free_area_nr_free',
  'free_lists',
] as const;

/** What the core says after a step. */
interface State {
  /** A page the step would have freed though it is not in use, or -1. */
  unused: number;
  pages: number[];
  count: number;
  lengths: number[];
  acquisitions: number;
  freePages: number;
  freeByOrder: number[];
  /** By order and type. */
  freeLists: { length: number; entries: number[] }[];
  pcpLists: number[][];
}

interface Step {
  field: JsonField;
  words: number[];
  /** Pages handed out. */
  allocates: number;
  claims: VectorClaim<State>[];
}

export interface SequenceCase {
  id: string;
  head: number[];
  steps: Step[];
  /** Entries of a free list the file shows at most. */
  shown: number;
  capacity: number;
}

// ---- reading -----------------------------------------------------------------------------------

function wordsOf(field: JsonField, operation: Operation, pages: number): number[] {
  const page = (name: string) => field.at(name).integer(0, pages - 1);
  switch (operation) {
    case 'alloc': {
      const type = field.at('migratetype').integer(0, PCP_TYPES - 1);
      return [0, type, field.at('n').integer(0, MOST_PAGES)];
    }
    case 'free': {
      const list = field.at('pfns').items();
      return [1, list.length, ...list.map((item) => item.integer(0, pages - 1))];
    }
    case 'free_range':
      return runOf(page('from'), page('to'), 1);
    case 'free_stride':
      return runOf(page('from'), page('to'), field.at('step').integer(1, pages));
    case 'drain_all':
      return [3];
    case 'drain_one_batch':
      return [4];
    case 'set_pageblock_migratetype': {
      const block = field.at('pageblock').integer(0, pages / PAGEBLOCK - 1);
      return [5, block, field.at('migratetype').integer(0, TYPES - 1)];
    }
  }
}

/** Runs go down when they end below where they begin. */
const runOf = (from: number, to: number, step: number): number[] => [
  2,
  from,
  to,
  from <= to ? step : -step,
];

function freeListClaims(field: JsonField, pages: number): VectorClaim<State>[] {
  const named = new Map<number, VectorClaim<State>>();
  for (const [key, value] of field.entries()) {
    const [, order = '', type = ''] = /^(\d{1,2})\/(\d)$/.exec(key) ?? [];
    if (order === '' || Number(order) >= ORDERS || Number(type) >= TYPES) {
      throw new VectorFileError(
        value.path,
        `"${key}" names no free list`,
        `write order/type, from 0/0 to ${ORDERS - 1}/${TYPES - 1}`,
      );
    }
    const index = Number(order) * TYPES + Number(type);
    const pattern = readListPattern(value, 0, pages - 1);
    named.set(
      index,
      listClaim(value.path, pattern, ({ freeLists }) => freeLists[index]!),
    );
  }
  // Lists that are not named are empty.
  return Array.from({ length: ORDERS * TYPES }, (_, index) => {
    const name = `${Math.floor(index / TYPES)}/${index % TYPES}`;
    const empty = { head: [], tail: undefined };
    return (
      named.get(index) ??
      listClaim<State>(`${field.path}.${name}`, empty, ({ freeLists }) => freeLists[index]!)
    );
  });
}

const wholeList = (entries: readonly number[]) => ({ entries, length: entries.length });

function pcpListClaim(field: JsonField, type: number): VectorClaim<State> {
  const read = readListPattern(field, 0, MOST_PAGES);
  const isCut = !read.tail && read.head.length === PCP_CUT_AT;
  const pattern = isCut ? { head: read.head, tail: [] } : read;
  return listClaim(field.path, pattern, ({ pcpLists }: State) => wholeList(pcpLists[type] ?? []));
}

function claimsOf(field: JsonField, pages: number): VectorClaim<State>[] {
  const list = (value: JsonField, low: number, got: (state: State) => number[]) =>
    listClaim(value.path, readListPattern(value, low, MOST_PAGES), (state: State) =>
      wholeList(got(state)),
    );
  return CLAIMED.flatMap((name): VectorClaim<State>[] => {
    const value = field.at(name);
    if (!value.present) return [];
    switch (name) {
      case 'pcp_count':
        return [numberClaim(value, ({ count }) => count)];
      case 'pcp_list_len':
        return [list(value, 0, ({ lengths }) => lengths)];
      case 'zone_lock_acquisitions':
        return [numberClaim(value, ({ acquisitions }) => acquisitions)];
      case 'nr_free_pages':
        return [numberClaim(value, ({ freePages }) => freePages)];
      case 'free_area_nr_free':
        return [list(value, 0, ({ freeByOrder }) => freeByOrder)];
      case 'free_lists':
        return freeListClaims(value, pages);
      default: {
        const type = Number(name.at('pcp_list_'.length));
        return [pcpListClaim(value, type)];
      }
    }
  });
}

function readStep(field: JsonField, pages: number): Step {
  const operation = field.at('op').oneOf(OPERATIONS);
  allowOnly(field, ['op', ...STEPS[operation], ...CLAIMED]);
  const words = wordsOf(field, operation, pages);
  const claims = claimsOf(field, pages);
  const given = field.at('pfns');
  const allocates = operation === 'alloc' ? words[2]! : 0;
  if (operation === 'alloc' && given.present) {
    const pattern = readListPattern(given, -1, pages - 1);
    claims.unshift(listClaim(given.path, pattern, (state) => wholeList(state.pages)));
  }
  return { field, words, allocates, claims };
}

function longestShown(steps: readonly JsonField[]): number {
  const lengths = steps
    .map((step) => step.at('free_lists'))
    .filter((lists) => lists.present)
    .flatMap((lists) => lists.entries().map(([, list]) => list.items().length));
  return Math.max(1, ...lengths);
}

export function readSequenceCase(field: JsonField, id: string): SequenceCase {
  allowOnly(field, ['id', 'kind', 'obtained', 'steps']);
  const [init, ...rest] = field.at('steps').items();
  if (!init) return field.at('steps').refuse('begin with an init');
  init.at('op').oneOf(['init']);
  allowOnly(init, ['op', 'zone_pages', 'batch', 'high', ...CLAIMED]);
  const pages = init.at('zone_pages').integer(BLOCK, MOST_PAGES);
  if (pages % BLOCK !== 0) init.at('zone_pages').refuse(`write a multiple of ${BLOCK}`);
  const batch = init.at('batch').integer(1, MOST_PAGES);
  const high = init.at('high').integer(0, MOST_PAGES);
  const shown = longestShown([init, ...rest]);
  const first = { field: init, words: [], allocates: 0 };
  const steps = [
    { ...first, claims: claimsOf(init, pages) },
    ...rest.map((step) => readStep(step, pages)),
  ];
  const state = 20 + ORDERS * TYPES * (1 + shown) + pages;
  const capacity = steps.reduce((sum, step) => sum + 1 + step.allocates + state, 0);
  if (capacity > MOST_WORDS) field.at('steps').refuse('use a smaller zone or fewer steps');
  return { id, head: [QUESTION_SEQUENCE, pages, batch, high, shown], steps, shown, capacity };
}

// ---- running -----------------------------------------------------------------------------------

const repeat = <Item>(length: number, read: () => Item) => Array.from({ length }, read);

function readState(answer: ProbeAnswer, step: Step, isFirst: boolean, shown: number): State {
  const next = () => answer.next();
  const unused = isFirst ? -1 : next();
  const pages = repeat(step.allocates, next);
  const count = next();
  const lengths = repeat(PCP_TYPES, next);
  const acquisitions = next();
  const freePages = next();
  const freeByOrder = repeat(ORDERS, next);
  const freeLists = repeat(ORDERS * TYPES, () => {
    const length = next();
    return { length, entries: repeat(Math.min(length, shown), next) };
  });
  const pcpLists = lengths.map((length) => repeat(length, next));
  return {
    ...{ unused, pages, count, lengths, acquisitions },
    ...{ freePages, freeByOrder, freeLists, pcpLists },
  };
}

export function runSequenceCase(vector: SequenceCase, probe: ProbeRunner): CaseResult {
  const { id, head, steps, shown, capacity } = vector;
  const words = [...head, steps.length - 1];
  for (const step of steps) for (const word of step.words) words.push(word);
  const answer = new ProbeAnswer(probe.run(PROBE.PCP, Int32Array.from(words), capacity));
  for (const [index, step] of steps.entries()) {
    const state = readState(answer, step, index === 0, shown);
    if (state.unused >= 0) {
      const problem = `page ${state.unused} is not in use at this step`;
      throw new VectorFileError(step.field.path, problem, 'free pages that were allocated before');
    }
    const result = vectorVerdict(id, step.claims, state);
    if (!result.ok) return result;
  }
  return { id, ok: true };
}
