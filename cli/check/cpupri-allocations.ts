// What the scheduler allocates apart from root_domain itself, as a cpupri vector file lists it: how
// many of what size. Words of the probe: wasm-core/src/probe/layout.c.

import { LAYOUT, LIMIT_CPUS, LIMIT_NODES, PROBE } from '../../web/engine/abi.gen.ts';
import { ProbeAnswer } from '../../web/engine/probe-words.ts';
import {
  allowOnly,
  fieldsOfObject,
  itemsOf,
  numberClaim,
  type VectorClaim,
  vectorVerdict,
} from './claims.ts';
import { observeLayout } from './cpupri-layouts.ts';
import { type CpupriMachine, evenMachine } from './cpupri-machine.ts';
import type { JsonField } from './json-fields.ts';
import { type CaseResult, type ProbeRunner, VectorFileError } from './types.ts';

const QUESTION = 1;
/** Kinds of structures with names of up to 60 characters, and some to spare. */
const CAPACITY = 1 + 64 * (4 + 60);
const LINE_BYTES = 64;

/** The machine of files whose note names none. */
const USUAL_MACHINE = { cpus: 480, nodes: 6 };

interface Kind {
  count: number;
  bytes: number;
  lines: number;
}

/** Everything asked of the core: kinds by kernel and by the core's name of the structure, and the
 * bitmaps that root_domain points to. */
interface Observed {
  cpus: number;
  kinds: Record<Kernel, Map<string, Kind>>;
  pointers: Set<string>;
}

/** Kernels as the probe wants them: layout code, and whether masks are per node. */
const KERNELS = {
  baseline: [LAYOUT.BASE, 0],
  patch3: [LAYOUT.P3, 0],
  patch4: [LAYOUT.BASE, 1],
} as const;
type Kernel = keyof typeof KERNELS;

const kindOf = (kernel: Kernel, structure: string) => (observed: Observed) =>
  observed.kinds[kernel].get(structure);

type Find = (observed: Observed) => Kind | undefined;

const PARTS = {
  bitmaps: kindOf('baseline', 'cpupri mask bitmap'),
  nodeBitmaps: kindOf('patch4', 'cpupri mask bitmap'),
  nodePointers: kindOf('patch4', 'cpupri per-node mask pointers'),
  counterPointers: kindOf('patch3', 'rto_counts pointers'),
  counters: kindOf('patch3', 'rto count of a node'),
  cpuToPri: kindOf('baseline', 'cpu_to_pri'),
} satisfies Record<string, Find>;

/** Words that tell an item from the others, the first that fit. */
const SAYINGS: [RegExp[], Find][] = [
  [[/cpu_to_pri/], PARTS.cpuToPri],
  [[/patch 3|overload|rto/, /pointer/], PARTS.counterPointers],
  [[/patch 3|overload|rto/, /count/], PARTS.counters],
  [[/patch 4|and node|per.node/, /pointer/], PARTS.nodePointers],
  [[/patch 4|and node|per.node/, /bitmap|mask/], PARTS.nodeBitmaps],
  [[/per (vector|level)/, /bitmap|mask/], PARTS.bitmaps],
];

/** Bitmaps of CPUs that root_domain points to, all of one size. */
const RD_BITMAPS = ['span', 'online', 'dlo_mask', 'rto_mask'];

const TOTALS: Record<string, Find> = {
  baseline_bitmaps_bytes: PARTS.bitmaps,
  patch4_bitmaps_bytes: PARTS.nodeBitmaps,
  patch4_pointer_arrays_bytes: PARTS.nodePointers,
  patch3_pointer_arrays_bytes: PARTS.counterPointers,
  patch3_counters_bytes: PARTS.counters,
};

/** Sizes of the kernel's general slab caches on x86-64 up to a page, bytes. */
const SLAB_BYTES = [8, 16, 32, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096, 8192];

const slabBytes = (bytes: number): number => SLAB_BYTES.find((slab) => slab >= bytes) ?? bytes;

function slabName(bytes: number): string {
  const slab = slabBytes(bytes);
  return `kmalloc-${slab < 1024 ? slab : `${slab / 1024}k`}`;
}

// ---- reading -----------------------------------------------------------------------------------

function namedBitmaps(names: string[]): Find {
  return ({ kinds, pointers }) => {
    const bitmap = kinds.baseline.get('rto_mask bitmap');
    return bitmap && { ...bitmap, count: names.filter((name) => pointers.has(name)).length };
  };
}

function readWhat(field: JsonField): Find {
  const text = field.text().toLowerCase();
  const names = text.replace(/ *bitmaps?$/, '').split(/, *| and /);
  if (names.every((name) => RD_BITMAPS.includes(name))) return namedBitmaps(names);
  const found = SAYINGS.find(([words]) => words.every((word) => word.test(text)));
  return (
    found?.[1] ??
    field.refuse('name what the scheduler allocates, as in "patch 4: bitmap per vector and node"')
  );
}

/** "one private line each", "30 lines, 16 CPUs per line": the numbers in it. Other words are free. */
function linesClaims(field: JsonField, find: Find): VectorClaim<Observed>[] {
  const text = field.text('');
  const claim = (match: RegExpExecArray | null, got: (kind: Kind, cpus: number) => number) =>
    match
      ? [
          {
            where: field.path,
            expected: match[0].replace(match[1]!, match[1] === 'one' ? '1' : match[1]!),
            got: (observed: Observed) => {
              const kind = find(observed);
              const number = kind ? `${got(kind, observed.cpus)}` : 'no';
              return match[0].replace(match[1]!, number);
            },
          },
        ]
      : [];
  const perLine = (kind: Kind, cpus: number) => (LINE_BYTES * cpus) / kind.bytes;
  return [
    ...claim(/^(one|\d+)(?: private)? lines?/.exec(text), ({ lines }) => lines),
    ...claim(/(\d+) CPUs per line/.exec(text), perLine),
  ];
}

function slabClaims(field: JsonField, find: Find): VectorClaim<Observed>[] {
  const name = /^kmalloc-\d+k?/.exec(field.text(''));
  if (!name) return [];
  const got = (observed: Observed) => {
    const kind = find(observed);
    return kind ? slabName(kind.bytes) : 'none';
  };
  return [{ where: field.path, expected: name[0], got }];
}

interface AllocationVector {
  id: string;
  claims: VectorClaim<Observed>[];
}

export interface Allocations {
  machine: CpupriMachine;
  vectors: AllocationVector[];
}

function readItem(field: JsonField): AllocationVector {
  allowOnly(field, ['what', 'count', 'bytes_each', 'slab', 'node', 'lines']);
  const find = readWhat(field.at('what'));
  return {
    id: field.path,
    claims: [
      numberClaim(field.at('count'), (observed) => find(observed)?.count),
      numberClaim(field.at('bytes_each'), (observed) => find(observed)?.bytes),
      ...slabClaims(field.at('slab'), find),
      ...linesClaims(field.at('lines'), find),
    ],
  };
}

/** Totals count what the slabs hand out, not what was asked of them. */
function readTotals(field: JsonField): AllocationVector[] {
  const claims = fieldsOfObject(field).map(([name, total]) => {
    const find = Object.hasOwn(TOTALS, name) ? TOTALS[name] : undefined;
    if (!find) {
      const remedy = `use ${Object.keys(TOTALS).join(', ')}`;
      throw new VectorFileError(total.path, 'nothing is known of this total', remedy);
    }
    return numberClaim(total, (observed: Observed) => {
      const kind = find(observed);
      return kind && kind.count * slabBytes(kind.bytes);
    });
  });
  return claims.length > 0 ? [{ id: field.path, claims }] : [];
}

/** The machine that the note speaks of: "... on the 480-CPU, 6-node machine ...". */
function readMachine(note: JsonField): CpupriMachine {
  const match = /(\d+)-CPU, (\d+)-node/.exec(note.text(''));
  const { cpus, nodes } = match
    ? { cpus: Number(match[1]), nodes: Number(match[2]) }
    : USUAL_MACHINE;
  if (cpus < 1 || cpus > LIMIT_CPUS || nodes < 1 || nodes > Math.min(cpus, LIMIT_NODES)) {
    note.refuse(`name a machine of at most ${LIMIT_CPUS} CPUs and ${LIMIT_NODES} nodes`);
  }
  return evenMachine(cpus, nodes);
}

/** Undefined where the file has none. */
export function readAllocations(field: JsonField): Allocations | undefined {
  if (!field.present) return undefined;
  allowOnly(field, ['note', 'items', 'totals']);
  const vectors = [...itemsOf(field.at('items')).map(readItem), ...readTotals(field.at('totals'))];
  return { machine: readMachine(field.at('note')), vectors };
}

// ---- running -----------------------------------------------------------------------------------

function observeKernel(
  kernel: Kernel,
  machine: CpupriMachine,
  probe: ProbeRunner,
): Map<string, Kind> {
  const input = Int32Array.from([QUESTION, ...machine.words, ...KERNELS[kernel]]);
  const answer = new ProbeAnswer(probe.run(PROBE.LAYOUT, input, CAPACITY));
  const kinds = answer.list((): [string, Kind] => [
    answer.text(),
    { count: answer.next(), bytes: answer.next(), lines: answer.next() },
  ]);
  return new Map(kinds);
}

export function* runAllocations(
  { machine, vectors }: Allocations,
  probe: ProbeRunner,
): Generator<CaseResult> {
  const { fields } = observeLayout(LAYOUT.BASE, probe);
  const observed: Observed = {
    cpus: machine.cpus,
    kinds: {
      baseline: observeKernel('baseline', machine, probe),
      patch3: observeKernel('patch3', machine, probe),
      patch4: observeKernel('patch4', machine, probe),
    },
    pointers: new Set(fields.keys()),
  };
  for (const { id, claims } of vectors) yield vectorVerdict(id, claims, observed);
}
