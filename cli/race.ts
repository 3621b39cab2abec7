// `race`: policies of one's own against a variant of the scenario, seed by seed; the same table on every machine and by
// either backend. One run after the other.

import path from 'node:path';
import { oneLine } from '../web/base/visible.ts';
import { runBatch } from '../web/engine/batch.ts';
import { runMetrics } from '../web/engine/metrics.ts';
import type { PolicyCounts } from '../web/engine/policy.ts';
import { type PlacedRacer, placeRacer } from '../web/engine/sweep/placed.ts';
import { World } from '../web/engine/world.ts';
import { shippedBar, shippedErrors } from '../web/scenario/error-bars/shipped.ts';
import { barJson } from '../web/scenario/error-bars/sweep.ts';
import { errorBarWords, orderWords } from '../web/scenario/error-bars/words.ts';
import { buildDefinition, metrics, type OpenedScenario, variantOf } from '../web/scenario/index.ts';
import { open } from './opened.ts';
import { readOptions } from './options.ts';
import { failsAlways } from './policy.ts';
import { type BackendName, backendNamed, openBackend, partsFor } from './program.ts';
import { formatNumber, tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const raceUsage =
  'schedscape race <scenario> --policy a.js [--policy b.js]… [--against A] [--seeds 10] [--metric throughput] ' +
  '[--set path=value]… [--duration 50ms] [--backend wasm|native] [--json]';

/** Version of the JSON that `race --json` prints; it only grows fields within a version. */
const raceFormat = 'schedscape-race/1';

const optionTypes = {
  policy: { type: 'string', multiple: true },
  against: { type: 'string', default: 'A' },
  seeds: { type: 'string', default: '10' },
  metric: { type: 'string', default: 'throughput' },
  set: { type: 'string', multiple: true },
  duration: { type: 'string' },
  backend: { type: 'string', default: 'wasm' },
  json: { type: 'boolean', default: false },
} as const;

function seedsOf(written: string): number[] {
  if (!/^[1-9]\d{0,2}$/.test(written)) {
    throw new UsageError(`--seeds ${written}: must be a whole number from 1 to 999`);
  }
  return Array.from({ length: Number(written) }, (_, i) => i + 1);
}

/** What one run came to, and what the policy that ran in it did. */
export interface RaceFigures {
  readonly value: number;
  readonly policy: PolicyCounts | undefined;
}

/** What one variant comes to. */
export async function runRacer(
  opened: OpenedScenario,
  variant: string,
  metric: string,
  backendName: BackendName = 'wasm',
): Promise<RaceFigures> {
  const backend = await openBackend(backendName, partsFor(opened, variant));
  const world = World.create(backend, buildDefinition(opened, variant));
  const { duration, window } = opened;
  const result = runBatch(world, { duration, windowStart: window.from, program: opened.program });
  const value = runMetrics(result)[metric];
  backend.dispose();
  if (value === undefined) {
    throw new UsageError(`--metric ${metric}: this workload does not measure it`);
  }
  return { value, policy: result.policy };
}

/** Says of each policy that decided nothing anywhere that it did, before any table; true where there is one. */
export function tellFailing(
  ran: ReadonlyMap<string, readonly PolicyCounts[]>,
  tell: (line: string) => void,
): boolean {
  const failed = [...ran].flatMap(([name, counts]) => {
    const how = failsAlways(counts);
    return how ? [`${oneLine(name)} ${how}`] : [];
  });
  for (const line of failed) tell(line);
  return failed.length > 0;
}

/** How far changes like that of a policy were off. */
const barOf = ({ medianGain }: PlacedRacer) =>
  shippedBar({ metric: 'throughput_gain', value: medianGain, workload: '', ownPolicy: true });

function print(
  against: PlacedRacer,
  racers: readonly PlacedRacer[],
  metric: string,
  terminal: Terminal,
): void {
  const unit = metrics.find(({ name }) => name === metric)!.unit;
  const percent = (value: number) => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(1)} %`;
  const seeds = against.values.length;
  const rows = [against, ...racers].map((each) => [
    each.name,
    formatNumber(each.median),
    `${formatNumber(each.least)} … ${formatNumber(each.greatest)}`,
    each === against ? '' : percent(each.medianGain),
    each === against ? '' : `${each.agree} of ${seeds}`,
  ]);
  const head = [`${metric}, ${unit}`, 'median', 'range', 'gain', 'seeds agree'];
  for (const line of tableLines([head, ...rows])) terminal.out(line);
  terminal.out('');
  for (const each of racers) {
    const bar = barOf(each);
    if (bar) terminal.out(`${each.name}: ${percent(each.medianGain)} (${errorBarWords(bar)})`);
  }
  terminal.out(orderWords(shippedErrors));
}

export async function race(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, raceUsage);
  const { policy: policies = [], against, metric, set, duration } = values;
  const [scenario, ...more] = positionals;
  if (scenario === undefined || more.length > 0 || policies.length === 0) {
    throw wrong('name one scenario and a --policy at least');
  }
  if (!metrics.some(({ name, ofLine }) => name === metric && !ofLine)) {
    throw new UsageError(`--metric ${metric}: there is no such metric of a run`);
  }
  const seeds = seedsOf(values.seeds);
  const backend = backendNamed(values.backend);
  const value = (opened: OpenedScenario, variant: string) =>
    runRacer(opened, variant, metric, backend);
  const results = new Map<string, number[]>(['', ...policies].map((name) => [name, []]));
  const ran = new Map<string, PolicyCounts[]>(policies.map((name) => [name, []]));
  for (const seed of seeds) {
    for (const policy of policies) {
      const opened = await open({
        scenario,
        policy,
        from: against,
        seed: String(seed),
        set,
        duration,
      });
      variantOf(opened, against);
      terminal.progress(`seed ${seed} of ${seeds.length}: ${oneLine(policy)}`);
      const base = results.get('')!;
      if (base.length < seed) base.push((await value(opened, against)).value);
      const own = await value(opened, opened.policy!.variant);
      results.get(policy)!.push(own.value);
      if (own.policy) ran.get(policy)!.push(own.policy);
    }
  }
  terminal.progress('');
  const failed = tellFailing(ran, values.json ? terminal.err : terminal.out);
  const plain = { name: `variant ${against}`, values: results.get('')! };
  const linux = placeRacer(plain, plain);
  const racers = policies.map((file) =>
    placeRacer({ name: path.basename(file), values: results.get(file)! }, linux),
  );
  if (values.json) {
    const told = racers.map((racer) => {
      const bar = barOf(racer);
      return { ...racer, ...(bar && { expected_error: barJson(bar) }) };
    });
    const document = { format: raceFormat, scenario, against, metric, seeds, linux, racers: told };
    terminal.out(JSON.stringify(document, null, 2));
  } else print(linux, racers, metric, terminal);
  return failed ? exitCode.failed : exitCode.done;
}
