// Finds decisions of a run and tells how each came about: which cache lines it had to fetch and which locks it took
// on the way. All by replay on a cursor of its own; loaded with the first "Why?".

import type * as abi from './abi.gen.ts';
import { RECORD } from './abi.gen.ts';
import { captureExplain, capturePicks, holdsAllPicks } from './capture-window.ts';
import type { CooperativeTask, Cursor } from './cursor.ts';
import type {
  DecisionFilter,
  DecisionMark,
  DecisionStep,
  DecisionStory,
  DecisionsQuery,
  Pick,
} from './types/explain.ts';
import type { World } from './world.ts';
import { picksKept } from './world-views.ts';

/** ns that a CPU may have run ahead of the others, with room: a replay begins so much earlier. */
const runAhead = 20_000;
/** ns looked back over at first, and at most: the longest takes about a second to replay. */
const firstLook = 250_000;
const longestLook = 16_000_000;
/** ns that a wake-up is followed at most until the wakee has taken the CPU or waits, and at first. */
const longestEnd = 1_000_000;
const firstEnd = 2_000;
/** Decisions told at most, and steps of one: what a person reads. */
const mostDecisions = 64;
const mostSteps = 256;

type See = (record: abi.Record, world: World, sequence: number) => void;

/** Shows every record of [from, to], with room before for CPUs that ran ahead. */
export function* eachRecord(
  cursor: Cursor,
  from: number,
  to: number,
  see: See,
): CooperativeTask<void> {
  yield* cursor.replay(Math.max(0, Math.floor(from) - runAhead), Math.ceil(to), {
    begin: () => {},
    see: (world: World, first: number, end: number) => {
      const ring = world.ring();
      for (let sequence = first; sequence < end; sequence++) {
        see(ring.at(sequence % ring.count), world, sequence);
      }
    },
  });
}

const isWanted = (record: abi.Record, { cpu, task, kinds }: DecisionFilter): boolean =>
  record.kind === RECORD.DECISION &&
  (cpu === undefined || record.cpu === cpu) &&
  (task === undefined || record.a === task) &&
  (kinds?.includes(record.b) ?? true);

const markOf = (record: abi.Record): DecisionMark => ({
  time: record.time,
  cpu: record.cpu,
  task: record.a | 0,
  decision: record.b,
  result: record.c | 0,
  id: record.d,
});

/**
 * The latest decisions up to `time`, newest first. Looks back in growing spans until there are enough of them, and gives
 * up after 16 ms of simulated time: then what was found is all there is to tell.
 */
export function* decisionsBefore(
  cursor: Cursor,
  query: DecisionsQuery,
): CooperativeTask<DecisionMark[]> {
  const most = Math.min(query.most, mostDecisions);
  const enough = Math.min(query.enough ?? most, most);
  let found: DecisionMark[] = [];
  for (let span = firstLook; ; span *= 4) {
    const from = Math.max(0, query.time - span);
    const marks: DecisionMark[] = [];
    yield* eachRecord(cursor, from, query.time, (record) => {
      if (record.time >= from && record.time <= query.time && isWanted(record, query)) {
        marks.push(markOf(record));
      }
    });
    found = marks.reverse();
    if (found.length >= enough || from === 0 || span >= longestLook) return found.slice(0, most);
  }
}

const isOf = (pick: Pick, { cpu, task }: DecisionFilter): boolean =>
  (cpu === undefined || pick.cpu === cpu) &&
  (task === undefined || pick.chosen === task || pick.previous === task);

/**
 * The latest picks up to `time`, newest first, found as decisions are, but no further back than a CPU keeps
 * them: a longer look ends with the same few.
 */
export function* picksBefore(cursor: Cursor, query: DecisionsQuery): CooperativeTask<Pick[]> {
  if (picksKept(cursor.world) === 0) return [];
  for (let span = firstLook; ; span *= 4) {
    const from = Math.max(0, query.time - span);
    yield* eachRecord(cursor, from, query.time, () => {});
    const picks = capturePicks(cursor.world, from, query.time);
    const found = picks.filter((pick) => isOf(pick, query)).slice(0, query.most);
    // CPUs that ran ahead have picked since.
    const isAll = holdsAllPicks(cursor.world, from, query.time + runAhead, query.cpu);
    if (found.length >= query.most || isAll || from === 0 || span >= longestLook) return found;
  }
}

function stepOf(record: abi.Record): DecisionStep | undefined {
  const { time, a, b, d, e } = record;
  if (record.kind === RECORD.MISS) {
    return {
      kind: 'fetch',
      time,
      address: a,
      waited: b,
      stalled: e,
      isWrite: ((d >>> 12) & 0xf) !== 0,
      symbol: d >>> 16,
      lock: -1,
    };
  }
  if (record.kind !== RECORD.LOCK_TAKEN) return undefined;
  const none = { address: -1, isWrite: true, symbol: 0 };
  return { kind: 'lock', time, waited: b, stalled: b, lock: a, ...none };
}

/** Goes on until all is told of what became of decision `id`. */
function* toItsEnd(cursor: Cursor, id: number, time: number): CooperativeTask<void> {
  const isOpen = () => captureExplain(cursor.world, id)?.isOpen;
  for (let span = firstEnd; isOpen(); span = Math.min(2 * span, longestEnd)) {
    yield* cursor.runOn(time + span);
    if (span === longestEnd) return;
  }
}

/** Decision `id` with what its CPU fetched and waited for meanwhile; undefined if there is none. */
export function* decisionStory(
  cursor: Cursor,
  id: number,
): CooperativeTask<DecisionStory | undefined> {
  let explain = captureExplain(cursor.world, id);
  if (!explain && (yield* cursor.reachExplain(id))) explain = captureExplain(cursor.world, id);
  if (!explain) return undefined;
  const { cpu, time } = explain;
  const from = time - explain.cost;
  const steps: DecisionStep[] = [];
  let leftOut = 0;
  yield* eachRecord(cursor, from, time, (record) => {
    if (record.cpu !== cpu || record.time < from || record.time > time) return;
    const step = stepOf(record);
    if (step && steps.length < mostSteps) steps.push(step);
    else if (step) leftOut += 1;
  });
  yield* toItsEnd(cursor, id, time);
  // A replay that began amid the decision has not been told all of it; this one began before.
  return { explain: captureExplain(cursor.world, id) ?? explain, steps, leftOut };
}
