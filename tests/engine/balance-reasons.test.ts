// What balancing leaves in explain records: the tests of a pass in their order, and, where a definition asks
// for it, why there was no pass. That it is asked for changes nothing of what happens.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { GROUP } from '../../web/engine/abi.gen.ts';
import { captureExplain } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import type { Explain, PassFacts } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { factsAs } from '../../web/views/explain/tellers/teller.ts';
import { twoNodes } from './two-nodes.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
interface Told extends Explain {
  readonly pass: PassFacts | undefined;
  readonly code: string;
  readonly stepCodes: readonly string[];
}

async function run(explain_quiet: number) {
  const world = World.create(await openWasm(core), { ...twoNodes, explain_quiet });
  const catalog = catalogOf(world);
  const codeOf = (reason: number) => catalog.reasonCodes[reason] ?? '';
  const told: Told[] = [];
  for (let seen = 0; world.time < 60_000_000; ) {
    world.step(world.time + 1_000_000);
    for (const end = world.clock().explains; seen < end; seen++) {
      const explain = captureExplain(world, seen)!;
      const pass = factsAs(explain, 'pass');
      const stepCodes = (pass?.tests ?? []).map(codeOf);
      told.push({ ...explain, pass, code: codeOf(explain.reason), stepCodes });
    }
  }
  const { accesses, switches, migrations, score } = world.clock();
  return { told, happened: { accesses, switches, migrations, score } };
}

let usual: Awaited<ReturnType<typeof run>>;
let all: typeof usual;
beforeAll(async () => {
  usual = await run(0);
  all = await run(1);
});

const quiet = ['LB_NOT_DUE', 'LB_SERIALIZED', 'LB_NOT_FIRST', 'LB_NO_BUSIEST', 'NI_NOT_OVERLOADED'];
const count = (told: readonly Told[], code: string) =>
  told.filter((each) => each.code === code).length;

describe('records of balancing', () => {
  it('change nothing of what happens, however many are asked for', () => {
    expect(usual.happened.migrations).toBeGreaterThan(100);
    expect(all.happened).toEqual(usual.happened);
  });

  it('say why there was no pass only where that is asked for', () => {
    for (const code of quiet) {
      expect([code, count(usual.told, code)]).toEqual([code, 0]);
      expect([code, count(all.told, code) > 0]).toEqual([code, true]);
    }
    const loud = all.told.filter(({ code }) => !quiet.includes(code));
    expect(loud.map(({ code, time }) => [code, time])).toEqual(
      usual.told.map(({ code, time }) => [code, time]),
    );
  });

  it('do not say the same of a domain twice in a row', () => {
    const last = new Map<string, string>();
    let compared = 0;
    for (const { code, pass, chosen, previous } of all.told) {
      if (!/^(LB|MV)_/.test(code)) continue;
      const of = `${pass?.level} of ${code === 'LB_NOT_FIRST' ? previous : chosen}`;
      if (!quiet.includes(code)) last.delete(of);
      else {
        if (last.has(of)) compared += 1;
        expect(last.get(of)).not.toBe(code);
        last.set(of, code);
      }
    }
    expect(compared).toBeGreaterThan(10);
  });

  it('name who balances instead', () => {
    const others = all.told.filter(({ code }) => code === 'LB_NOT_FIRST');
    for (const { chosen, previous } of others) expect(chosen).not.toBe(previous);
  });

  it('give the tests of a pass in their order, with the figures they were made of', () => {
    const moved = usual.told.filter(({ code }) => code === 'LB_MOVED');
    expect(moved.length).toBeGreaterThan(10);
    for (const { stepCodes, pass } of moved) {
      const balance = pass!;
      const order = ['LB_GRP', 'LB_IMB', 'LB_SRC'].map((code) => stepCodes.indexOf(code));
      expect(order).toEqual([...order].sort((a, b) => a - b));
      expect(order[0]).toBe(0);
      expect(stepCodes.some((code) => code === 'MV_OK' || code === 'MV_HOT_ANYWAY')).toBe(true);
      expect(balance.amount).toBeGreaterThan(0);
      expect(balance.tasksSeen).toBeGreaterThanOrEqual(balance.moved);
      expect(balance.busiest[GROUP.TASKS]).toBeGreaterThan(1);
      expect(balance.sourceMetric).toBeGreaterThan(0);
    }
    const forced = moved.filter(({ stepCodes }) => stepCodes[1]?.startsWith('LB_FORCE_'));
    expect(forced.length).toBeGreaterThan(0);
  });
});
