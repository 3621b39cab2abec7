// What of a machine the camera shows for a target: all of it, whole blocks (LLCs, a node, a socket), or a close-up
// of a few cores. What it shows is laid out for the view by itself, so that it fills it and nothing is cut.

import type { Topology } from '../../engine/types.ts';
import type { CameraTarget } from './types.ts';

/** At most so many CPUs are worth a close-up: more would not be large either. */
const largestCloseUp = 16;

/** The CPUs that are laid out; undefined: all. */
export interface Framing {
  readonly of: 'cores' | 'blocks';
  /** In order. */
  readonly cpus: readonly number[];
}

const keyOf = { llc: 'llc', node: 'node', package: 'package' } as const;

/** The CPUs of the LLCs in which any of some CPUs lies. */
function wholeLlcs(topology: Topology, cpus: readonly number[]): number[] {
  const llcs = new Set(cpus.map((cpu) => topology.llc[cpu]!));
  return cpusWhere(topology, (cpu) => llcs.has(topology.llc[cpu]!));
}

function cpusWhere({ cpus }: Topology, holds: (cpu: number) => boolean): number[] {
  return Array.from({ length: cpus }, (_, cpu) => cpu).filter(holds);
}

/** Blocks that lie in several nodes or sockets count whole. Ids that the machine does not have are ignored. */
function cpusOf(target: CameraTarget, topology: Topology): Framing | undefined {
  if (target.kind === 'all' || target.kind === 'place') return undefined;
  if (target.kind === 'cpus') {
    const cpus = target.cpus.filter((cpu) => cpu >= 0 && cpu < topology.cpus);
    if (cpus.length <= largestCloseUp) return { of: 'cores', cpus };
    return { of: 'blocks', cpus: wholeLlcs(topology, cpus) };
  }
  const key = keyOf[target.kind];
  const id = (target as Readonly<Record<string, unknown>>)[key];
  const inside = cpusWhere(topology, (cpu) => topology[key][cpu] === id);
  return { of: 'blocks', cpus: wholeLlcs(topology, inside) };
}

/** Undefined: the whole machine, also where a target names nothing of it or all of it. */
export function framingOf(target: CameraTarget, topology: Topology): Framing | undefined {
  const framing = cpusOf(target, topology);
  const count = new Set(framing?.cpus).size;
  return count > 0 && count < topology.cpus ? framing : undefined;
}

export const sameFraming = (a: Framing | undefined, b: Framing | undefined): boolean =>
  a === b || (a?.of === b?.of && a?.cpus.join() === b?.cpus.join());
