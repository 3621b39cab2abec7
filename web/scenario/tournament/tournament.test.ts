// A win takes four of five seeds and no fewer; a file that is no result of a tournament is refused by its field.

import { describe, expect, it } from 'vitest';
import { leaderboardOf, outcomeOf, placeRowsOf, rankedRows } from './leaderboard.ts';
import { parseTournament, type Tournament } from './tournament.ts';

const result: Tournament = {
  format: 'schedscape-tournament/1',
  version: '0.1.0',
  metric: 'throughput',
  against: 'A',
  seeds: [1, 2, 3, 4, 5],
  players: ['Linux', 'fast.js', 'odd.js'],
  places: [
    {
      scenario: 'near',
      values: [
        [1, 1, 1, 1, 1],
        [2, 2, 2, 2, 0.5],
        [1, 1, 1, 1, 1],
      ],
    },
    {
      scenario: 'far',
      values: [
        [5, 5, 5, 5, 5],
        [4, 4, 4, 4, 4],
        [6, 6, 6, 4, 4],
      ],
    },
  ],
};

describe('the standings of a tournament', () => {
  it('count a meeting as won with four seeds of five, and as even with three', () => {
    expect(outcomeOf([2, 2, 2, 2, 0], [1, 1, 1, 1, 1], true)).toBe('won');
    expect(outcomeOf([2, 2, 2, 2, 0], [1, 1, 1, 1, 1], false)).toBe('lost');
    expect(outcomeOf([2, 2, 2, 0, 0], [1, 1, 1, 1, 1], true)).toBe('even');
    expect(outcomeOf([1, 1], [1, 1], true)).toBe('even');
  });

  it('say who beats whom where', () => {
    const [linux, fast, odd] = leaderboardOf(result);
    expect(fast!.against[0]).toEqual({ won: ['near'], lost: ['far'], even: [] });
    expect(linux!.against[1]).toEqual({ won: ['far'], lost: ['near'], even: [] });
    expect(odd!.against[0]).toEqual({ won: [], lost: [], even: ['near', 'far'] });
    expect(linux!.against[0]).toBeUndefined();
  });

  it('rank by meetings won, and the places by their medians', () => {
    expect(rankedRows(leaderboardOf(result)).map(({ name }) => name)).toEqual([
      'fast.js',
      'Linux',
      'odd.js',
    ]);
    const [near, far] = placeRowsOf(result);
    expect(near!.order[0]).toEqual({ name: 'fast.js', median: 2, gain: 100 });
    expect(far!.order.map(({ name }) => name)).toEqual(['odd.js', 'Linux', 'fast.js']);
  });

  it('take fewer ns for better', () => {
    const [, fast] = leaderboardOf({ ...result, metric: 'wake_latency' });
    expect(fast!.against[0]).toEqual({ won: ['far'], lost: ['near'], even: [] });
  });
});

describe('the file of a tournament', () => {
  const refused = (change: object) => () =>
    parseTournament(JSON.stringify({ ...result, ...change }));

  it('is read as it was written', () => {
    expect(parseTournament(JSON.stringify(result))).toEqual(result);
  });

  it('is refused by its field', () => {
    expect(refused({ metric: 'beauty' })).toThrow('metric');
    expect(refused({ players: ['Linux'] })).toThrow('players');
    expect(refused({ seeds: [1] })).toThrow('without a value');
    expect(refused({ places: [] })).toThrow('places');
    expect(refused({ more: 1 })).toThrow('more');
    expect(() => parseTournament('{')).toThrow();
  });
});
