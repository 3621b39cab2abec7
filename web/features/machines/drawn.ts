// A machine drawn by hand: sockets, in them nodes, in them caches with as many cores as each has. Parts need not be alike,
// which a shape by counts cannot say. Pure.

import type { MachineCpuRow } from '../../exchange/own/machine/rows.ts';
import { ScenarioError } from '../../scenario/index.ts';
import { CPUS, LLCS, NODES } from '../../scenario/limits.ts';

/** Cores by cache, by node, by socket. */
export interface MachineDrawing {
  readonly threads: number;
  readonly sockets: readonly (readonly (readonly number[])[])[];
}

/** A part of it: a socket, a node in it, a cache in that. */
export type DrawnPlace =
  | readonly []
  | readonly [socket: number]
  | readonly [socket: number, node: number]
  | readonly [socket: number, node: number, cache: number];

export const firstDrawn: MachineDrawing = { threads: 2, sockets: [[[8, 8]], [[8, 8]]] };
/** Cores of one cache. No cache has as many; the machine's own limit bounds their sum, so that this stops slips of the hand alone. */
export const MOST_CORES = 256;
/** Threads of a core: eight, as on POWER, is the most that exists. */
export const MOST_THREADS = 8;

const replaced = <Part>(list: readonly Part[], at: number, change: (part: Part) => Part): Part[] =>
  list.map((part, index) => (index === at ? change(part) : part));

const without = <Part>(list: readonly Part[], at: number): readonly Part[] =>
  list.length > 1 ? list.filter((_, index) => index !== at) : list;

const again = <Part>(list: readonly Part[]): readonly Part[] => [...list, list.at(-1)!];

/** One more part inside of the place, like the last there. */
export function withOneMore(drawn: MachineDrawing, [socket, node]: DrawnPlace): MachineDrawing {
  const { sockets } = drawn;
  if (socket === undefined) return { ...drawn, sockets: again(sockets) };
  const inside = (nodes: (typeof sockets)[number]) =>
    node === undefined ? again(nodes) : replaced(nodes, node, again);
  return { ...drawn, sockets: replaced(sockets, socket, inside) };
}

/** Without the part at the place, unless it is the only one where it is. */
export function withoutPart(
  drawn: MachineDrawing,
  [socket, node, cache]: DrawnPlace,
): MachineDrawing {
  const { sockets } = drawn;
  if (socket === undefined) return drawn;
  if (node === undefined) return { ...drawn, sockets: without(sockets, socket) };
  const inside = (nodes: (typeof sockets)[number]) =>
    cache === undefined
      ? without(nodes, node)
      : replaced(nodes, node, (caches) => without(caches, cache));
  return { ...drawn, sockets: replaced(sockets, socket, inside) };
}

/** With so many cores at that cache. */
export function withCores(
  drawn: MachineDrawing,
  [socket, node, cache]: readonly [number, number, number],
  cores: number,
): MachineDrawing {
  const inNode = (caches: readonly number[]) => replaced(caches, cache, () => cores);
  return {
    ...drawn,
    sockets: replaced(drawn.sockets, socket, (all) => replaced(all, node, inNode)),
  };
}

/** Its CPUs as kernels number them: first threads first. Throws ScenarioError. */
export function rowsOfDrawn({ threads, sockets }: MachineDrawing): MachineCpuRow[] {
  let node = -1;
  let cache = -1;
  const cores = sockets.flatMap((nodes, socket) =>
    nodes.flatMap((caches) => {
      node += 1;
      return caches.flatMap((count) => {
        cache += 1;
        const core = { package: socket, node, llc: `${cache}`, l2: undefined };
        return Array.from({ length: count }, () => core);
      });
    }),
  );
  checkCounts(cores.length * threads, cache + 1, node + 1);
  return Array.from({ length: threads }, (_, thread) =>
    cores.map((core, at) => ({ ...core, cpu: thread * cores.length + at, core: `${at}` })),
  ).flat();
}

function checkCounts(...found: [cpus: number, caches: number, nodes: number]): void {
  const most = [CPUS, LLCS, NODES];
  const names = ['CPUs', 'last-level caches', 'nodes'];
  const at = found.findIndex((count, index) => count > most[index]!);
  if (at < 0) return;
  throw new ScenarioError(
    '',
    `The drawing has ${found[at]} ${names[at]}`,
    `remove some: at most ${most[at]} are simulated`,
  );
}
