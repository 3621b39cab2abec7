// The format of what an access or a switch costs on a machine: every figure with its source. How timings become the
// core's picoseconds: timings.ts.

import * as v from 'valibot';
import {
  blaming,
  integer,
  list,
  number,
  oneOf,
  optional,
  record,
  rule,
  tableSchema,
  text,
  time,
} from './fields.ts';
import { NODES } from './limits.ts';
import { entryName, name, words } from './topology-schema.ts';

/** How good a figure is; the words are explained in scenarios/platforms/index.json. */
export const qualities = [
  'measured',
  'quoted',
  'verified',
  'derived',
  'fitted',
  'inferred',
  'recalled',
  'assumption',
  'estimate',
  'measured-by-you',
] as const;

/** No switch takes longer than this. */
export const MOST_NS = 1_000_000;
/** Ticks arrive within half of the time between two: SS_MAX_TICK_SPREAD_NS of wasm-core/src/machine/platform.h. */
const MOST_TICK_SPREAD_NS = 500_000;
/** Nor an access than this: MOST_PS and MOST_NS of wasm-core/src/machine/platform.c. */
export const MOST_ACCESS_NS = 100_000;

export const unit = text(8, 'the unit');
export const cycles = number(0, 1e9, 'the same in cycles');
export const quality = oneOf(qualities, 'the quality of the figure');
export const source = text(1000, 'where the figure comes from');

const figure = (low: number, high: number, what: string) =>
  v.pipe(
    record(
      {
        value: number(low, high, what),
        unit: optional(unit),
        cycles: optional(cycles),
        range: optional(
          list(
            number(low, high, what),
            2,
            2,
            'the smallest and the largest value that its source allows',
          ),
        ),
        quality,
        source,
      },
      `${what} as a figure with its source`,
    ),
    rule(
      ({ value, range = [value, value] }) =>
        range.every((end, at) => (at === 0 ? end <= value : value <= end)),
      'lies outside of its own range',
      'write a value inside the range, or a range around it',
    ),
  );
const latency = (what: string) => figure(0.001, MOST_ACCESS_NS, `${what}, ns`);
const lineCost = (what: string) => figure(0, MOST_ACCESS_NS, `${what}, ns`);
const cost = (what: string) => figure(0, MOST_NS, `${what}, ns`);

const distances = (what: string) => ({
  same_llc: latency(`${what} in the same LLC`),
  same_node_other_llc: optional(latency(`${what} from another LLC of the node`)),
  same_socket_near: latency(`${what} from the next node of the socket`),
  same_socket_far: latency(`${what} from a far node of the socket`),
  other_socket: latency(`${what} from another socket`),
  other_socket_2hop: optional(latency(`${what} from a socket two hops away`)),
});

/** Transfers node by node, with whatever else is said of them. */
export const nodeTransfers = <const Said extends v.ObjectEntries>(said: Said) =>
  v.pipe(
    record(
      {
        value: list(
          list(integer(2, MOST_ACCESS_NS, 'a transfer, ns'), 1, NODES, 'transfers from one node'),
          1,
          NODES,
          'transfers of modified lines, row = owner, column = requester',
        ),
        ...said,
      },
      'transfers node by node',
    ),
    blaming((given) => {
      const { value } = given as { readonly value: readonly (readonly number[])[] };
      const ragged = value.findIndex((row) => row.length !== value.length);
      if (ragged < 0) return undefined;
      return {
        at: ['value', ragged],
        problem: `is a list of ${value[ragged]!.length} in a table of ${value.length} rows`,
        remedy: 'write as many transfers in each row as there are nodes',
      };
    }),
  );

/** What a touched line costs in the model of the page lists, and what its locks and faults take. */
export const PageListsSchema = record(
  {
    node_pages: figure(
      1024,
      2 ** 31,
      'pages of a node, from which the kernel computes batch and high',
    ),
    c2c: cost('a line dirty in another core of the socket, as far as it delays a lock holder'),
    llc: cost('a line from the last-level cache'),
    memory: cost('a line from memory'),
    l2_lines: figure(500, 1e8, 'lines that a core loads before a line is evicted from its L2'),
    llc_lines: figure(500, 1e9, 'lines that a socket loads before a line is evicted from its LLC'),
    handover: cost('the hand-over of a contended lock; 0: the lock issues every access'),
    instruction: figure(0, 1000, 'one step of the instructions under a lock, ns'),
    fault: figure(0.001, MOST_NS, 'a page fault outside the locks, zeroing included, ns'),
    unmap: cost('freeing a page outside the locks'),
    copy: cost('the additional time of a fault on a private file page'),
    zero: cost('the time a zeroed page occupies the memory of the node; 0: not modelled'),
    spread: figure(0, 0.5, 'the share by which the speeds of tasks differ'),
  },
  'the page-list model',
);

/** Timings of a machine. Times are ns, as in the sources; `hitm_matrix_ns` is node by node. */
export const TimingsSchema = record(
  {
    format: v.literal('schedscape-timings/1'),
    id: name('a name for the timings'),
    name: text(200, 'what machine this is'),
    documents: optional(list(text(8, 'the number of a document'), 0, 8, 'documents that use it')),
    topology: optional(words('the machine in words and counts')),
    clock_ghz: record(
      {
        base: optional(figure(0.1, 20, 'the base clock, GHz')),
        max: optional(figure(0.1, 20, 'the highest clock, GHz')),
        sim: figure(0.1, 20, 'the clock that turns ns into cycles, GHz'),
      },
      'clocks',
    ),
    smt_throughput_factor: figure(1, 2, 'throughput of two busy siblings relative to one'),
    cache: optional(
      record(
        {
          l1d_kb: figure(1, 1e6, 'the L1 data cache, KiB'),
          l2_kb: figure(1, 1e6, 'the L2 cache, KiB'),
          llc_mb_per_domain: figure(0.1, 1e6, 'the last-level cache, MiB'),
        },
        'cache sizes',
      ),
    ),
    latency: record(
      {
        l1: latency('an L1 hit'),
        l2: optional(latency('an L2 hit')),
        llc_hit: latency('a hit in the local last-level cache'),
        atomic_hit: latency('an atomic on an owned line'),
      },
      'latencies of hits',
    ),
    hitm: record(distances('a modified line'), 'transfers of modified lines'),
    clean: record(distances('a clean line'), 'transfers of clean lines'),
    dram: record(
      {
        same_llc: optional(latency('memory')),
        local: latency('memory of the local node'),
        same_socket_near: latency('memory of the next node'),
        same_socket_far: latency('memory of a far node of the socket'),
        other_socket: latency('memory of another socket'),
      },
      'memory latencies',
    ),
    dir_penalty: lineCost('the directory penalty'),
    line: record(
      {
        svc_frac: figure(0, 4, 'the share of a transfer that occupies the line'),
        read_service: lineCost('the occupancy of one clean read'),
        ack_per_domain: lineCost('one more invalidated domain'),
        hold: optional(cost('the tenure of a granted owner')),
        private_age_us: figure(0, MOST_NS, 'residency in private caches, µs'),
        mlp: figure(1, 64, 'independent loads in flight'),
        rmw_hitm_report: optional(figure(0, 1, 'the share of HITM atomics that perf flags')),
      },
      'parameters of the line model',
    ),
    bandwidth: optional(
      tableSchema(entryName, figure(0, 1e6, 'a bandwidth, GB/s'), 32, 'bandwidths'),
    ),
    dram_loaded: optional(
      tableSchema(entryName, figure(0, 1e6, 'a coefficient'), 32, 'loaded latency'),
    ),
    os: record(
      {
        ipi_send: cost('sending an IPI'),
        ipi_deliver_same_socket: cost('an IPI to arrive in the socket'),
        ipi_deliver_other_socket: cost('an IPI to arrive in another socket'),
        irq_entry_exit: cost('interrupt entry and exit'),
        context_switch: cost('a context switch'),
        syscall: cost('a system call'),
        idle_exit_poll: cost('leaving polling idle'),
        idle_exit_c1: cost('leaving C1'),
        idle_exit_c1e: optional(cost('leaving C1E')),
        idle_exit_c6: cost('leaving C6'),
        idle_residency_c1: optional(cost('idling before C1 is entered')),
        idle_residency_c1e: optional(cost('idling before C1E is entered')),
        idle_residency_c6: optional(cost('idling before C6 is entered')),
        llc_asleep: optional(cost('waking a cache whose CPUs all sleep in C6')),
        tick_spread: optional(
          figure(0, MOST_TICK_SPREAD_NS, 'the time within which the ticks of the CPUs arrive, ns'),
        ),
      },
      'costs of the operating system',
    ),
    hitm_matrix_ns: optional(nodeTransfers({ quality, source })),
    page_lists: optional(PageListsSchema),
    notes: optional(text(2000, 'other remarks')),
  },
  'timings of a machine',
);

export type Timings = v.InferOutput<typeof TimingsSchema>;

const adjustedLatency = (what: string) => optional(time(1, MOST_ACCESS_NS, what));
const adjustedLineCost = (what: string) => optional(time(0, MOST_ACCESS_NS, what));
const adjustedCost = (what: string) => optional(time(0, MOST_NS, what));
const adjustedDistances = (what: string) =>
  optional(
    record(
      {
        same_llc: adjustedLatency(`${what} in the same LLC`),
        same_node_other_llc: adjustedLatency(`${what} from another LLC of the node`),
        same_socket_near: adjustedLatency(`${what} from the next node of the socket`),
        same_socket_far: adjustedLatency(`${what} from a far node of the socket`),
        other_socket: adjustedLatency(`${what} from another socket`),
      },
      `changed transfers of ${what}`,
    ),
  );

/** What a scenario changes of its machine's timings: "what if the other socket were nearer?" */
export const AdjustSchema = record(
  {
    clock_ghz: optional(number(0.1, 20, 'the clock that turns ns into cycles, GHz')),
    smt_throughput_factor: optional(
      number(1, 2, 'the throughput of two busy siblings relative to one'),
    ),
    latency: optional(
      record(
        {
          l1: adjustedLatency('an L1 hit'),
          llc_hit: adjustedLatency('a hit in the local last-level cache'),
          atomic_hit: adjustedLatency('an atomic on an owned line'),
        },
        'changed latencies of hits',
      ),
    ),
    hitm: adjustedDistances('a modified line'),
    clean: adjustedDistances('a clean line'),
    dram: optional(
      record(
        {
          local: adjustedLatency('memory of the local node'),
          same_socket_near: adjustedLatency('memory of the next node'),
          same_socket_far: adjustedLatency('memory of a far node of the socket'),
          other_socket: adjustedLatency('memory of another socket'),
        },
        'changed memory latencies',
      ),
    ),
    dir_penalty: adjustedLineCost('the directory penalty'),
    line: optional(
      record(
        {
          svc_frac: optional(number(0, 4, 'the share of a transfer that occupies the line')),
          read_service: adjustedLineCost('the occupancy of one clean read'),
          ack_per_domain: adjustedLineCost('one more invalidated domain'),
          private_age: optional(time(0, 1_000_000_000, 'residency in private caches')),
          mlp: optional(integer(1, 64, 'independent loads in flight')),
        },
        'changed parameters of the line model',
      ),
    ),
    os: optional(
      record(
        {
          ipi_send: adjustedCost('sending an IPI'),
          ipi_deliver_same_socket: adjustedCost('an IPI to arrive in the socket'),
          ipi_deliver_other_socket: adjustedCost('an IPI to arrive in another socket'),
          irq_entry_exit: adjustedCost('interrupt entry and exit'),
          context_switch: adjustedCost('a context switch'),
          syscall: adjustedCost('a system call'),
          idle_exit_poll: adjustedCost('leaving polling idle'),
          idle_exit_c1: adjustedCost('leaving C1'),
          idle_exit_c1e: adjustedCost('leaving C1E'),
          idle_exit_c6: adjustedCost('leaving C6'),
          idle_residency_c1: adjustedCost('idling before C1 is entered'),
          idle_residency_c1e: adjustedCost('idling before C1E is entered'),
          idle_residency_c6: adjustedCost('idling before C6 is entered'),
          llc_asleep: adjustedCost('waking a cache whose CPUs all sleep in C6'),
          tick_spread: optional(
            time(0, MOST_TICK_SPREAD_NS, 'the time within which the ticks of the CPUs arrive'),
          ),
        },
        'changed costs of the operating system',
      ),
    ),
  },
  'the changes to the timings',
);

export type Adjust = v.InferOutput<typeof AdjustSchema>;
