// The format of a machine's shape. How a shape becomes ids a CPU: topology.ts.

import * as v from 'valibot';
import {
  either,
  flagSchema,
  formed,
  integer,
  list,
  oneOf,
  optional,
  record,
  rule,
  tableSchema,
  text,
} from './fields.ts';
import { CPUS, LLCS, NODES } from './limits.ts';

/** The name of a machine, a set of timings, a layout. */
export const name = (what: string) =>
  formed(
    /^[a-z0-9][a-z0-9+._-]{0,63}$/,
    what,
    'small letters, digits and - . _ +, at most 64, such as gnr-2s-snc3',
  );

const cpuList = formed(
  /^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?){0,1023}$/,
  'a list of CPUs',
  'numbers and ranges as the kernel prints them, such as 0-39,240-279',
);
const cpuLists = (most: number, what: string) => list(cpuList, 1, most, what);

const distanceTable = list(
  list(integer(10, 255, 'a distance as in the SLIT'), 1, NODES, 'distances from one node'),
  1,
  NODES,
  'the distances between nodes, one row per node',
);

export const entryName = text(64, 'a name');
/** Free remarks by name; nothing reads them but people. */
export const words = (what: string) =>
  tableSchema(entryName, either([text(1000, 'a remark'), v.number()], 'a remark'), 64, what);

const documented = {
  id: optional(name('a name for the shape')),
  title: optional(text(200, 'what machine this is')),
  vendor: optional(oneOf(['intel', 'amd', 'generic'], 'the vendor')),
  documents: optional(list(text(8, 'the number of a document'), 0, 8, 'documents that use it')),
  verified: optional(text(1000, 'what was checked, and against what')),
  assumption: optional(text(1000, 'what is assumed')),
  timings: optional(list(name('a set of timings'), 1, 8, 'timings that fit, the default first')),
  node_reclaim_distance: optional(
    integer(10, 255, 'the distance beyond which the kernel neither balances nor reclaims (30)'),
  ),
  sched_smt: optional(flagSchema('CONFIG_SCHED_SMT')),
  sched_cluster: optional(flagSchema('CONFIG_SCHED_CLUSTER')),
  sched_mc: optional(flagSchema('CONFIG_SCHED_MC')),
};

/** A shape by lists: which CPUs form a package, a node, an LLC. Covers any machine. */
export const ListedTopologySchema = record(
  {
    ...documented,
    cpus: integer(1, CPUS, 'the number of CPUs'),
    cores: integer(1, CPUS, 'the number of cores'),
    threads_per_core: integer(1, 8, 'the threads per core, of the widest core if they differ'),
    numbering: either(
      [
        oneOf(['block', 'adjacent'], 'how CPUs are numbered'),
        cpuLists(CPUS, 'the CPUs of each core'),
      ],
      'the numbering: "block" (thread t of core c is CPU t x cores + c), "adjacent" (CPU c x threads + t), or the CPUs of each core as lists',
    ),
    packages: cpuLists(CPUS, 'the CPUs of each package'),
    nodes: cpuLists(NODES, 'the CPUs of each NUMA node'),
    llcs: cpuLists(
      LLCS,
      'the CPUs of each last-level cache, as the scheduler sees it (after the sub-NUMA split)',
    ),
    l2_clusters: optional(cpuLists(CPUS, 'the CPUs of each L2 cache; left out: one per core')),
    distance: distanceTable,
  },
  'a machine shape by CPU lists',
);

/** A shape by counts: every package, node and LLC like the other. */
export const CountedTopologySchema = v.pipe(
  record(
    {
      ...documented,
      packages: integer(1, 64, 'the number of packages (sockets)'),
      nodes_per_package: optional(integer(1, NODES, 'the NUMA nodes of a package (1)')),
      interleaved_memory: optional(flagSchema('one NUMA node over all packages')),
      llcs_per_node: optional(integer(1, LLCS, 'the last-level caches of a node and package (1)')),
      cores_per_llc: integer(1, CPUS, 'the cores of a last-level cache'),
      cores_per_l2: optional(integer(1, CPUS, 'the cores of an L2 cache (1)')),
      threads_per_core: optional(integer(1, 8, 'the threads of a core (1)')),
      numbering: optional(
        oneOf(
          ['block', 'adjacent', 'interleaved'],
          'how CPUs are numbered: block (default), adjacent, or interleaved (packages alternate)',
        ),
      ),
      distance: optional(distanceTable),
    },
    'a machine shape by counts',
  ),
  rule(
    (shape) => !shape.interleaved_memory || (shape.nodes_per_package ?? 1) === 1,
    'has interleaved memory and several nodes per package',
    'leave out interleaved_memory, or set nodes_per_package to 1',
  ),
);

export const TopologySchema = either(
  [ListedTopologySchema, CountedTopologySchema],
  'a machine shape, by CPU lists { cpus, cores, packages, nodes, llcs ... } or by counts { packages, cores_per_llc ... }',
);

export const TopologiesSchema = record(
  {
    format: v.literal('schedscape-topologies/1'),
    about: text(1000, 'what this file is'),
    documents: words('the documents by number'),
    topologies: list(ListedTopologySchema, 1, 1000, 'the shapes'),
  },
  'a file of machine shapes',
);

export type ListedTopology = v.InferOutput<typeof ListedTopologySchema>;
export type CountedTopology = v.InferOutput<typeof CountedTopologySchema>;
export type TopologyDescription = ListedTopology | CountedTopology;
