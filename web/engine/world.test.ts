import { describe, expect, it } from 'vitest';
import { LEDGER, STEP } from './abi.gen.ts';
import { captureFrame } from './capture.ts';
import { captureHeadline } from './capture-window.ts';
import { catalogOf, parseNames, parseReasons } from './catalog.ts';
import { fakeDefinition, openFake } from './testing/fake-core.ts';
import { frameLineLimit, ledgerKinds } from './types/frame.ts';
import { World } from './world.ts';

const make = (options = {}) => World.create(openFake(options), fakeDefinition);

describe('a world', () => {
  it('passes on the words in which the core refuses a definition', () => {
    const create = () => World.create(openFake(), { ...fakeDefinition, cpus: 9 });
    expect(create).toThrow('cpus: 9 is not 1 to 8');
  });

  it('keeps the defaults of the core where a definition says nothing', () => {
    expect(World.create(openFake(), {}).at.cpuViewCount).toBe(1);
  });

  it('refuses a definition that does not fit its structure, naming the field', () => {
    const create = (input: object) => () => World.create(openFake(), input);
    expect(create({ cores: 1 })).toThrow('cores: struct world_def has no such field');
    expect(create({ cpu_core: [0, 70_000] })).toThrow('cpu_core[1]: 70000');
    expect(create({ cpus: 1.5 })).toThrow('cpus: 1.5 is not a whole number');
    expect(create({ cpus: [1, 2] })).toThrow('cpus: 2 values; it holds 1');
  });

  it('says how much memory is missing', () => {
    expect(() => make({ memory: 100_000 })).toThrow('1 MiB of simulator memory');
  });

  it('is refused when the core claims a region beyond its memory', () => {
    const claim = { spoil: (map: { ringRecords: number }) => (map.ringRecords = 1 << 28) };
    expect(() => make(claim)).toThrow('event ring');
  });

  it('is refused when the core speaks another version of the ABI', () => {
    const other = { spoil: (map: { abiVersion: number }) => (map.abiVersion = 99) };
    expect(() => make(other)).toThrow('version 99');
  });

  it('stops with the message of the core when an invariant broke', () => {
    const world = make({ defectAt: 100 });
    expect(world.step(50)).toBe(STEP.REACHED);
    expect(() => world.step(200)).toThrow('line 3 has two owners');
  });

  it('stands at the time it was run to, or at the record it stopped for', () => {
    const world = make();
    world.step(1000);
    expect(world.time).toBe(1000);
    expect(world.step(2000, 1)).toBe(STEP.RECORDS);
    expect(world.time).toBeGreaterThan(1000);
    expect(world.time).toBeLessThan(1030);
  });
});

describe('a frame of a world', () => {
  it('carries the records since the frame before and says that it continues it', () => {
    const world = make();
    world.step(100);
    const first = captureFrame(world);
    expect(first.continuous).toBe(false);
    world.step(150);
    const second = captureFrame(world, { since: first.counters.records });
    expect(second.continuous).toBe(true);
    expect(second.records.first).toBe(first.counters.records);
    expect(second.records.first + second.records.count).toBe(second.counters.records);
    expect([...second.records.a]).toEqual(
      Array.from({ length: second.records.count }, (_, i) => second.records.first + i),
    );
  });

  it('counts the records that the ring had lost before they could be read', () => {
    const world = make();
    world.step(100);
    const { records } = captureFrame(world).counters;
    world.step(10_000);
    const frame = captureFrame(world, { since: records });
    expect(frame.records.count).toBe(64);
    expect(frame.records.dropped).toBe(frame.counters.records - 64 - records);
  });

  it('shows the hottest lines first and says how many there are', () => {
    const world = make();
    world.step(1000);
    const { lines, linesTouched } = captureFrame(world);
    expect(linesTouched).toBe(299);
    expect(lines.count).toBe(frameLineLimit);
    expect([lines.index[0], lines.index[1]]).toEqual([299, 298]);
  });

  it('has a ledger that sums to the time passed, for every CPU', () => {
    const world = make();
    world.step(1234);
    const { ledger } = captureFrame(world);
    for (let cpu = 0; cpu < 4; cpu++) {
      const row = ledger.subarray(cpu * ledgerKinds.length, (cpu + 1) * ledgerKinds.length);
      expect(row.reduce((sum, ns) => sum + ns, 0)).toBe(1234);
    }
  });
});

describe('the kinds of the ledger', () => {
  it('are in the order of their codes', () => {
    const codes = Object.entries(LEDGER).sort((a, b) => a[1] - b[1]);
    const camel = (name: string) =>
      name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    expect(codes.map(([name]) => camel(name))).toEqual([...ledgerKinds]);
  });
});

describe('the catalogue', () => {
  it('knows names by id and passes over kinds it does not know', () => {
    const catalog = catalogOf(make());
    expect(catalog.symbols).toEqual(['user', 'cpupri_set']);
    expect(catalog.reasons).toEqual(['', '', 'lowest priority']);
    expect(catalog.reasonCodes).toEqual(['', '', 'LOWEST']);
    expect(catalog.topology).toMatchObject({ cpus: 4, cores: 4, llcs: 2, packages: 1 });
  });

  it('refuses a reason that comes without its code', () => {
    for (const name of ['lowest priority', 'LOWEST', 'LOWEST ']) {
      expect(() => parseReasons(['', name])).toThrow(`"${name}" is not CODE SENTENCE`);
    }
  });

  it('measures only the distances that the machine has', () => {
    const { ruler } = catalogOf(make());
    expect(ruler).toMatchObject({ sameLlc: 80, sameNode: 100, near: 0, far: 0, otherSocket: 0 });
  });

  it('refuses names with impossible ids', () => {
    expect(() => parseNames('symbol -1 x')).toThrow('symbol -1 x');
    expect(() => parseNames('symbol 99999999 x')).toThrow('is not KIND ID NAME');
  });
});

describe('the headline', () => {
  it('is empty while the run warms up', () => {
    const world = make();
    world.step(500);
    expect(captureHeadline(world, catalogOf(world)).measuring).toBe(false);
  });
});
