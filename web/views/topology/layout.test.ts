import { describe, expect, it } from 'vitest';
import type { Layout, Rect } from './layout.ts';
import {
  blockOf,
  contains,
  cpuAt,
  cpuNear,
  cpuRect,
  layoutMachine,
  llcAt,
  neighbour,
} from './layout.ts';
import { type MachineShape, shapes, topologyOf } from './testing/machines.ts';

const sizes = [
  { width: 620, height: 520 },
  { width: 1280, height: 620 },
  { width: 1900, height: 900 },
  { width: 400, height: 800 },
];
const cases = Object.entries(shapes).flatMap(([name, shape]) =>
  sizes.map((size) => ({ name, shape: shape as MachineShape, size })),
);
const epsilon = 1e-6;

const inside = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x - epsilon &&
  inner.y >= outer.y - epsilon &&
  inner.x + inner.width <= outer.x + outer.width + epsilon &&
  inner.y + inner.height <= outer.y + outer.height + epsilon;
const overlap = (a: Rect, b: Rect): boolean =>
  a.x + epsilon < b.x + b.width &&
  b.x + epsilon < a.x + a.width &&
  a.y + epsilon < b.y + b.height &&
  b.y + epsilon < a.y + a.height;
const anyOverlap = (rects: readonly Rect[]): boolean =>
  rects.some((a, i) => rects.slice(i + 1).some((b) => overlap(a, b)));
const cpusOf = (layout: Layout): number[] => [...layout.cpuX.keys()];

describe.each(cases)('$name in $size.width x $size.height', ({ shape, size }) => {
  const topology = topologyOf(shape);
  const layout = layoutMachine(topology, size);

  it('stays inside the picture and uses most of one dimension unless cells are at their largest', () => {
    const used = Math.max(layout.width / size.width, layout.height / size.height);
    if (topology.llcs < 100) expect(used).toBeLessThanOrEqual(1 + epsilon);
    else expect(used).toBeLessThan(2.5);
    expect(used > 0.8 || layout.cpuWidth > 100).toBe(true);
  });
  it('nests every CPU in its core, LLC, node and socket', () => {
    for (const block of layout.llcs) {
      const part = layout.nodes.find((n) => n.node === block.node && n.package === block.package)!;
      const frame = layout.packages.find((p) => p.package === block.package)!;
      expect(inside(block.rect, part.rect)).toBe(true);
      expect(inside(part.rect, frame.rect)).toBe(true);
      for (const cpu of block.cpus) {
        expect(topology.llc[cpu]).toBe(block.llc);
        expect(inside(cpuRect(layout, cpu), layout.cores[topology.core[cpu]!]!)).toBe(true);
      }
      for (const core of block.cores) expect(inside(layout.cores[core]!, block.grid)).toBe(true);
    }
    expect(layout.llcs.flatMap((block) => block.cpus).length).toBe(topology.cpus);
  });
  it('lets nothing of one level overlap', () => {
    expect(anyOverlap(layout.packages.map((p) => p.rect))).toBe(false);
    expect(anyOverlap(layout.nodes.map((n) => n.rect))).toBe(false);
    expect(anyOverlap(layout.llcs.map((b) => b.rect))).toBe(false);
    expect(anyOverlap(layout.cores)).toBe(false);
  });
  it('puts SMT siblings side by side', () => {
    for (const cpu of cpusOf(layout)) {
      const sibling = (cpu + topology.cores) % topology.cpus;
      expect(layout.cpuY[sibling]).toBe(layout.cpuY[cpu]);
      expect(Math.abs(layout.cpuX[sibling]! - layout.cpuX[cpu]!)).toBeLessThanOrEqual(
        (shape.threads - 1) * (layout.cpuWidth + 1) + epsilon,
      );
    }
  });
  it('finds each CPU where it is drawn', () => {
    for (const cpu of cpusOf(layout)) {
      const { x, y, width, height } = cpuRect(layout, cpu);
      expect(cpuAt(layout, x + width / 2, y + height / 2)).toBe(cpu);
    }
    expect(cpuAt(layout, -5, -5)).toBe(-1);
    expect(llcAt(layout, 0, 0)).toBe(-1);
  });
  it('gives every LLC a port on a corridor that no block reaches into', () => {
    for (const { port } of layout.llcs) {
      const y = (port.top + port.bottom) / 2;
      const x = port.x + port.side * 10;
      expect(layout.llcs.every((block) => !contains(block.rect, x, y))).toBe(true);
    }
  });
});

describe('layoutMachine', () => {
  it('gives 480 CPUs cells that a dot and a hatch fit in, even at half a 1280 screen', () => {
    const layout = layoutMachine(topologyOf(shapes['granite rapids 2s snc3']), sizes[0]!);
    expect(layout.cpuWidth).toBeGreaterThan(11);
    expect(layout.cpuHeight).toBeGreaterThan(14);
  });
  it('stacks the three nodes of each socket and puts the sockets side by side', () => {
    const layout = layoutMachine(topologyOf(shapes['granite rapids 2s snc3']), sizes[0]!);
    const [first, second] = layout.packages;
    expect(first!.rect.y).toBe(second!.rect.y);
    expect(new Set(layout.nodes.map((n) => n.rect.y)).size).toBe(3);
    expect(layout.llcs.map((block) => block.port.side)).toEqual([1, 1, 1, -1, -1, -1]);
  });
  it('draws a node that spans sockets in each of them', () => {
    const layout = layoutMachine(topologyOf(shapes['sapphire rapids 2s, one node']), sizes[1]!);
    expect(layout.nodes.map((n) => [n.node, n.package])).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });
  it('is the same for the same machine and size', () => {
    const topology = topologyOf(shapes['milan 2s nps1']);
    expect(layoutMachine(topology, sizes[1]!)).toEqual(layoutMachine(topology, sizes[1]!));
  });
  it('still places every CPU when the picture has hardly any room', () => {
    const layout = layoutMachine(topologyOf(shapes['a thousand CPUs']), { width: 60, height: 40 });
    expect(layout.cpuWidth).toBeGreaterThanOrEqual(3);
    expect(layout.width / layout.height).toBeGreaterThan(0.5);
    expect(anyOverlap(layout.llcs.map((b) => b.rect))).toBe(false);
  });
});

describe('an excerpt', () => {
  const topology = topologyOf(shapes['granite rapids 2s snc3']);
  const excerpt = [0, 240, 120, 360];
  const layout = layoutMachine(topology, { width: 520, height: 380, excerpt });

  it('holds its CPUs alone, larger, in their sockets, with room between them', () => {
    const shown = cpusOf(layout).filter((cpu) => !Number.isNaN(layout.cpuX[cpu]));
    expect(shown).toEqual([...excerpt].sort((a, b) => a - b));
    expect(layout.cpuWidth).toBeGreaterThan(60);
    expect(layout.packages.map((frame) => frame.package)).toEqual([0, 1]);
    const [left, right] = layout.packages.map((frame) => frame.rect);
    expect(right!.x - left!.x - left!.width).toBeGreaterThan(60);
  });
  it('finds its CPUs where they are drawn, and no other', () => {
    const { x, y } = cpuRect(layout, 360);
    expect(cpuAt(layout, x + 5, y + 5)).toBe(360);
    expect(blockOf(layout, 1)).toBeUndefined();
  });
});

describe('cpuNear', () => {
  const layout = layoutMachine(topologyOf(shapes['granite rapids 2s snc3']), sizes[0]!);

  it('forgives a press between two cells, but not one far off', () => {
    const { x, y, height } = cpuRect(layout, 0);
    expect(cpuAt(layout, x - 2, y + 3)).toBe(-1);
    expect(cpuNear(layout, x - 2, y + 3, 4)).toBe(0);
    expect(cpuNear(layout, x + 3, y + height + 1, 4)).toBe(0);
    expect(cpuNear(layout, x - 2, y - layout.titleHeight, 4)).toBe(-1);
  });
});

describe('neighbour', () => {
  const topology = topologyOf(shapes['granite rapids 2s snc3']);
  const layout = layoutMachine(topology, sizes[0]!);

  it('steps to the SMT sibling and back', () => {
    expect(neighbour(layout, 0, 1, 0)).toBe(240);
    expect(neighbour(layout, 240, -1, 0)).toBe(0);
  });
  it('crosses from one LLC and socket into the next', () => {
    let cpu = 0;
    const seen = new Set<number>();
    for (let step = 0; step < 60; step++) {
      cpu = neighbour(layout, cpu, 1, 0);
      seen.add(topology.package[cpu]!);
    }
    expect([...seen]).toEqual([0, 1]);
  });
  it('stays at the edge of the machine', () => {
    expect(neighbour(layout, 0, -1, 0)).toBe(0);
    expect(neighbour(layout, 0, 0, -1)).toBe(0);
  });
});

describe('rows of cores', () => {
  const halves = [
    { width: 560, height: 410 },
    { width: 520, height: 330 },
  ];
  it.each([
    { nodes: 4, cores: 8 },
    { nodes: 1, cores: 48 },
  ])('of $cores in each of $nodes nodes a socket are full, also the last one', (machine) => {
    const { nodes, cores } = machine;
    const shape = { sockets: 2, nodesPerSocket: nodes, llcsPerNode: 1, coresPerLlc: cores };
    for (const size of halves) {
      const { llcs } = layoutMachine(topologyOf({ ...shape, threads: 1 }), size);
      for (const { columns } of llcs) expect(cores % columns, `${columns} columns`).toBe(0);
    }
  });
});
