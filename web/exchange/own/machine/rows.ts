// What every reader of machines gives: a row a CPU, with labels as the file has them. What becomes of the rows is
// shape.ts; what the files look like, each reader's own business.

export type Vendor = 'intel' | 'amd' | 'generic';

/** One CPU. Labels are equal where CPUs share the thing; numbers say nothing else. */
export interface MachineCpuRow {
  /** The number that the machine gives it. */
  readonly cpu: number;
  /** Unique over the whole machine. */
  readonly core: string;
  readonly l2: string | undefined;
  /** The outermost cache that the file tells of. */
  readonly llc: string | undefined;
  readonly package: number;
  /** Undefined where the file says nothing of nodes. */
  readonly node: number | undefined;
  /** Cores of another kind (P and E cores, big and LITTLE) have another label. */
  readonly kind?: string;
}

/** Distances between nodes as firmware gives them; row and column i belong to node `nodes[i]`. */
export interface NodeDistances {
  readonly nodes: readonly number[];
  readonly table: readonly (readonly number[])[];
}

/** What a file says of the kind of processor; numbers are those of CPUID. */
export interface ProcessorFacts {
  readonly vendor?: Vendor;
  readonly family?: number;
  readonly model?: number;
  /** As the file names it, where it is none of those that were measured: "aarch64". */
  readonly otherArchitecture?: string;
}

/** Rows by a key, groups in the order of their first row. */
export function groupedBy<Row, Key>(rows: readonly Row[], key: (row: Row) => Key): Map<Key, Row[]> {
  const found = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = found.get(key(row));
    if (group) group.push(row);
    else found.set(key(row), [row]);
  }
  return found;
}

/** What a file's name of an architecture says beyond x86, of which all sets of timings are. */
export function otherArchitecture(text: string | undefined): string | undefined {
  const name = /^[A-Za-z0-9_]{1,16}$/.exec(text?.trim() ?? '')?.[0];
  return name === undefined || /^(x86_64|amd64|i[3-6]86|x86)$/i.test(name) ? undefined : name;
}

/** The vendor that CPUID or lscpu names. */
export function vendorNamed(text: string): Vendor {
  if (/^(GenuineIntel|intel)/i.test(text)) return 'intel';
  return /^(AuthenticAMD|HygonGenuine|amd)/i.test(text) ? 'amd' : 'generic';
}

/** Of a file whose nodes are all others' than its CPUs'. */
export const noneLocal = 'No NUMA node of the file is local to its CPUs: one is assumed.';
