// The figures in the texts of the scenarios of long searches and of walks, held to the records of their runs.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RECORD } from '../../web/engine/abi.gen.ts';
import { runBatch } from '../../web/engine/batch.ts';
import { captureExplain } from '../../web/engine/capture-window.ts';
import { fieldAt } from '../../web/engine/fields.ts';
import { type C2cRows, type Catalog, type Explain, lineBytes } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { factsAs } from '../../web/views/explain/tellers/teller.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

/** What a run left: rows of its measured window, decisions from its beginning. */
interface Run {
  readonly catalog: Catalog;
  readonly rows: C2cRows;
  readonly explains: readonly Explain[];
}

async function run(
  name: string,
  variant: string,
  set: Record<string, string | number> = {},
): Promise<Run> {
  const overrides = Object.entries(set).map(([path, value]) => ({ path, value }));
  const opened = await loadScenario(name, nodeReader('scenarios'), overrides);
  const world = World.create(await openWasm(core), buildDefinition(opened, variant));
  const explains: Explain[] = [];
  const onRecords = (_: World, from: number, to: number) => {
    const ring = world.ring();
    for (let at = from; at < to; at += 1) {
      const { kind, d } = ring.at(at % ring.count);
      const explain = kind === RECORD.DECISION ? captureExplain(world, d) : undefined;
      if (explain) explains.push(explain);
    }
  };
  const window = { duration: opened.duration, windowStart: opened.window.from, program: undefined };
  const { catalog, rows } = runBatch(world, { ...window, onRecords });
  expect(rows.dropped).toBe(0);
  return { catalog, rows, explains };
}

const scenario = (name: string) => JSON.parse(readFileSync(`scenarios/${name}.json`, 'utf8'));

/** All captions of a scenario's steps: which step says something may change, that it is said may not. */
const captionsOf = (steps: readonly { readonly caption: string }[]) =>
  steps.map(({ caption }) => caption).join('\n');

/** The figures that a sentence of a scenario gives at the groups of a pattern. */
function figuresOf(text: string, pattern: RegExp): number[] {
  const found = pattern.exec(text);
  expect(found, `${pattern} in "${text}"`).not.toBeNull();
  return found!.slice(1).map(Number);
}

/** Indices of the rows of a field (its name, or count for any element), told from those beside it. */
function rowsOf({ catalog, rows }: Run, field: RegExp, symbol?: string): number[] {
  const structure = catalog.structures.indexOf('root_domain');
  return [...rows.line.keys()].filter((row) => {
    const line = rows.line[row]!;
    if (catalog.lines.structure[line] !== structure) return false;
    if (symbol && catalog.symbols[rows.symbol[row]!] !== symbol) return false;
    return field.test(fieldAt(catalog, line * lineBytes + rows.offset[row]!));
  });
}

const sumOf = (column: Uint32Array, rows: readonly number[]) =>
  rows.reduce((sum, row) => sum + column[row]!, 0);

describe('the search of cpupri/longer-search', () => {
  const { question, what, steps } = scenario('cpupri/longer-search');
  const short = { duration: '16 ms', warmup: '6 ms' };
  const searched = (layout: string) =>
    run('cpupri/longer-search', 'B', { ...short, 'variant.B.kernel.layout': layout });

  /** The counts that searches of a run read, and the lines these lie on. */
  function read(run: Run) {
    const rows = rowsOf(run, /^count\[\d+\]$/, 'cpupri_find_fitness');
    const name = (row: number) =>
      fieldAt(run.catalog, run.rows.line[row]! * lineBytes + run.rows.offset[row]!);
    const hitms = rows.filter((row) => run.rows.localHitm[row]! + run.rows.remoteHitm[row]! > 0);
    return {
      counts: new Set(rows.map(name)),
      lines: new Set(rows.map((row) => run.rows.line[row]!)).size,
      dirty: new Set(hitms.map((row) => run.rows.line[row]!)).size,
    };
  }

  it('reads as many lines as the text says, and four times as many with patch 1', async () => {
    const [base, p1] = [await searched('base'), await searched('p1')];
    const [few, many] = figuresOf(
      what,
      /on (\d+) lines of root_domain in the baseline and on (\d+) lines with patch 1/,
    );
    expect(figuresOf(question, /reads (\d+) lines instead of (\d+)/)).toEqual([many, few]);
    expect([read(base).lines, read(p1).lines]).toEqual([few, many]);
    expect(Math.round(many! / few!)).toBe(4);
    expect(captionsOf(steps)).toContain('four times as many lines');
    for (const each of [base, p1]) {
      const [first, last] = figuresOf(what, /reads count\[(\d+)\] to count\[(\d+)\]/);
      const all = Array.from({ length: last! - first! + 1 }, (_, at) => `count[${first! + at}]`);
      expect([...read(each).counts].sort()).toEqual(all.sort());
    }
  });

  it('reads other numbers of lines with other layouts: the text is not true of any', async () => {
    for (const [layout, lines] of [['p1alt', 8] as const, ['p2', 25] as const]) {
      expect([layout, read(await searched(layout)).lines]).toEqual([layout, lines]);
    }
  });

  it('fails now and then, all 99 counts read, and finds nearly all lines clean', async () => {
    const p1 = await searched('p1');
    const all = p1.explains.map((explain) => factsAs(explain, 'search'));
    const searches = all.filter((facts) => facts !== undefined && facts.probed > 0);
    const failed = searches.filter((facts) => facts!.foundLevel < 0);
    for (const facts of failed) expect(facts!.probed).toBe(99);
    const times = (field: RegExp) => sumOf(p1.rows.loads, rowsOf(p1, field, 'cpupri_find_fitness'));
    // A search that reads count[98] has failed; some searches only ask yes or no and leave no record.
    expect(what).toContain('fewer than one search in ten fails');
    expect(times(/^count\[98\]$/)).toBeGreaterThan(20);
    expect(times(/^count\[98\]$/)).toBeLessThan(times(/^count\[0\]$/) / 10);
    const written = rowsOf(p1, /^count\[/).filter((row) => p1.rows.stores[row]! > 0);
    const name = (row: number) =>
      fieldAt(p1.catalog, p1.rows.line[row]! * lineBytes + p1.rows.offset[row]!);
    expect([...new Set(written.map(name))].sort()).toEqual(['count[0]', 'count[99]']);
    expect(read(p1).dirty).toBeGreaterThan(0);
    expect(read(p1).dirty).toBeLessThan(5);
  });
});

describe('the walk of cpupri/walks-twice', () => {
  const { why } = scenario('cpupri/walks-twice');
  interface Walk {
    readonly first: number;
    /** CPUs that the push IPI came to and that could not place their task, in order. */
    readonly failed: number[];
    /** No further request came in meanwhile. */
    alone: boolean;
  }

  function walksOf({ catalog, explains }: Run): readonly Walk[] {
    const pull = catalog.decisions.indexOf('pull_rt_task');
    const [starts, joins] = ['WALK_REQUESTED', 'WALK_RUNNING'].map((code) =>
      catalog.reasonCodes.indexOf(code),
    );
    const walks: Walk[] = [];
    for (const { decision, reason, cpu, chosen } of explains) {
      const walk = walks.at(-1);
      if (decision !== pull) continue;
      if (reason === starts) walks.push({ first: chosen, failed: [], alone: true });
      else if (reason === joins && walk) walk.alone = false;
      else if (reason !== joins && chosen < 0) walk?.failed.push(cpu);
    }
    return walks;
  }

  /** Requests, ends of passes, and new beginnings after one, as the words of root_domain count them. */
  function passesOf(run: Run) {
    const next = rowsOf(run, /^rto_loop_next$/);
    const requests = sumOf(run.rows.stores, next);
    return {
      requests,
      passes: sumOf(run.rows.loads, next) - requests,
      again: sumOf(run.rows.stores, rowsOf(run, /^rto_loop$/)),
    };
  }

  it('makes two passes a request, as the text says', async () => {
    const { requests, passes, again } = passesOf(await run('cpupri/walks-twice', 'A'));
    const walks = passes - again;
    expect(why).toContain('every request causes two passes');
    expect(requests).toBeGreaterThan(20);
    // A request that joins a walk causes at most one further pass, and may share that pass with others.
    expect(again).toBeGreaterThanOrEqual(walks);
    expect(again).toBeLessThanOrEqual(requests);
    expect(passes).toBeGreaterThanOrEqual(2 * walks);
  });

  it('asks CPUs again that could not place their task, twice for a single request', async () => {
    const walks = walksOf(await run('cpupri/walks-twice', 'A'));
    const alone = walks.filter((walk) => walk.alone && walk.failed.length > 0);
    expect(why).toContain('asks a CPU again if that CPU could not place its task');
    expect(alone.length).toBeGreaterThan(5);
    const visits = (of: readonly number[], cpu: number) => of.filter((each) => each === cpu).length;
    for (const { failed, first } of alone) {
      for (const cpu of failed) expect(visits(failed, cpu)).toBeLessThanOrEqual(2);
      // A pass goes upwards: it begins anew once.
      const descents = failed.filter((cpu, at) => at > 0 && cpu <= failed[at - 1]!);
      expect(descents.length).toBeLessThanOrEqual(1);
      expect(first).toBeGreaterThanOrEqual(0);
    }
    expect(alone.some(({ failed }) => failed.some((cpu) => visits(failed, cpu) === 2))).toBe(true);
  });

  it('is not made where no CPU has a task to give', async () => {
    const idle = { 'workload.runnable': 1, 'workload.threads': 1 };
    const { requests } = passesOf(await run('cpupri/walks-twice', 'A', idle));
    expect(requests).toBe(0);
  });
});
