// What never changes during a run: the shape of the machine, its distances, and the names of what the core knows by
// number. Types only; ../catalog.ts reads them from a world.

/** Where every CPU sits; index = CPU number; ids are dense and start at 0. */
export interface Topology {
  readonly cpus: number;
  readonly cores: number;
  readonly llcs: number;
  readonly nodes: number;
  readonly packages: number;
  readonly core: Uint16Array;
  readonly l2: Uint16Array;
  readonly llc: Uint16Array;
  readonly node: Uint16Array;
  readonly package: Uint16Array;
  /** nodes x nodes, as SLIT: [from * nodes + to]. */
  readonly distance: Uint16Array;
}

/** The distance ruler: ns to fetch a line that another core has modified; 0 where there is none. */
export interface Ruler {
  readonly sameCore: number;
  readonly sameLlc: number;
  readonly sameNode: number;
  readonly near: number;
  readonly far: number;
  readonly otherSocket: number;
  readonly dramLocal: number;
}

/** Bytes of a cache line; an address is line * lineBytes + byte in the line. */
export const lineBytes = 64;

/** Where the named fields of structures lie; alike in every instance. By structure, then offset. */
export interface FieldPlaces {
  readonly count: number;
  /** Index into Catalog.structures. */
  readonly structure: Uint16Array;
  /** Bytes from the start of the structure. */
  readonly offset: Uint32Array;
  readonly size: Uint32Array;
  readonly name: readonly string[];
}

/** What the index of a line stands for; all lines, not only the hot ones. Index = line. */
export interface LineNames {
  readonly count: number;
  readonly structure: Uint32Array;
  readonly instance: Uint32Array;
  readonly lineNumber: Uint32Array;
}

/** What each task is for: roles by their id, and for each task its role and which one of them it is. */
export interface TaskRoles {
  readonly name: readonly string[];
  /** FORM_ code. */
  readonly form: Uint8Array;
  /** Index = task id. */
  readonly role: Uint16Array;
  readonly number: Uint16Array;
}

/** What a word of a policy's code reads. */
export interface PolicyRead {
  /** Of the text, from 1. */
  readonly line: number;
  /** "nr_running(#)", # standing for what it was asked of; '' where it reads nothing. */
  readonly of: string;
  readonly gives: 'number' | 'boolean' | 'task';
}

/** What the text of a policy calls what it reads. */
export interface PolicyNames {
  /** In the order of the text: whose word it is (one for all, each CPU's, each task's), and how many there are. */
  readonly variables: readonly {
    readonly name: string;
    readonly storage: 'shared' | 'percpu' | 'pertask';
    readonly length: number;
    /** A `let` of one value. */
    readonly isSingle: boolean;
  }[];
  /** By word of code. */
  readonly reads: readonly PolicyRead[];
}

/** What is constant during a run. Index of each list of names = the core's id; '' where none is. */
export interface Catalog {
  readonly topology: Topology;
  readonly ruler: Ruler;
  readonly clockMhz: number;
  readonly tasks: number;
  readonly taskRoles: TaskRoles;
  readonly symbols: readonly string[];
  readonly fields: FieldPlaces;
  readonly structures: readonly string[];
  readonly decisions: readonly string[];
  /** Each reason as a sentence. */
  readonly reasons: readonly string[];
  /** And by its code, as the core's sources call it. */
  readonly reasonCodes: readonly string[];
  readonly locks: readonly string[];
  /** Whether the memory that running tasks stream is counted: a frame can have it by node. */
  readonly hasTraffic: boolean;
  readonly lines: LineNames;
  /** Of a run with a policy of one's own whose text is known. */
  readonly policy?: PolicyNames;
}
