// Balance passes as they happen: which CPU looked over which domain, and whether it did so at its tick, on
// behalf of a CPU without one, or because it was about to idle. Built from frames alone. A run in which
// all CPUs balance has hundreds a second of the viewer's time: only some are shown, those that moved
// tasks first.

import { RECORD } from '../../../../engine/abi.gen.ts';
import type { Catalog, Frame, Topology } from '../../../../engine/types.ts';
import type { Layout, Rect } from '../../layout.ts';
import { around, meet } from '../../rects.ts';

export interface Pass {
  /** The CPU that was balanced for. */
  readonly cpu: number;
  /** CPUs of the domain. */
  readonly cpus: number;
  /** BALANCE_ code. */
  readonly type: number;
  readonly moved: boolean;
  /** Simulated ns. */
  readonly time: number;
  /** Frames it has been shown for. */
  age: number;
}

/** Frames a pass is shown for: about half a second at 60 a second, fading. */
const shownFrames = 32;
/** Passes shown at once: more frames over each other cannot be told apart. */
const most = 6;

/** What the core packs into the last column of a pass's decision record: see leave() of explain/balance.c. */
const typeShift = 16;
const movedShift = 18;

export class Passes {
  shown: Pass[] = [];
  #time = -1;
  readonly #balance: number;

  constructor(catalog: Pick<Catalog, 'decisions'>) {
    this.#balance = catalog.decisions.indexOf('sched_balance_rq');
  }

  add(frame: Frame): void {
    if (!frame.continuous || frame.time < this.#time) this.shown = [];
    const goesOn = frame.time > this.#time;
    this.#time = frame.time;
    if (goesOn) for (const pass of this.shown) pass.age += 1;
    this.shown = this.shown.filter(({ age }) => age < shownFrames);
    // What a jump brings with it has been over for long.
    if (!frame.continuous) return;
    const fresh = this.#begun(frame).sort((a, b) => Number(b.moved) - Number(a.moved));
    for (const pass of fresh) {
      if (this.shown.length >= most) break;
      const isThere = this.shown.some(({ cpu, cpus }) => cpu === pass.cpu && cpus === pass.cpus);
      if (!isThere) this.shown.push(pass);
    }
  }

  /** 1 when it happens, 0 when it is gone. */
  strength(pass: Pass): number {
    return 1 - pass.age / shownFrames;
  }

  #begun({ records }: Frame): Pass[] {
    const begun: Pass[] = [];
    for (let i = 0; i < records.count; i++) {
      const packed = records.e[i]!;
      if (records.kind[i] !== RECORD.DECISION || records.b[i] !== this.#balance || packed === 0) {
        continue;
      }
      begun.push({
        cpu: records.c[i]!,
        cpus: packed & 0xffff,
        type: (packed >>> typeShift) & 3,
        moved: ((packed >>> movedShift) & 1) === 1,
        time: records.time[i]!,
        age: 0,
      });
    }
    return begun;
  }
}

const countSame = (ids: ArrayLike<number>, cpu: number): number => {
  let count = 0;
  for (let other = 0; other < ids.length; other++) count += Number(ids[other] === ids[cpu]);
  return count;
};

const distanceFrom = ({ distance, nodes }: Topology, from: number, to: number): number =>
  distance[from * nodes + to]!;

/**
 * The nodes of a domain of so many CPUs around a CPU: all up to some distance from its own, as the kernel
 * makes such domains (sched_domains_numa_masks). Empty if no distance gives as many.
 */
function nodesAround(topology: Topology, cpu: number, cpus: number): number[] {
  const { node, nodes } = topology;
  const own = node[cpu]!;
  const counts = new Array<number>(nodes).fill(0);
  for (const of of node) counts[of]! += 1;
  const all = counts.map((_, each) => each);
  const levels = [...new Set(all.map((each) => distanceFrom(topology, own, each)))];
  for (const level of levels.sort((a, b) => a - b)) {
    const within = all.filter((each) => distanceFrom(topology, own, each) <= level);
    const count = within.reduce((sum, each) => sum + counts[each]!, 0);
    if (count === cpus) return within;
    if (count > cpus) break;
  }
  return [];
}

/** One frame around some nodes where no other lies between them, else one around each. */
function framesOf(layout: Layout, nodes: readonly number[]): readonly Rect[] {
  const inside = layout.nodes.filter(({ node }) => nodes.includes(node));
  if (inside.length === 0) return [];
  const rects = inside.map(({ rect }) => rect);
  const whole = around(rects);
  const isMixed = layout.nodes.some((other) => !inside.includes(other) && meet(whole, other.rect));
  return isMixed ? rects : [whole];
}

/** A part of the picture that a domain of so many CPUs around a CPU is. */
function partAround(
  layout: Layout,
  topology: Topology,
  cpu: number,
  cpus: number,
): Rect | undefined {
  const { core, llc, node } = topology;
  if (cpus === topology.cpus) return { x: 0, y: 0, width: layout.width, height: layout.height };
  if (countSame(core, cpu) === cpus) return layout.cores[core[cpu]!];
  if (countSame(llc, cpu) === cpus) return layout.llcs.find((each) => each.llc === llc[cpu])?.rect;
  if (countSame(node, cpu) === cpus) {
    return layout.nodes.find((each) => each.node === node[cpu])?.rect;
  }
  if (countSame(topology.package, cpu) !== cpus) return undefined;
  return layout.packages.find((each) => each.package === topology.package[cpu])?.rect;
}

/**
 * Where a domain of so many CPUs around a CPU lies: the core, LLC, node, socket or machine that has as
 * many, or the nodes near its own that together have as many. Empty for a domain that is none of these.
 */
export function spanRects(
  layout: Layout,
  topology: Topology,
  cpu: number,
  cpus: number,
): readonly Rect[] {
  const part = partAround(layout, topology, cpu, cpus);
  return part ? [part] : framesOf(layout, nodesAround(topology, cpu, cpus));
}
