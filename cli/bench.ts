// `bench`: how fast the core is, in WebAssembly and natively, beside a loop that depends on the host
// alone. Runs alternate and medians count, so that a busy moment of the host does not decide.

import { availableParallelism } from 'node:os';
import { PROBE } from '../web/engine/abi.gen.ts';
import type { Backend } from '../web/engine/backend.ts';
import { closedForm, closedFormCosts } from '../web/engine/closed-form.ts';
import type { DefinitionInput } from '../web/engine/definition.ts';
import { openProbes, type ProbeRunner } from '../web/engine/probes.ts';
import { collect } from '../web/engine/sweep/collect.ts';
import { World } from '../web/engine/world.ts';
import { captureZones } from '../web/engine/zones.ts';
import { buildDefinition } from '../web/scenario/index.ts';
import { aimLines, aimsOf } from './bench-aims.ts';
import { answerLines, measureAnswers } from './bench-answer.ts';
import { fairLines, measureFair } from './bench-fair.ts';
import { measureMisses, missLines } from './bench-misses.ts';
import { measurePolicies, policyLines } from './bench-policy.ts';
import { open } from './opened.ts';
import { readOptions } from './options.ts';
import { type BackendName, backendNames, nativeFile, openBackend } from './program.ts';
import { startThreads } from './sweep-workers.ts';
import type { Terminal } from './terminal.ts';
import { exitCode } from './usage.ts';

export const benchUsage = 'schedscape bench [--json]';

const resultFormat = 'schedscape-bench/1';
const scenario = 'cpupri/ffmpeg-480';
const runs = 5;
/** ns simulated in a run: a second or so of computing. */
const simulated = 30e6;
const stepRecords = 4096;
const referenceIterations = 200e6;
const hotLineAccesses = [200_000, 2_000_000] as const;
const hotLineCores = 240;
/** Ten times the accesses may cost twelve times as much: more would not be linear. */
const linearityLimit = 12;
/** ns simulated in each run of the workers, and how many runs they share. */
const workerRuns = { ns: 10e6, count: 16 };

/** One point of a batch curve: a node of 48 threads that faults pages. */
const batchPoint = { scenario: 'pcp/skylake-ex', variant: 'B', ns: 60e6, batches: 511 } as const;

interface Speed {
  readonly seconds: number;
  readonly accesses: number;
  readonly events: number;
  readonly traceHash: string;
}

const now = (): number => performance.now() / 1000;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** One run of the scenario in a new world; creation does not count. */
async function timeRun(name: BackendName, definition: DefinitionInput, ns: number): Promise<Speed> {
  const backend = await openBackend(name);
  const world = World.create(backend, definition);
  const begin = now();
  // In steps, as the page does it: engines replace code by faster code between calls, not inside.
  while (world.time < ns) world.step(ns, stepRecords);
  const seconds = now() - begin;
  const { accesses, records } = world.clock();
  const traceHash = world.traceHash();
  backend.dispose();
  return { seconds, accesses, events: records, traceHash };
}

function timeReference(loop: (iterations: number) => number): number {
  const begin = now();
  loop(referenceIterations);
  return now() - begin;
}

function timeHotLine(probe: ProbeRunner, accesses: number): number {
  const input = Int32Array.from([hotLineCores, accesses]);
  const begin = now();
  probe.run(PROBE.BENCH_LINE, input, 4);
  return now() - begin;
}

/** Seconds by number of accesses, alternating like everything else. */
function measureHotLine(backend: Backend) {
  const probe = openProbes(backend);
  timeHotLine(probe, hotLineAccesses[0]);
  const times = hotLineAccesses.map((): number[] => []);
  for (let run = 0; run < runs; run++) {
    for (const [i, accesses] of hotLineAccesses.entries()) {
      times[i]!.push(timeHotLine(probe, accesses));
    }
  }
  const [few, many] = times.map(median) as [number, number];
  return {
    accesses: hotLineAccesses,
    seconds: [few, many],
    ratio: many / few,
    limit: linearityLimit,
  };
}

/** Seconds that so many worker threads need for the same runs, and the processor time it took them. */
async function timeWorkers(workers: number, definition: DefinitionInput) {
  const { ns, count } = workerRuns;
  const job = {
    definition,
    duration: ns,
    windowStart: 0,
    lines: [],
    rows: false,
    program: undefined,
  };
  const runners = await startThreads(workers);
  try {
    // Each thread compiles the core for itself: that is no part of a long sweep.
    await Promise.all(runners.map((runner) => runner.run(job)));
    const begin = now();
    const before = process.cpuUsage();
    await collect({
      pairs: Array.from({ length: count }, (_, index) => ({ index, cell: index, seed: 0 })),
      variants: ['run'],
      jobOf: () => job,
      runners,
    });
    const { user, system } = process.cpuUsage(before);
    return { seconds: now() - begin, processorSeconds: (user + system) / 1e6 };
  } finally {
    for (const runner of runners) runner.close();
  }
}

/**
 * How much more two workers of a sweep get done than one; alternating, medians. They share nothing: what
 * the same runs take in processor time more when there are two is what processors lose to each other.
 */
async function measureWorkers(definition: DefinitionInput) {
  const [one, two]: Awaited<ReturnType<typeof timeWorkers>>[][] = [[], []];
  for (let run = 0; run < runs; run++) {
    one!.push(await timeWorkers(1, definition));
    two!.push(await timeWorkers(2, definition));
  }
  const middle = (of: typeof one, what: 'seconds' | 'processorSeconds') =>
    median(of!.map((timed) => timed[what]));
  return {
    processors: availableParallelism(),
    two_over_one: middle(one, 'seconds') / middle(two, 'seconds'),
    processor_time_two_over_one: middle(two, 'processorSeconds') / middle(one, 'processorSeconds'),
  };
}

async function measureMemory(definition: DefinitionInput) {
  const backend = await openBackend('wasm');
  const world = World.create(backend, { ...definition, keyframes: 1 });
  const { bytes, stateBytes, cpuViewCount, taskViewCount } = world.at;
  return { cpus: cpuViewCount, tasks: taskViewCount, world_bytes: bytes, state_bytes: stateBytes };
}

function summarise(speeds: readonly Speed[], referenceRate: number) {
  const rate = (of: (speed: Speed) => number) => median(speeds.map((s) => of(s) / s.seconds));
  const accesses = rate((speed) => speed.accesses);
  return {
    accesses_per_second: accesses,
    events_per_second: rate((speed) => speed.events),
    simulated_ms_per_second: rate(() => simulated / 1e6),
    accesses_per_1000_reference_iterations: (1000 * accesses) / referenceRate,
  };
}

/** Lines touched by the page lists a second; creation does not count. */
async function timeTouches(name: BackendName, definition: DefinitionInput): Promise<number> {
  const backend = await openBackend(name);
  const world = World.create(backend, definition);
  const begin = now();
  while (world.time < batchPoint.ns) world.step(batchPoint.ns, stepRecords);
  const seconds = now() - begin;
  const touches = captureZones(world).flatMap(({ supply }) => supply);
  backend.dispose();
  return touches.reduce((sum, each) => sum + each, 0) / seconds;
}

/** Speed of the page lists, and of the closed form that stands in for them. */
async function measurePageLists(referenceRate: number) {
  const opened = await open({ scenario: batchPoint.scenario });
  const definition = buildDefinition(opened, batchPoint.variant);
  const touches: Record<BackendName, number[]> = { wasm: [], native: [] };
  for (let run = 0; run < runs; run++) {
    for (const name of backendNames) touches[name].push(await timeTouches(name, definition));
  }
  const begin = now();
  for (let batch = 1; batch <= batchPoint.batches; batch++) {
    closedForm({ ...closedFormCosts['skx-ex-4s']!, nodes: 4, tasksPerNode: 48 }, batch);
  }
  const closedFormMs = 1000 * (now() - begin);
  const rates = (name: BackendName) => ({
    touches_per_second: median(touches[name]),
    touches_per_1000_reference_iterations: (1000 * median(touches[name])) / referenceRate,
  });
  return {
    scenario: batchPoint.scenario,
    wasm: rates('wasm'),
    native: rates('native'),
    wasm_over_native: median(touches.wasm) / median(touches.native),
    closed_form: { batches: batchPoint.batches, ms: closedFormMs },
  };
}

async function measure(terminal: Terminal) {
  const opened = await open({ scenario, duration: `${simulated / 1e6}ms` });
  const definition = buildDefinition(opened, opened.scenario.variants[0]!.id);
  const { openReferenceLoop } = await import('../web/engine/native.ts');
  const loop = openReferenceLoop(nativeFile());
  const speeds: Record<BackendName, Speed[]> = { wasm: [], native: [] };
  const references: number[] = [];
  // The engine optimises WebAssembly while it runs: the first run is not what users see.
  for (const name of backendNames) await timeRun(name, definition, simulated / 4);
  for (let run = 0; run < runs; run++) {
    terminal.progress(`run ${run + 1} of ${runs}`);
    references.push(timeReference(loop));
    for (const name of backendNames) speeds[name].push(await timeRun(name, definition, simulated));
  }
  terminal.progress('one hot line');
  const hotLine = measureHotLine(await openBackend('native'));
  terminal.progress('two workers');
  const workers = await measureWorkers(definition);
  const referenceRate = referenceIterations / median(references);
  terminal.progress('page lists');
  const pageLists = await measurePageLists(referenceRate);
  terminal.progress('hackbench on machines of 8 to 480 CPUs');
  const fair = await measureFair(referenceRate);
  terminal.progress('hits and misses in slices');
  const misses = await measureMisses();
  terminal.progress('policies on 256 CPUs');
  const policies = await measurePolicies();
  terminal.progress('a sweep and a row of the report');
  const answers = await measureAnswers();
  const wasm = summarise(speeds.wasm, referenceRate);
  const native = summarise(speeds.native, referenceRate);
  const measured = {
    answers,
    wasm_over_native: wasm.accesses_per_second / native.accesses_per_second,
    page_lists: pageLists,
    fair,
    misses,
    policies,
    memory: await measureMemory(definition),
  };
  return {
    format: resultFormat,
    scenario,
    simulated_ms: simulated / 1e6,
    runs,
    wasm,
    native,
    ...measured,
    aims: aimsOf(measured),
    same_trace: new Set([...speeds.wasm, ...speeds.native].map((s) => s.traceHash)).size === 1,
    reference: { iterations: referenceIterations, iterations_per_second: referenceRate },
    hot_line: hotLine,
    workers,
  };
}

type Result = Awaited<ReturnType<typeof measure>>;

function print(result: Result, terminal: Terminal): void {
  const millions = (value: number) => `${(value / 1e6).toFixed(1)} M`;
  terminal.out(`${result.scenario}, ${result.simulated_ms} ms, medians of ${result.runs} runs`);
  for (const name of backendNames) {
    const speed = result[name];
    terminal.out(
      `${name.padEnd(7)} ${millions(speed.accesses_per_second)} accesses/s, ` +
        `${millions(speed.events_per_second)} events/s, ` +
        `${speed.simulated_ms_per_second.toFixed(1)} simulated ms/s, ` +
        `${speed.accesses_per_1000_reference_iterations.toFixed(1)} accesses per 1,000 iterations`,
    );
  }
  const { hot_line: hotLine, memory, workers } = result;
  terminal.out(`wasm over native: ${result.wasm_over_native.toFixed(2)}`);
  terminal.out(
    `two workers over one: ${workers.two_over_one.toFixed(2)} (${workers.processors} processors, ${workers.processor_time_two_over_one.toFixed(2)} times the processor time for the same runs)`,
  );
  terminal.out(`reference loop: ${millions(result.reference.iterations_per_second)} iterations/s`);
  terminal.out(
    `one hot line: ten times the accesses cost ${hotLine.ratio.toFixed(1)} times as much ` +
      `(linear: at most ${hotLine.limit})`,
  );
  terminal.out(
    `memory at ${memory.cpus} CPUs: ${(memory.world_bytes / 2 ** 20).toFixed(1)} MiB per world, ` +
      `${(memory.state_bytes / 2 ** 20).toFixed(1)} MiB of it state`,
  );
}

function printPageLists({ page_lists: pages }: Result, terminal: Terminal): void {
  const rate = (name: BackendName) => {
    const { touches_per_second: touches, touches_per_1000_reference_iterations: each } =
      pages[name];
    return `${name} ${(touches / 1e6).toFixed(1)} M line touches/s, ${each.toFixed(1)} per 1,000 iterations`;
  };
  terminal.out(`one batch point of ${pages.scenario}: ${rate('wasm')}; ${rate('native')}`);
  terminal.out(`wasm over native there: ${pages.wasm_over_native.toFixed(2)}`);
  const { batches, ms } = pages.closed_form;
  terminal.out(`closed form: ${batches} batches in ${ms.toFixed(1)} ms`);
}

export async function bench(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = { json: { type: 'boolean', default: false } } as const;
  const { values, positionals, wrong } = readOptions(args, options, benchUsage);
  if (positionals.length > 0) throw wrong(`unexpected "${positionals[0]}"`);
  const result = await measure(terminal);
  terminal.progress('');
  if (values.json) terminal.out(JSON.stringify(result, null, 2));
  else {
    print(result, terminal);
    printPageLists(result, terminal);
    for (const line of fairLines(result.fair)) terminal.out(line);
    for (const line of missLines(result.misses)) terminal.out(line);
    for (const line of policyLines(result.policies)) terminal.out(line);
    for (const line of answerLines(result.answers)) terminal.out(line);
    for (const line of aimLines(result.aims)) terminal.out(line);
  }
  if (result.same_trace) return exitCode.done;
  terminal.err('wasm and native did not give the same trace: this is a defect of the program');
  return exitCode.defect;
}
