// Between which parts of a machine transfers are shown: LLC to LLC where few enough, else LLC to LLC
// only inside a node, node to node inside a socket, socket to socket beyond. Hundreds of curves say
// nothing. Topology only; no geometry.

import type { Topology } from '../../engine/types.ts';

/** Up to so many LLCs every pair gets its own bundle: 8 LLCs make 56 and 8 loops. */
export const pairedLlcs = 8;

export type PartKind = 'llc' | 'node' | 'package';

/** A part of the machine that bundles can meet. */
export interface Part {
  readonly kind: PartKind;
  /** Of the LLC, the node or the socket; -1 where it has none. */
  readonly llc: number;
  readonly node: number;
  readonly package: number;
}

/** A direction between two parts (indices into parts); from = to only for an LLC's own transfers. */
export interface Pair {
  readonly from: number;
  readonly to: number;
}

export interface Pairing {
  readonly parts: readonly Part[];
  /** Parts that have bundles among each other, as indices into parts. */
  readonly families: readonly (readonly number[])[];
  readonly pairs: readonly Pair[];
  /** [from LLC * llcs + to LLC] → index into pairs. */
  readonly pairOfLlcs: Uint32Array;
}

/** The place of every LLC: that of its first CPU. */
function placesOf(topology: Topology): Part[] {
  const places: Part[] = [];
  for (let cpu = topology.cpus - 1; cpu >= 0; cpu--) {
    const llc = topology.llc[cpu]!;
    places[llc] = {
      kind: 'llc',
      llc,
      node: topology.node[cpu]!,
      package: topology.package[cpu]!,
    };
  }
  return places;
}

const sameNode = (a: Part, b: Part): boolean => a.node === b.node && a.package === b.package;

export function pairUp(topology: Topology): Pairing {
  const llcs = placesOf(topology);
  const all = llcs.length <= pairedLlcs;
  const parts: Part[] = [...llcs];
  const partIndex = (place: Part, kind: 'node' | 'package'): number => {
    const node = kind === 'node' ? place.node : -1;
    const found = parts.findIndex(
      (part) => part.kind === kind && part.package === place.package && part.node === node,
    );
    if (found >= 0) return found;
    return parts.push({ kind, llc: -1, node, package: place.package }) - 1;
  };
  const pairs: Pair[] = [];
  const known = new Map<number, number>();
  const pairOfLlcs = new Uint32Array(llcs.length * llcs.length);
  for (const a of llcs) {
    for (const b of llcs) {
      let [from, to] = [a.llc, b.llc];
      if (!all && !sameNode(a, b)) {
        const kind = a.package === b.package ? 'node' : 'package';
        [from, to] = [partIndex(a, kind), partIndex(b, kind)];
      }
      const key = from * 4096 + to;
      if (!known.has(key)) known.set(key, pairs.push({ from, to }) - 1);
      pairOfLlcs[a.llc * llcs.length + b.llc] = known.get(key)!;
    }
  }
  return { parts, families: familiesOf(parts, all), pairs, pairOfLlcs };
}

function familiesOf(parts: readonly Part[], all: boolean): number[][] {
  const families = new Map<string, number[]>();
  parts.forEach((part, index) => {
    let name: string = part.kind;
    if (part.kind === 'llc' && !all) name = `in node ${part.package}/${part.node}`;
    if (part.kind === 'node') name = `in socket ${part.package}`;
    families.set(name, [...(families.get(name) ?? []), index]);
  });
  return [...families.values()];
}

/** Sums rates by LLC ([from * llcs + to]) up to rates by pair; fills `sums`. */
export function sumByPair(pairing: Pairing, rates: Float64Array, sums: Float64Array): void {
  sums.fill(0);
  for (let i = 0; i < rates.length; i++) sums[pairing.pairOfLlcs[i]!]! += rates[i]!;
}
