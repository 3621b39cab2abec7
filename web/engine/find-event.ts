// Finds the next or the last event of a kind in a run, by replay on a cursor of its own: exact at every seed,
// wherever the head stands. Loaded on the first request.

import * as abi from './abi.gen.ts';
import { BALANCE, FORM, PLACED, RECORD } from './abi.gen.ts';
import type { CooperativeTask, Cursor } from './cursor.ts';
import { eachRecord } from './decisions.ts';
import { findLine } from './fields.ts';
import { type Catalog, lineBytes } from './types/catalog.ts';
import type { EventKind, EventPlace, EventQuestion, FoundEvent } from './types/event.ts';
import type { World } from './world.ts';
import { explainRow } from './world-views.ts';

/** ns looked through at first, and at a time at most. */
const firstSpan = 100_000;
const longestSpan = 8_000_000;

/** Whether an explain record is of that kind; `id` is its id where more than its head tells. */
type Is = (row: abi.Explain, world: World, id: number) => boolean;

const passOf = (world: World, id: number) => explainRow(world, id, abi.ExplainPass)!;
const isPlaced =
  (placed: number): Is =>
  (row, world, id) =>
    row.form === FORM.PLACEMENT && explainRow(world, id, abi.ExplainPlacement)!.placed === placed;

/** By the decision's name, what makes it one of the kind; none: all are. */
type Decisions = Readonly<Record<string, Is | undefined>>;

const always: Is = () => true;
const decisions: Readonly<Record<Exclude<EventKind, 'store'>, Decisions>> = {
  refill: { rmqueue_bulk: always },
  flush: { free_pcppages_bulk: always },
  search: {
    // Some are decided without a search.
    ...Object.fromEntries(
      ['select_task_rq_rt', 'push_rt_task', 'pull_rt_task'].map((name): [string, Is] => [
        name,
        (row, world, id) =>
          row.form === FORM.SEARCH && explainRow(world, id, abi.ExplainSearch)!.probed > 0,
      ]),
    ),
  },
  wake: {
    select_task_rq_rt: always,
    // That of a class of one's own has no form.
    select_task_rq_fair: (row, world, id) =>
      row.form !== FORM.PLACEMENT || isPlaced(PLACED.WAKE)(row, world, id),
  },
  fork: { select_task_rq_fair: isPlaced(PLACED.FORK) },
  exec: { select_task_rq_fair: isPlaced(PLACED.EXEC) },
  pull: {
    pull_rt_task: ({ chosen }) => chosen >= 0,
    sched_balance_rq: (_, world, id) => passOf(world, id).moved > 0,
  },
  push: { push_rt_task: ({ chosen }) => chosen >= 0 },
  balance: { sched_balance_rq: always },
  newidle: {
    sched_balance_newidle: always,
    sched_balance_rq: (_, world, id) => passOf(world, id).balanceType === BALANCE.NEWIDLE,
  },
};

/** What a record is as an event; undefined: none that was asked for. */
type Read = (record: abi.Record, world: World, sequence: number) => FoundEvent | undefined;

/** Holds of a zone have their record as they begin, all other decisions as they end. */
function spanOf({ time, cost, form }: abi.Explain) {
  return form === FORM.HOLD ? { begin: time, end: time + cost } : { begin: time - cost, end: time };
}

function decisionReader(
  kind: Exclude<EventKind, 'store'>,
  { cpu, task, reason }: EventQuestion,
  catalog: Catalog,
): Read {
  const names = Object.entries(decisions[kind]);
  const tests = new Map(names.map(([name, is]) => [catalog.decisions.indexOf(name), is]));
  return (record, world, sequence) => {
    if (record.kind !== RECORD.DECISION) return undefined;
    if (cpu !== undefined && record.cpu !== cpu) return undefined;
    const about = record.a | 0;
    if (task !== undefined && about !== task) return undefined;
    const is = tests.get(record.b);
    const { time, cpu: here, d: id } = record;
    const row = is && explainRow(world, id);
    if (!row || !is(row, world, id)) return undefined;
    if (reason !== undefined && catalog.reasonCodes[row.reason] !== reason) return undefined;
    const place = { time, record: sequence };
    return { kind, ...spanOf(row), place, cpu: here, task: about, explain: id, line: -1 };
  };
}

function storeReader({ cpu, line }: EventQuestion, catalog: Catalog): Read {
  const wanted = typeof line === 'object' ? findLine(catalog, line) : line;
  // A layout without such a line has no store to it.
  if (line !== undefined && wanted === undefined) return () => undefined;
  return (record, _, sequence) => {
    const { kind, a, b: wait, c: latency, d, time, cpu: here } = record;
    if (kind !== RECORD.MISS || ((d >>> 12) & 0xf) === 0) return undefined;
    const on = Math.floor(a / lineBytes);
    if ((wanted !== undefined && on !== wanted) || (cpu !== undefined && here !== cpu)) {
      return undefined;
    }
    const place = { time, record: sequence };
    const span = { begin: time, end: time + wait + latency };
    return { kind: 'store', ...span, place, cpu: here, task: -1, explain: undefined, line: on };
  };
}

const readerOf = (question: EventQuestion, catalog: Catalog): Read =>
  question.kind === 'store'
    ? storeReader(question, catalog)
    : decisionReader(question.kind, question, catalog);

const placeOf = (given: number | EventPlace): FoundEvent['place'] =>
  typeof given === 'number'
    ? { time: given, record: -1 }
    : { time: given.time, record: given.record ?? -1 };

/** Negative: `a` lies in front of `b`. */
const order = (a: FoundEvent['place'], b: FoundEvent['place']): number =>
  a.time - b.time || a.record - b.record;

/** Of the events of [from, to) that `isMeant`, the one that `isBetter` than all others. */
function* bestOf(
  cursor: Cursor,
  [from, to]: readonly [number, number],
  read: Read,
  isMeant: (place: FoundEvent['place']) => boolean,
  isBetter: (event: FoundEvent, best: FoundEvent) => boolean,
): CooperativeTask<FoundEvent | undefined> {
  let best: FoundEvent | undefined;
  yield* eachRecord(cursor, from, Math.min(to, cursor.duration), (record, world, sequence) => {
    if (record.time < from || record.time >= to) return;
    const event = read(record, world, sequence);
    if (event && isMeant(event.place) && (!best || isBetter(event, best))) best = event;
  });
  return best;
}

function* nextEvent(
  cursor: Cursor,
  start: FoundEvent['place'],
  read: Read,
): CooperativeTask<FoundEvent | undefined> {
  const isBehind = (place: FoundEvent['place']) => order(place, start) > 0;
  const isEarlier = (event: FoundEvent, best: FoundEvent) => order(event.place, best.place) < 0;
  const end = cursor.duration + 1;
  let from = Math.max(0, Math.floor(start.time));
  for (let span = firstSpan; from < end; span = Math.min(2 * span, longestSpan)) {
    const to = Math.min(from + span, end);
    const found = yield* bestOf(cursor, [from, to], read, isBehind, isEarlier);
    if (found) return found;
    from = to;
  }
  return undefined;
}

function* lastEvent(
  cursor: Cursor,
  end: FoundEvent['place'],
  read: Read,
): CooperativeTask<FoundEvent | undefined> {
  const isInFront = (place: FoundEvent['place']) => order(place, end) < 0;
  const isLater = (event: FoundEvent, best: FoundEvent) => order(event.place, best.place) > 0;
  let to = Math.min(Math.ceil(end.time), cursor.duration) + 1;
  for (let span = firstSpan; to > 0; span = Math.min(2 * span, longestSpan)) {
    const from = Math.max(0, to - span);
    const found = yield* bestOf(cursor, [from, to], read, isInFront, isLater);
    if (found) return found;
    to = from;
  }
  return undefined;
}

/** The next event behind `after` up to the end of the run, or the last one in front of `before`; undefined: there is none. */
export function* findEvent(
  cursor: Cursor,
  catalog: Catalog,
  question: EventQuestion,
): CooperativeTask<FoundEvent | undefined> {
  const { after, before } = question;
  const read = readerOf(question, catalog);
  return before === undefined
    ? yield* nextEvent(cursor, placeOf(after ?? 0), read)
    : yield* lastEvent(cursor, placeOf(before), read);
}
