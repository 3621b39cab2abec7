import { describe, expect, it } from 'vitest';
import { layoutMachine } from '../../layout.ts';
import { shapes, topologyOf } from '../../testing/machines.ts';
import { drawnPartsOf, framesAround, placeDomains } from './domains.ts';

const topology = topologyOf(shapes['milan 2s nps1']);
const layout = layoutMachine(topology, { width: 900, height: 500, textSize: 11 });
const all = Array.from({ length: topology.cpus }, (_, cpu) => cpu);
const cpu = 150;
const sharing = (ids: Uint16Array) => all.filter((other) => ids[other] === ids[cpu]);
const ofLlcs = (...llcs: number[]) => all.filter((other) => llcs.includes(topology.llc[other]!));

describe('the domains of a CPU in the picture', () => {
  it('are the core, the cache, the socket and the machine, with the parts of each as groups', () => {
    const { core, llc } = topology;
    const caches = [0, 1, 2, 3, 4, 5, 6, 7];
    const [smt, mc, socket, machine] = placeDomains(layout, topology, {
      cpu,
      levels: [
        { name: 'SMT', cpus: sharing(core), groups: sharing(core).map((one) => [one]) },
        { name: 'MC', cpus: sharing(llc), groups: [sharing(core)] },
        { name: 'PKG', cpus: sharing(topology.package), groups: caches.map((one) => ofLlcs(one)) },
        { name: 'NUMA', cpus: all, groups: [sharing(topology.node)] },
      ],
    });
    const rectOf = (one: number) => layout.llcs.find((block) => block.llc === one)!.rect;
    expect(smt!.span).toEqual([layout.cores[core[cpu]!]]);
    expect(smt!.groups.map(([rect]) => rect!.x)).toEqual(
      sharing(core).map((one) => layout.cpuX[one]),
    );
    expect(mc!.span).toEqual([rectOf(llc[cpu]!)]);
    expect(mc!.groups).toEqual([smt!.span]);
    expect(socket!.span).toEqual([layout.packages[0]!.rect]);
    expect(socket!.groups).toEqual(caches.map((one) => [rectOf(one)]));
    expect(machine!.span).toEqual([{ x: 0, y: 0, width: layout.width, height: layout.height }]);
  });
  it('of some CPUs have one frame where no other CPU lies between them, else one for each part', () => {
    const parts = drawnPartsOf(layout, topology);
    const [first, second] = layout.llcs.toSorted(
      (a, b) => a.rect.y - b.rect.y || a.rect.x - b.rect.x,
    );
    const last = layout.llcs.at(-1)!;
    const around = (...llcs: number[]) => framesAround(layout, parts, ofLlcs(...llcs));
    expect(around(first!.llc, second!.llc)).toHaveLength(1);
    expect(around(first!.llc, last.llc)).toEqual([first!.rect, last.rect]);
    expect(around()).toEqual([]);
  });
  it('are framed as far as an excerpt shows them', () => {
    const excerpt = sharing(topology.core);
    const part = layoutMachine(topology, { width: 900, height: 500, textSize: 11, excerpt });
    const [mc] = placeDomains(part, topology, {
      cpu,
      levels: [{ name: 'MC', cpus: sharing(topology.llc), groups: [] }],
    });
    expect(mc!.span).toHaveLength(1);
    expect(mc!.span.every(({ x, width }) => x >= 0 && width > 0)).toBe(true);
  });
  it('lie inside a socket that is all one cache, whose title stays to be read', () => {
    const wide = topologyOf(shapes['sapphire rapids 2s, one node']);
    const whole = layoutMachine(wide, { width: 900, height: 500, textSize: 11 });
    const cpus = Array.from({ length: wide.cpus }, (_, one) => one);
    const mine = cpus.filter((other) => wide.llc[other] === wide.llc[0]);
    const [mc, socket] = placeDomains(whole, wide, {
      cpu: 0,
      levels: [
        { name: 'MC', cpus: mine, groups: [] },
        { name: 'PKG', cpus, groups: [mine] },
      ],
    });
    const { rect } = whole.packages[0]!;
    const [frame] = mc!.span;
    expect(frame).toEqual(whole.llcs[0]!.rect);
    expect([frame!.y > rect.y, frame!.width <= rect.width]).toEqual([true, true]);
    expect(socket!.span).toEqual([{ x: 0, y: 0, width: whole.width, height: whole.height }]);
  });
});
