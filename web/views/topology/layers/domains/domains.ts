// The scheduling domains of a CPU, and where they lie in the picture of a machine: each is a set of CPUs,
// shown by as few frames as can be put around them. What the domains are is asked of the core elsewhere.

import type { Topology } from '../../../../engine/types.ts';
import type { Layout, Rect } from '../../layout.ts';
import { around, meet } from '../../rects.ts';

export interface DomainLevel {
  /** SMT, CLS, MC, PKG, NODE or NUMA. */
  readonly name: string;
  /** The CPUs it spans. */
  readonly cpus: readonly number[];
  /** The CPUs of each of its groups. */
  readonly groups: readonly (readonly number[])[];
}

export interface CpuDomains {
  readonly cpu: number;
  /** Innermost first. */
  readonly levels: readonly DomainLevel[];
}

/** A level as it is drawn: rectangles in the layout's own measures. */
export interface DrawnLevel {
  readonly name: string;
  readonly span: readonly Rect[];
  readonly groups: readonly (readonly Rect[])[];
}

const cellOf = ({ cpuX, cpuY, cpuWidth, cpuHeight }: Layout, cpu: number): Rect => ({
  x: cpuX[cpu]!,
  y: cpuY[cpu]!,
  width: cpuWidth,
  height: cpuHeight,
});

/** A part of the picture and the CPUs in it. */
interface Part {
  readonly rect: Rect;
  readonly cpus: readonly number[];
}

/** The parts a picture is made of, largest first; CPUs that an excerpt leaves out are in none. */
export function drawnPartsOf(layout: Layout, topology: Topology): readonly Part[] {
  const { core, llc, node, package: socket } = topology;
  const shown = Array.from(layout.cpuX, (_, cpu) => cpu).filter(
    (cpu) => !Number.isNaN(layout.cpuX[cpu]!),
  );
  const part = (rect: Rect, holds: (cpu: number) => boolean) => ({
    rect,
    cpus: shown.filter(holds),
  });
  // A socket or node that is all one cache is framed where that cache is: its own frame stays to be seen.
  const parting = (rect: Rect, holds: (cpu: number) => boolean) => {
    const caches = new Set(llc.filter((_, cpu) => holds(cpu)));
    return caches.size > 1 ? [part(rect, holds)] : [];
  };
  const machine = { x: 0, y: 0, width: layout.width, height: layout.height };
  return [
    { rect: machine, cpus: shown },
    ...layout.packages.flatMap((each) => parting(each.rect, (cpu) => socket[cpu] === each.package)),
    ...layout.nodes.flatMap((each) =>
      parting(each.rect, (cpu) => node[cpu] === each.node && socket[cpu] === each.package),
    ),
    ...layout.llcs.map((each) => part(each.rect, (cpu) => llc[cpu] === each.llc)),
    ...layout.cores.flatMap((rect, of) => (rect ? [part(rect, (cpu) => core[cpu] === of)] : [])),
    ...shown.map((cpu) => ({ rect: cellOf(layout, cpu), cpus: [cpu] })),
  ];
}

/** One frame around `cpus` where no other CPU lies between them, else one around each largest part. */
export function framesAround(
  layout: Layout,
  parts: readonly Part[],
  cpus: readonly number[],
): readonly Rect[] {
  const left = new Set(cpus);
  const inside = new Set(cpus);
  const rects: Rect[] = [];
  for (const part of parts) {
    if (left.size === 0) break;
    if (part.cpus.length === 0 || !part.cpus.every((cpu) => left.has(cpu))) continue;
    for (const cpu of part.cpus) left.delete(cpu);
    rects.push(part.rect);
  }
  if (rects.length < 2) return rects;
  const whole = around(rects);
  const isMixed = layout.cpuX.some(
    (x, cpu) => !Number.isNaN(x) && !inside.has(cpu) && meet(whole, cellOf(layout, cpu)),
  );
  return isMixed ? rects : [whole];
}

/** Where the domains of a CPU lie, innermost first. */
export function placeDomains(
  layout: Layout,
  topology: Topology,
  { levels }: CpuDomains,
): readonly DrawnLevel[] {
  const parts = drawnPartsOf(layout, topology);
  const frames = (cpus: readonly number[]) => framesAround(layout, parts, cpus);
  return levels.map(({ name, cpus, groups }) => ({
    name,
    span: frames(cpus),
    groups: groups.map(frames),
  }));
}
