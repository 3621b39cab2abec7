// A machine's shape as files that other programs read: XML for hwloc 2 (`lstopo -i`), and what `lscpu -p` would print.
// Both can be read back here. Timings have no place in either.

import type { Machine } from '../../../scenario/index.ts';
import { bitmapText } from './bitmaps.ts';

/** What `lscpu -p=CPU,CORE,SOCKET,NODE,CACHE` would print on this machine. */
export function lscpuText(machine: Machine): string {
  const rows = machine.core.map((core, cpu) => {
    const { package: packages, node, l2, llc } = machine;
    return [cpu, core, packages[cpu], node[cpu], '', core, core, l2[cpu], llc[cpu]].join(',');
  });
  return ['# CPU,Core,Socket,Node,,L1d,L1i,L2,L3', ...rows, ''].join('\n');
}

/** A group of CPUs in the tree, with what lies in it. */
interface Branch {
  readonly type: string;
  readonly cpus: readonly number[];
  readonly index?: number;
  readonly attributes?: string;
  readonly inside: readonly Branch[];
}

/** CPU numbers by id, in the order of ids. */
function membersOf(ids: readonly number[]): number[][] {
  const members: number[][] = [];
  ids.forEach((id, cpu) => {
    members[id] ??= [];
    members[id].push(cpu);
  });
  return members;
}

const isWithin = (inner: readonly number[], outer: readonly number[]): boolean => {
  const all = new Set(outer);
  return inner.every((cpu) => all.has(cpu));
};
const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && isWithin(a, b);

/** The XML that `lstopo --of xml` would write, of version 2.0: shape and distances, no devices. */
export function hwlocXml(machine: Machine): string {
  const lines: string[] = [];
  new TreeWriter(machine, lines).write(treeOf(machine), 1);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE topology SYSTEM "hwloc2.dtd">',
    '<topology version="2.0">',
    ...lines,
    ...distances(machine),
    '</topology>',
    '',
  ].join('\n');
}

// ---- the tree ------------------------------------------------------------------------------------

function treeOf(machine: Machine): Branch {
  const all = machine.core.map((_, cpu) => cpu);
  const nodes = membersOf(machine.node);
  const packages = membersOf(machine.package).map((cpus, index) =>
    packageOf(machine, cpus, index, nodes),
  );
  const held = new Set(packages.flatMap((each) => nodesIn(each)));
  // Memory that several packages share stands beside them, in a group if it is not the whole machine's.
  const beyond = nodes.flatMap((cpus, index) => (held.has(index) ? [] : [{ cpus, index }]));
  const grouped = beyond
    .filter(({ cpus }) => cpus.length < all.length)
    .map(({ cpus, index }) =>
      group(
        cpus,
        index,
        packages.filter((each) => isWithin(each.cpus, cpus)),
      ),
    );
  const free = packages.filter((each) => !grouped.some(({ inside }) => inside.includes(each)));
  const whole = beyond
    .filter(({ cpus }) => cpus.length === all.length)
    .map(({ cpus, index }) => numaNode(cpus, index));
  return { type: 'Machine', cpus: all, index: 0, inside: [...whole, ...grouped, ...free] };
}

const nodesIn = (branch: Branch): number[] =>
  branch.type === 'NUMANode' ? [branch.index!] : branch.inside.flatMap(nodesIn);
const numaNode = (cpus: readonly number[], index: number): Branch => ({
  type: 'NUMANode',
  cpus,
  index,
  inside: [],
});
const group = (cpus: readonly number[], node: number, inside: readonly Branch[]): Branch => ({
  type: 'Group',
  cpus,
  attributes: ' kind="0" subkind="0"',
  inside: [numaNode(cpus, node), ...inside],
});

function packageOf(
  machine: Machine,
  cpus: readonly number[],
  index: number,
  nodes: readonly (readonly number[])[],
): Branch {
  const caches = membersOf(machine.llc)
    .filter((members) => isWithin(members, cpus))
    .map((members) => cacheOf(machine, members));
  const own = nodes.flatMap((members, node) =>
    isWithin(members, cpus) ? [{ members, node }] : [],
  );
  const whole = own.find(({ members }) => isSame(members, cpus));
  if (whole)
    return { type: 'Package', cpus, index, inside: [numaNode(cpus, whole.node), ...caches] };
  const groups = own.map(({ members, node }) =>
    group(
      members,
      node,
      caches.filter((each) => isWithin(each.cpus, members)),
    ),
  );
  const free = caches.filter((each) => !groups.some(({ inside }) => inside.includes(each)));
  return { type: 'Package', cpus, index, inside: [...groups, ...free] };
}

const cache = (level: number): string =>
  ` cache_size="0" depth="${level}" cache_linesize="64" cache_associativity="0" cache_type="0"`;

function cacheOf(machine: Machine, cpus: readonly number[]): Branch {
  const clusters = [...new Set(cpus.map((cpu) => machine.l2[cpu]!))].map((l2) =>
    cpus.filter((cpu) => machine.l2[cpu] === l2),
  );
  const inside = clusters.map((members) => ({
    type: 'L2Cache',
    cpus: members,
    attributes: cache(2),
    inside: coresOf(machine, members),
  }));
  return { type: 'L3Cache', cpus, attributes: cache(3), inside };
}

function coresOf(machine: Machine, cpus: readonly number[]): Branch[] {
  return [...new Set(cpus.map((cpu) => machine.core[cpu]!))].map((core) => {
    const threads = cpus.filter((cpu) => machine.core[cpu] === core);
    const units = threads.map((cpu) => ({ type: 'PU', cpus: [cpu], index: cpu, inside: [] }));
    return { type: 'Core', cpus: threads, index: core, inside: units };
  });
}

// ---- the text ------------------------------------------------------------------------------------

class TreeWriter {
  #number = 0;
  readonly #machine: Machine;
  readonly #lines: string[];

  constructor(machine: Machine, lines: string[]) {
    this.#machine = machine;
    this.#lines = lines;
  }

  write(branch: Branch, depth: number): void {
    const indent = ' '.repeat(depth);
    const { type, cpus, index, attributes = '', inside } = branch;
    this.#number += 1;
    const cpuset = bitmapText(cpus);
    const own =
      type === 'NUMANode' ? [index!] : new Set(cpus.map((cpu) => this.#machine.node[cpu]!));
    const nodeset = bitmapText(own);
    const sets = `cpuset="${cpuset}" complete_cpuset="${cpuset}" nodeset="${nodeset}" complete_nodeset="${nodeset}"`;
    const allowed =
      type === 'Machine' ? ` allowed_cpuset="${cpuset}" allowed_nodeset="${nodeset}"` : '';
    const number = index === undefined ? '' : ` os_index="${index}"`;
    const head = `${indent}<object type="${type}"${number} ${sets}${allowed} gp_index="${this.#number}"${attributes}`;
    if (inside.length === 0) {
      this.#lines.push(`${head}/>`);
      return;
    }
    this.#lines.push(`${head}>`);
    for (const each of inside) this.write(each, depth + 1);
    this.#lines.push(`${indent}</object>`);
  }
}

/** The firmware's distances as the table that hwloc keeps of them. */
function distances({ nodes, distance }: Machine): string[] {
  if (nodes < 2) return [];
  const indexes = `${Array.from({ length: nodes }, (_, node) => node).join(' ')} `;
  const rows = Array.from({ length: nodes }, (_, row) =>
    distance.slice(row * nodes, (row + 1) * nodes),
  );
  const values = rows.map((row) => `${row.join(' ')} `);
  return [
    ` <distances2 type="NUMANode" nbobjs="${nodes}" kind="5" name="NUMALatency" indexing="os">`,
    `  <indexes length="${indexes.length}">${indexes}</indexes>`,
    ...values.map((text) => `  <u64values length="${text.length}">${text}</u64values>`),
    ' </distances2>',
  ];
}
