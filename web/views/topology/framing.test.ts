import { describe, expect, it } from 'vitest';
import { fitAll, levelOf } from './camera.ts';
import { framingOf, sameFraming } from './framing.ts';
import { layoutMachine } from './layout.ts';
import { shapes, topologyOf } from './testing/machines.ts';

const topology = topologyOf(shapes['granite rapids 2s snc3']);
const upTo = (count: number) => Array.from({ length: count }, (_, cpu) => cpu);

describe('what a camera shows', () => {
  it('is all of the machine, also where a target names nothing of it or all of it', () => {
    expect(framingOf({ kind: 'all' }, topology)).toBeUndefined();
    expect(framingOf({ kind: 'llc', llc: 99 }, topology)).toBeUndefined();
    expect(framingOf({ kind: 'cpus', cpus: [9999] }, topology)).toBeUndefined();
    expect(framingOf({ kind: 'cpus', cpus: upTo(480) }, topology)).toBeUndefined();
    expect(framingOf({ kind: 'node', node: 0 }, topologyOf(shapes.laptop))).toBeUndefined();
  });
  it('is a block whole: every CPU of it and no other', () => {
    for (const [target, key] of [
      [{ kind: 'llc', llc: 2 }, 'llc'],
      [{ kind: 'node', node: 2 }, 'node'],
    ] as const) {
      const framing = framingOf(target, topology)!;
      expect(framing.of).toBe('blocks');
      expect(framing.cpus).toEqual(upTo(480).filter((cpu) => topology[key][cpu] === 2));
    }
    const socket = framingOf({ kind: 'package', package: 1 }, topology)!;
    expect(socket.cpus).toHaveLength(240);
  });
  it('is a close-up of a few cores in which words can be read, and whole LLCs of many', () => {
    const view = { width: 525, height: 345 };
    const few = framingOf({ kind: 'cpus', cpus: [0, 240, 120, 360] }, topology)!;
    expect(few).toEqual({ of: 'cores', cpus: [0, 240, 120, 360] });
    const layout = layoutMachine(topology, { ...view, excerpt: few.cpus });
    expect(levelOf(fitAll(layout, view), layout)).toBe('near');
    const many = framingOf({ kind: 'cpus', cpus: upTo(41) }, topology)!;
    expect(many.of).toBe('blocks');
    expect(many.cpus).toHaveLength(160);
  });
  it('is the same where it is the same CPUs in the same way', () => {
    const llc = framingOf({ kind: 'llc', llc: 2 }, topology);
    const node = framingOf({ kind: 'node', node: 2 }, topology);
    expect(sameFraming(llc, node)).toBe(true);
    expect(sameFraming(llc, framingOf({ kind: 'llc', llc: 1 }, topology))).toBe(false);
    expect(sameFraming(llc, undefined)).toBe(false);
    expect(sameFraming(undefined, undefined)).toBe(true);
  });
});
