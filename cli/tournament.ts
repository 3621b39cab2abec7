// `tournament`: runs a folder of policies and Linux on several scenarios with the same seeds for all, and writes
// which entrant beats which, and where, as a table and as a file that the page opens. An entrant that cannot run
// somewhere (a wrong text, a hook that the scenario lacks) is left out, with the reason; the others play all the
// same.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { version } from '../package.json';
import { oneLine } from '../web/base/visible.ts';
import type { PolicyCounts } from '../web/engine/policy.ts';
import { shippedErrors } from '../web/scenario/error-bars/shipped.ts';
import { orderWords } from '../web/scenario/error-bars/words.ts';
import { metrics, ScenarioError } from '../web/scenario/index.ts';
import { leaderboardOf, placeRowsOf, rankedRows } from '../web/scenario/tournament/leaderboard.ts';
import {
  MOST_PLACES,
  MOST_PLAYERS,
  MOST_SEEDS,
  type Tournament,
  tournamentFormat,
  tournamentVersion,
} from '../web/scenario/tournament/tournament.ts';
import { open } from './opened.ts';
import { readOptions } from './options.ts';
import { intoFile } from './output-file.ts';

import { type RaceFigures, runRacer, tellFailing } from './race.ts';
import { formatNumber, tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, isInputError, UsageError } from './usage.ts';

export const tournamentUsage =
  'schedscape tournament <folder of policies> --on <scenario> [--on <scenario>]… [--against A] [--seeds 5] ' +
  '[--metric throughput] [--duration 20ms] [--out result.json] [--json]';

const optionTypes = {
  on: { type: 'string', multiple: true },
  against: { type: 'string', default: 'A' },
  seeds: { type: 'string', default: '5' },
  metric: { type: 'string', default: 'throughput' },
  duration: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** The policies of a folder, by name. */
function policiesIn(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  } catch {
    throw new UsageError(
      `${folder}: cannot be read as a folder; name one that holds policies (.js)`,
    );
  }
  if (names.length === 0 || names.length >= MOST_PLAYERS) {
    const problem = `holds ${names.length} policies (.js)`;
    throw new UsageError(`${folder}: ${problem}; put 1 to ${MOST_PLAYERS - 1} there`);
  }
  return names.sort();
}

interface Field {
  readonly folder: string;
  readonly against: string;
  readonly metric: string;
  readonly duration: string | undefined;
}

/** What a player comes to on a scenario at a seed; without a policy: the variant itself. */
async function played(
  { folder, against, metric, duration }: Field,
  scenario: string,
  seed: number,
  policy: string,
  named?: string,
): Promise<RaceFigures> {
  const opened = await open({
    scenario,
    policy: path.join(folder, policy),
    from: against,
    seed: String(seed),
    duration,
  });
  return runRacer(opened, named ?? opened.policy!.variant, metric);
}

/** Splits the entrants into those that can run on every scenario and the others, each with the reason. */
async function ableOf(field: Field, scenarios: readonly string[], policies: readonly string[]) {
  const able: string[] = [];
  const out = new Map<string, string>();
  for (const policy of policies) {
    try {
      for (const scenario of scenarios) {
        await open({ scenario, policy: path.join(field.folder, policy), from: field.against });
      }
      able.push(policy);
    } catch (cause) {
      if (!isInputError(cause)) throw cause;
      // An error in the scenario itself stops all entrants.
      if (!(cause instanceof ScenarioError) || !cause.path.startsWith('policy')) throw cause;
      out.set(policy, oneLine(cause.message));
    }
  }
  return { able, out };
}

async function play(
  field: Field,
  scenarios: readonly string[],
  able: readonly string[],
  seeds: readonly number[],
  terminal: Terminal,
) {
  const places: Tournament['places'] = [];
  const ran = new Map<string, PolicyCounts[]>(able.map((policy) => [policy, []]));
  const total = scenarios.length * seeds.length * (able.length + 1);
  let done = 0;
  const tell = (scenario: string) =>
    terminal.progress(`${++done} of ${total} runs: ${oneLine(scenario)}`);
  for (const scenario of scenarios) {
    const values = Array.from({ length: able.length + 1 }, (): number[] => []);
    for (const seed of seeds) {
      tell(scenario);
      values[0]!.push((await played(field, scenario, seed, able[0]!, field.against)).value);
      for (const [at, policy] of able.entries()) {
        tell(scenario);
        const own = await played(field, scenario, seed, policy);
        values[at + 1]!.push(own.value);
        if (own.policy) ran.get(policy)!.push(own.policy);
      }
    }
    places.push({ scenario, values });
  }
  terminal.progress('');
  return { places, ran };
}

function print(result: Tournament, terminal: Terminal): void {
  const standings = leaderboardOf(result);
  const score = (won: number, lost: number) => `${won}:${lost}`;
  const rows = rankedRows(standings).map(({ name, against, won, lost, even }) => [
    name,
    ...against.map((each) => (each ? score(each.won.length, each.lost.length) : '')),
    String(won),
    String(lost),
    String(even),
  ]);
  const unit = metrics.find(({ name }) => name === result.metric)?.unit ?? '';
  terminal.out(`places won : lost by the row against the column, by ${result.metric}`);
  for (const line of tableLines([['', ...result.players, 'won', 'lost', 'even'], ...rows])) {
    terminal.out(line);
  }
  for (const { scenario, order } of placeRowsOf(result)) {
    terminal.out('');
    terminal.out(`${scenario}, median ${unit}`.trimEnd());
    for (const { name, median, gain } of order) {
      const sign = gain >= 0 ? '+' : '−';
      terminal.out(`  ${formatNumber(median)}  ${sign}${Math.abs(gain).toFixed(1)} %  ${name}`);
    }
  }
  terminal.out('');
  terminal.out('predicted; none of these policies has been measured');
  terminal.out(orderWords(shippedErrors));
}

function seedsOf(written: string): number[] {
  if (!/^[1-9]\d{0,2}$/.test(written) || Number(written) > MOST_SEEDS) {
    throw new UsageError(`--seeds ${written}: must be a whole number from 1 to ${MOST_SEEDS}`);
  }
  return Array.from({ length: Number(written) }, (_, i) => i + 1);
}

export async function tournament(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, tournamentUsage);
  const [folder, ...more] = positionals;
  const { on: scenarios = [], against, metric, duration } = values;
  if (folder === undefined || more.length > 0 || scenarios.length === 0) {
    throw wrong('name one folder and a scenario --on which they meet');
  }
  if (scenarios.length > MOST_PLACES || new Set(scenarios).size < scenarios.length) {
    throw new UsageError(`--on: name each scenario once, at most ${MOST_PLACES}`);
  }
  if (!metrics.some(({ name, ofLine }) => name === metric && !ofLine)) {
    throw new UsageError(`--metric ${metric}: there is no such metric of a run`);
  }
  const seeds = seedsOf(values.seeds);
  const field: Field = { folder, against, metric, duration };
  const { able, out } = await ableOf(field, scenarios, policiesIn(folder));
  for (const [policy, why] of out) terminal.err(`${oneLine(policy)} is out: ${why}`);
  if (able.length === 0) throw new UsageError(`${folder}: no policy there can run on all of these`);
  const { places, ran } = await play(field, scenarios, able, seeds, terminal);
  const result: Tournament = {
    format: `${tournamentFormat}/${tournamentVersion}`,
    version,
    ...{ metric, against, seeds },
    players: ['Linux', ...able],
    places,
  };
  const text = `${JSON.stringify(result, null, 2)}\n`;
  if (values.out !== undefined) {
    await intoFile('--out', values.out, () => [new TextEncoder().encode(text)]);
  }
  const failed = tellFailing(ran, values.json ? terminal.err : terminal.out);
  if (values.json) terminal.out(text.trimEnd());
  else print(result, terminal);
  return failed ? exitCode.failed : exitCode.done;
}
