// Runs two variants beside each other, in worlds of their own, until it is known where they part or both have
// ended. A generator: its caller decides when to go on and whether at all.

import { RECORD } from '../abi.gen.ts';
import type { World } from '../world.ts';
import {
  CostFinder,
  DecisionFinder,
  LastingFinder,
  type NamedRecord,
  other,
} from './divergences.ts';
import { PlaceNumbers, RecordStream } from './stream.ts';
import type { RunDifference, Which } from './types.ts';

/** What counts once the first difference is known. */
const afterwards: readonly number[] = [RECORD.SWITCH, RECORD.DECISION];

const sides: readonly Which[] = ['first', 'second'];

/**
 * Compares two runs of the same machine and work over `duration` ns. Yields what is known so far
 * after every few hundred records; the last result is final. Throws what stepping a world throws.
 */
export function* compareRuns(
  worlds: Readonly<Record<Which, World>>,
  duration: number,
): Generator<RunDifference, RunDifference> {
  const numbers = new PlaceNumbers();
  const streams = {
    first: new RecordStream(worlds.first, duration, numbers),
    second: new RecordStream(worlds.second, duration, numbers),
  };
  const cost = new CostFinder();
  const decision = new DecisionFinder();
  const lasting = new LastingFinder(streams.first.catalog.topology.cpus);
  const waiting: Record<Which, NamedRecord[]> = { first: [], second: [] };
  const compared = () => Math.min(streams.first.reached, streams.second.reached);
  const difference = (isDone: boolean): RunDifference => ({
    compared: compared(),
    isDone,
    cost: cost.found,
    decision: decision.found,
    lasting: lasting.found,
  });
  for (;;) {
    const behind = next(streams);
    if (!behind) break;
    for (const told of streams[behind].read(cost.found && afterwards)) {
      cost.see(behind, told);
      if (afterwards.includes(told.kind)) waiting[behind].push(told);
    }
    for (const [which, told] of inOrder(waiting, streams)) {
      decision.see(which, told);
      lasting.see(which, told);
    }
    lasting.pass(compared());
    if (cost.found && decision.found && lasting.found) return difference(true);
    yield difference(false);
  }
  cost.end();
  return difference(true);
}

/** The stream to go on with: the one that is behind. */
function next(streams: Readonly<Record<Which, RecordStream>>): Which | undefined {
  const open = sides.filter((which) => !streams[which].hasEnded);
  if (open.length < 2) return open[0];
  return streams.first.reached <= streams.second.reached ? 'first' : 'second';
}

/** Takes the records of both that nothing earlier can come before any more, in order of time. */
function inOrder(
  waiting: Readonly<Record<Which, NamedRecord[]>>,
  streams: Readonly<Record<Which, RecordStream>>,
): [Which, NamedRecord][] {
  const ordered: [Which, NamedRecord][] = [];
  const at: Record<Which, number> = { first: 0, second: 0 };
  const head = (which: Which) => waiting[which][at[which]];
  for (;;) {
    const [one, two] = [head('first'), head('second')];
    if (!one && !two) break;
    const which: Which = one && (!two || one.time <= two.time) ? 'first' : 'second';
    const told = head(which)!;
    const { hasEnded, reached } = streams[other(which)];
    if (!head(other(which)) && !hasEnded && reached <= told.time) break;
    ordered.push([which, told]);
    at[which] += 1;
  }
  for (const which of sides) waiting[which].splice(0, at[which]);
  return ordered;
}
