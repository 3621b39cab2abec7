// Whatever compiler built the core and whatever way a run is driven, it ends with one trace hash: the
// one that is pinned in pinned-hashes.json. How to pin anew stands there. The runs are dealt out to files that run beside
// each other.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { STEP } from '../../web/engine/abi.gen.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { Recording } from '../../web/engine/recording.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario, type Override } from '../../web/scenario/index.ts';
import { heldOnce } from '../runs/measured.ts';
import { type Compiler, compilers, expectAllBuilds, fileOf, open, reader } from './builds.ts';

interface Pinned {
  scenario: string;
  variant: string;
  set: Record<string, string>;
  records: number;
  hash: string;
}

const file = new URL('pinned-hashes.json', import.meta.url);
const { runs }: { runs: Pinned[] } = JSON.parse(readFileSync(file, 'utf8'));
const shareFile = (share: number) => new URL(`ways-${share}.test.ts`, import.meta.url);

interface Run {
  definition: DefinitionInput;
  /** ns. */
  duration: number;
}

async function openRun({ scenario, variant, set }: Pinned): Promise<Run> {
  const overrides: Override[] = Object.entries(set).map(([path, value]) => ({ path, value }));
  const opened = await loadScenario(scenario, reader, overrides);
  return { definition: buildDefinition(opened, variant), duration: opened.duration };
}

const endOf = (world: World) => ({ hash: world.traceHash(), records: world.clock().records });

/** Lengths of slices in ns, none a divisor of another: the ends of slices fall anywhere. */
const oddSlices = [1, 997, 13, 40_009, 2, 311, 7919];

function inOddSlices(world: World, duration: number): void {
  for (let i = 0; world.time < duration; i++) {
    world.step(Math.min(duration, world.time + oddSlices[i % oddSlices.length]!));
  }
}

/** The longest way: as many stops as events that record something. */
function recordByRecord(world: World, duration: number): number {
  let stops = 0;
  while (world.step(duration, 1) === STEP.RECORDS) stops += 1;
  return stops;
}

/** Runs to the end with keyframes on the way; every one of them leads to the end again. */
function fromKeyframes(world: World, other: World, duration: number): string[] {
  const recording = new Recording(duration);
  recording.observe(world);
  while (world.time < duration) {
    world.step(Math.min(duration, world.time + Math.ceil(duration / 16)), 4096);
    recording.observe(world);
  }
  const fifth = Math.max(1, Math.floor(recording.count / 5));
  const hashes: string[] = [];
  for (let index = recording.count - 1; index >= 0; index -= fifth) {
    recording.restore(index, other);
    expect(other.clock().records).toBe(recording.moment(index).records);
    other.step(duration);
    hashes.push(other.traceHash());
  }
  return hashes;
}

/**
 * Records beyond which slices, single records and keyframes are held over a quarter of a run: what they can tell they have
 * told by then, and the five longest would take half of the time of all 46.
 */
const mostStops = 300_000;

/** Where the ways of many stops end: at the pinned end, or, of the longest runs, where a whole run passes a quarter. */
async function endOfStops(pinned: Pinned) {
  const { hash, records } = pinned;
  const { definition, duration } = await openRun(pinned);
  if (records <= mostStops) return { duration, hash, records };
  const quarter = Math.ceil(duration / 4);
  const backend = await open(compilers[0]!);
  const world = World.create(backend, { ...definition, keyframes: 0 });
  world.step(quarter);
  const end = endOf(world);
  world.step(duration);
  expect(endOf(world)).toEqual({ hash, records });
  backend.dispose();
  return { duration: quarter, ...end };
}

/** Files that the runs are dealt out to: `ways-<share>.test.ts`. */
const shares = 4;

interface Made {
  /** ns. */
  readonly duration: number;
  readonly make: (keyframes?: number) => World;
}

function describeRun(pinned: Pinned): void {
  const { records, hash } = pinned;

  let stops: ReturnType<typeof endOfStops> | undefined;
  const endOfManyStops = () => {
    stops ??= endOfStops(pinned);
    return stops;
  };

  /** Drives the run in one build; what that build was held to before, in that way, it is not held to again. */
  async function drive(
    compiler: Compiler,
    way: (made: Made) => void | Promise<void>,
    runsPolicies = false,
  ) {
    const { definition, duration } = await openRun(pinned);
    const built = [fileOf(compiler, runsPolicies), fileOf(compilers[0]!)];
    const asked = { duration, hash, records, way: way.name };
    const by = 'tests/determinism/ways.ts';
    await heldOnce({ built, by, definition, asked }, async () => {
      const backend = await open(compiler, runsPolicies);
      const make = (keyframes = 0) => World.create(backend, { ...definition, keyframes });
      await way({ duration, make });
      backend.dispose();
    });
  }

  const whole = ({ make, duration }: Made) => {
    const world = make();
    world.step(duration);
    expect(endOf(world)).toEqual({ hash, records });
  };

  it.each(compilers)('ends with the pinned hash when built with %s', (compiler) =>
    drive(compiler, whole),
  );

  it.each(['emcc', 'npm clang'] as const)(
    'ends so in the module that runs policies, too, built with %s',
    (compiler) => drive(compiler, whole, true),
  );

  it.each(compilers)('ends so in odd slices, too, built with %s', (compiler) =>
    drive(compiler, async function oddSlices({ make }) {
      const { duration, ...end } = await endOfManyStops();
      const world = make();
      inOddSlices(world, duration);
      expect(endOf(world)).toEqual(end);
    }),
  );

  it.each(compilers)('ends so record by record, too, built with %s', (compiler) =>
    drive(compiler, async function everyRecord({ make }) {
      const { duration, ...end } = await endOfManyStops();
      const world = make();
      expect(recordByRecord(world, duration)).toBeGreaterThan(end.records / 10);
      expect(endOf(world)).toEqual(end);
    }),
  );

  it.each(compilers)('ends so from any keyframe, too, built with %s', (compiler) =>
    drive(compiler, async function keyframes({ make }) {
      const { duration, hash } = await endOfManyStops();
      const hashes = fromKeyframes(make(1), make(1), duration);
      expect(hashes.length).toBeGreaterThan(3);
      expect(new Set(hashes)).toEqual(new Set([hash]));
    }),
  );
}

/** Every fourth run, beginning with the given one. */
export function describeShare(share: number): void {
  beforeAll(expectAllBuilds);
  it.runIf(share === 0)('are dealt out to files that exist', () => {
    for (let part = 0; part < shares; part++) {
      expect(readFileSync(shareFile(part), 'utf8')).toContain(`describeShare(${part})`);
    }
  });
  const dealt = runs.filter((_, at) => at % shares === share);
  describe.each(dealt)('$scenario, variant $variant', describeRun);
}
