// The result of a tournament: policies and Linux on several scenarios, seed by seed, as the command writes it and
// the page opens it. A file is untrusted input: its form is checked before anything of it is shown.

import * as v from 'valibot';
import { label } from '../common-schema.ts';
import {
  integer,
  list,
  number,
  oneOf,
  optional,
  record,
  rule,
  text,
  validated,
} from '../fields.ts';
import { readJson } from '../json.ts';
import { metricNames } from '../metrics.ts';

export const tournamentFormat = 'schedscape-tournament';
export const tournamentVersion = 1;
/** Policies of one folder: every one runs everywhere with every seed. */
export const MOST_PLAYERS = 64;
/** Scenarios that they meet on. */
export const MOST_PLACES = 32;
export const MOST_SEEDS = 100;
/** Bytes of a file: 64 players on 32 places with 100 seeds write four million. */
export const TOURNAMENT_BYTES = 8 * 2 ** 20;

const ValuesSchema = list(
  list(number(-1e18, 1e18, 'what was measured'), 1, MOST_SEEDS, 'what was measured, seed by seed'),
  2,
  MOST_PLAYERS,
  'the values of each player',
);

export const TournamentSchema = v.pipe(
  record(
    {
      format: v.literal(`${tournamentFormat}/${tournamentVersion}`),
      version: text(40, 'of the program that played it'),
      metric: oneOf(metricNames, 'the metric that was compared'),
      against: text(4, 'the variant that Linux runs as'),
      seeds: list(integer(0, Number.MAX_SAFE_INTEGER, 'a seed'), 1, MOST_SEEDS, 'the seeds'),
      players: list(label('who plays'), 2, MOST_PLAYERS, 'the policies, Linux first'),
      places: list(
        record(
          {
            scenario: text(200, 'the scenario'),
            values: ValuesSchema,
            refused: optional(
              list(
                text(400, 'why a policy cannot run there'),
                0,
                MOST_PLAYERS,
                'the policies that cannot run',
              ),
            ),
          },
          'a scenario on which they ran',
        ),
        1,
        MOST_PLACES,
        'the scenarios on which they ran',
      ),
    },
    'the result of a tournament',
  ),
  rule(
    ({ places, players, seeds }) =>
      places.every(
        ({ values }) =>
          values.length === players.length && values.every((each) => each.length === seeds.length),
      ),
    'has a scenario without a value for each player and seed',
    'use the file as the command wrote it',
  ),
);
export type Tournament = v.InferOutput<typeof TournamentSchema>;

/** A result from JSON text. Throws ScenarioError. */
export const parseTournament = (written: string): Tournament =>
  validated(TournamentSchema, readJson(written));
