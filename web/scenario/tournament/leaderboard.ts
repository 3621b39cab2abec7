// The ranking of a tournament: which entrant beats which, and where. Two entrants meet on a scenario with the same
// seeds; one beats the other if it does with most of them. Pure.

import { medianOf } from '../../engine/sweep/placed.ts';
import type { Tournament } from './tournament.ts';

/** The share of seeds with which a player has to be ahead to have beaten another. */
export const AHEAD = 0.8;

/** Metrics of which less is more: times, waits, what is taken or moved. */
const better = new Set([
  'throughput',
  'throughput_gain',
  'busy_share',
  'local_share',
  'loops',
  'page_rate',
]);
export const isMoreBetter = (metric: string): boolean => better.has(metric);

export type MeetingOutcome = 'won' | 'lost' | 'even';

/** What came of two players at a place, for the first. */
export function outcomeOf(
  mine: readonly number[],
  others: readonly number[],
  moreIsBetter: boolean,
): MeetingOutcome {
  const sign = moreIsBetter ? 1 : -1;
  const ahead = mine.filter((value, seed) => sign * (value - others[seed]!) > 0).length;
  const behind = mine.filter((value, seed) => sign * (value - others[seed]!) < 0).length;
  if (ahead >= AHEAD * mine.length) return 'won';
  return behind >= AHEAD * mine.length ? 'lost' : 'even';
}

export interface Meeting {
  /** Places by name. */
  readonly won: readonly string[];
  readonly lost: readonly string[];
  readonly even: readonly string[];
}

export interface LeaderboardRow {
  readonly name: string;
  /** Against each other player, in their order; undefined at its own place. */
  readonly against: readonly (Meeting | undefined)[];
  readonly won: number;
  readonly lost: number;
  readonly even: number;
}

/** Every player's meetings, in their order. */
export function leaderboardOf({ players, places, metric }: Tournament): LeaderboardRow[] {
  const more = isMoreBetter(metric);
  const meeting = (a: number, b: number): Meeting => {
    const of = (wanted: MeetingOutcome) =>
      places
        .filter(({ values }) => outcomeOf(values[a]!, values[b]!, more) === wanted)
        .map(({ scenario }) => scenario);
    return { won: of('won'), lost: of('lost'), even: of('even') };
  };
  return players.map((name, a) => {
    const against = players.map((_, b) => (a === b ? undefined : meeting(a, b)));
    const sum = (of: MeetingOutcome) =>
      against.reduce((total, each) => total + (each?.[of].length ?? 0), 0);
    return { name, against, won: sum('won'), lost: sum('lost'), even: sum('even') };
  });
}

/** Most meetings won first, then fewest lost, then by name: the same order on every machine. */
export const rankedRows = (standings: readonly LeaderboardRow[]): LeaderboardRow[] =>
  [...standings].sort(
    (a, b) => b.won - a.won || a.lost - b.lost || (a.name < b.name ? -1 : Number(a.name > b.name)),
  );

export interface PlaceRow {
  readonly scenario: string;
  /** Players at that place, the best median first. */
  readonly order: readonly {
    readonly name: string;
    readonly median: number;
    readonly gain: number;
  }[];
}

/** How they came in at each place; the gain is against the first player, Linux, in %. */
export function placeRowsOf({ players, places, metric }: Tournament): PlaceRow[] {
  const sign = isMoreBetter(metric) ? -1 : 1;
  return places.map(({ scenario, values }) => {
    const first = medianOf(values[0]!);
    const order = players
      .map((name, at) => {
        const median = medianOf(values[at]!);
        return { name, median, gain: first === 0 ? 0 : 100 * (median / first - 1) };
      })
      .sort((a, b) => sign * (a.median - b.median));
    return { scenario, order };
  });
}
