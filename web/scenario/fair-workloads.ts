// The workloads of ordinary tasks, registered in workloads.ts: benchmarks that pass messages, wake
// workers, fork, or only compute. What they do is the core's business (wasm-core/src/workload).

import { ScenarioError } from './error.ts';
import { CPUS, TASKS } from './limits.ts';
import {
  choice,
  cycle,
  LONGEST_NS,
  type Numbers,
  optionalChoice,
  optionalSpan,
  type Settings,
  span,
  type Workload,
  whole,
} from './workload-parameters.ts';

const fits = () => {};

/** Messages a second of one receiver at most: inside one cache, with nobody in the way. */
const MESSAGES = 1_600_000;

const hackbench: Workload = {
  name: 'hackbench',
  code: 32,
  what: 'hackbench: groups of senders and receivers, each sender passing small messages to each receiver of its group in turn',
  parameters: [
    whole('groups', 1, 1024, 'the number of groups'),
    whole('fds', 1, 64, 'the receivers of a group, and its senders'),
    whole('bytes', 1, 4096, 'the size of a message'),
    choice('transport', 'what messages travel through', 'pipe', 'socket'),
    choice('mode', 'what sends and receives', 'process', 'thread'),
    optionalChoice(
      'places',
      'where tasks are when they are released: where fork put them (as-forked), or dealt out to the caches in turn (across)',
      'as-forked',
      'across',
    ),
  ],
  tasks: (p) => 1 + 2 * p.groups! * p.fds!,
  wakeups: (p) => p.groups! * p.fds! * MESSAGES,
  accessesPerWakeup: 16,
  traits: ['wakes'],
  fair: 'full',
  check: fits,
};

function schbench(name: string, code: number, what: string, work: string, sleep: string): Workload {
  return {
    name,
    code,
    what: `${what}: messengers wake workers, workers work and report back`,
    parameters: [
      whole('messengers', 1, 1024, 'the number of messengers'),
      whole('workers', 1, TASKS - 2, 'the workers of a messenger'),
      span('work', 1, LONGEST_NS, work),
      span('sleep', 1, LONGEST_NS, sleep),
    ],
    tasks: (p) => 1 + p.messengers! * (1 + p.workers!),
    wakeups: (p) => (2 * p.messengers! * p.workers!) / cycle(p.work!),
    accessesPerWakeup: 200,
    traits: ['wakes', 'gathers'],
    fair: 'full',
    check: fits,
  };
}

const context: Workload = {
  name: 'context',
  code: 36,
  what: 'stress-ng context: processes that only swap user-level contexts, and share nothing',
  parameters: [
    whole('instances', 1, TASKS - 1, 'the number of processes'),
    span('swap', 1, 1_000_000, 'the time of a swap on an idle core; 337 ns were measured'),
  ],
  tasks: (p) => 1 + p.instances!,
  wakeups: (p) => p.instances! / cycle(1000 * p.swap!),
  accessesPerWakeup: 60,
  fair: 'full',
  check: fits,
};

const forkBurst: Workload = {
  name: 'fork-burst',
  code: 37,
  what: 'bursts of forks: parents that fork children, wait until the last has ended, pause, and fork again',
  parameters: [
    whole('parents', 1, 1024, 'the number of parents'),
    whole('children', 1, TASKS - 1, 'the children of a burst'),
    span('work', 1, LONGEST_NS, 'the mean user work of a child'),
    span('pause', 1, LONGEST_NS, 'the mean pause between two bursts'),
    optionalChoice(
      'exec',
      'whether a child replaces its program before it works, for which it is placed once more (no)',
      'no',
      'yes',
    ),
  ],
  tasks: (p) => p.parents! * (1 + p.children!),
  // An exec that moves its task wakes the stopper of its CPU.
  wakeups: (p) => ((p.exec ? 4 : 2) * p.parents! * p.children!) / cycle(p.pause!),
  accessesPerWakeup: 1000,
  fair: 'full',
  check: fits,
};

const spinning = (p: Numbers): number => p.threads! + (p.processes! - 1) * (p.others || p.threads!);

const spinners: Workload = {
  name: 'spinners',
  code: 48,
  what: 'threads that only compute: processes of a number of threads, always runnable or with pauses, placed on the caches as asked',
  parameters: [
    whole('processes', 1, 64, 'the number of processes'),
    whole('threads', 1, 1024, 'the threads of the first process'),
    whole('others', 0, 1024, 'the threads of every other process; 0: as many'),
    whole('memory_mib', 0, 1_048_576, 'the resident memory of a process, MiB'),
    span('on', 0, LONGEST_NS, 'the work between two pauses'),
    span('off', 0, LONGEST_NS, 'a pause; 0 ns: none'),
    choice('places', 'where threads begin', 'across', 'together'),
    span('later', 0, LONGEST_NS, 'how much later than the one before a process begins'),
    whole('leaving', 0, 1024, 'the threads of the first process that end'),
    span('leaving_after', 0, LONGEST_NS, 'when they end'),
    optionalChoice(
      'memory_on',
      'the node that the memory of a thread lies on, where NUMA balancing has found that out: not yet (unknown), all on the first or on the second, or those of the threads in turn (in-turn)',
      'unknown',
      'first-node',
      'second-node',
      'in-turn',
    ),
  ],
  tasks: spinning,
  wakeups: (p) => (p.off! > 0 ? spinning(p) / cycle(p.on! + p.off!) : 0),
  accessesPerWakeup: 200,
  fair: 'full',
  // Memory cannot lie on a second node where there is none.
  fit: ({ memory_on: on }, { nodes }): Settings =>
    nodes === 1 && (on === 'second-node' || on === 'in-turn') ? { memory_on: 'first-node' } : {},
  check: (p, machine) => {
    if (machine.nodes > 1 || p.memory_on! < 2) return;
    throw new ScenarioError(
      'workload.memory_on',
      'names a second node, but the machine has one',
      'write unknown or first-node, or choose a machine of two nodes',
    );
  },
};

const distances = ['free', 'same-core', 'same-llc', 'same-node', 'other-node'] as const;

const schbench2021 = schbench(
  'schbench-2021',
  34,
  'schbench of December 2021',
  'how long workers, and the messenger after waking them, spin; 30 ms in the benchmark',
  'how long a messenger sleeps before it wakes its workers, and up to a quarter more; 30 ms in the benchmark',
);

const schbenchPlaced: Workload = {
  ...schbench2021,
  name: 'schbench-placed',
  code: 39,
  what: `${schbench2021.what}, its threads placed by hand`,
  parameters: [
    ...schbench2021.parameters,
    choice('distance', 'where workers start, seen from the CPU of their messenger', ...distances),
    choice('pinned', 'whether the threads have to stay there', 'no', 'yes'),
    span(
      'kworker',
      0,
      LONGEST_NS,
      'the work of a bound kernel thread that is left behind on the CPU of a worker, once; 0: none',
    ),
    span('kworker_at', 0, LONGEST_NS, 'from when on that work is left behind'),
    span(
      'code',
      0,
      LONGEST_NS,
      'the code of a messenger before it wakes its workers, and again before it waits; about 4 µs in the trace of the slides',
    ),
    optionalChoice(
      'kworker_comes',
      'when the kernel thread comes: as its CPU leaves idle, before the worker runs there (early), or once the worker runs (late)',
      'early',
      'late',
    ),
    optionalChoice(
      'cache',
      'whether another task runs all the time in the cache of each messenger, on another core',
      'idle',
      'busy',
    ),
    optionalSpan(
      'kworker_period',
      0,
      LONGEST_NS,
      'how long after its work a CPU owes its kernel thread work again; 0 ns: never, one CPU of the machine owes it once',
    ),
  ],
  // A kernel thread a CPU where they come again: of no machine more than it can have CPUs.
  tasks: (p) =>
    1 + p.messengers! * (1 + p.workers! + (p.cache ?? 0)) + (p.kworker_period ? CPUS : 1),
};

const stream: Workload = {
  name: 'stream',
  code: 38,
  what: 'STREAM with OpenMP: a team of threads that stream through their shares of three arrays, with a barrier after every loop',
  parameters: [
    whole('threads', 1, TASKS - 1, 'the threads of the team'),
    whole('array', 1, 4_194_304, 'the size of an array in KiB'),
    choice(
      'external',
      'where another task runs all the time',
      'none',
      ...distances.slice(2),
      'random',
    ),
    whole('node_bandwidth', 1, 1_000_000, 'what the memory of a node gives, MB a second'),
    whole('link_bandwidth', 1, 1_000_000, 'what the link of a cache gives, MB a second'),
    whole('thread_bandwidth', 1, 1_000_000, 'what one thread takes at most, MB a second'),
  ],
  tasks: (p) => p.threads! + 1,
  // Who waits at a barrier looks at it every two microseconds.
  wakeups: (p) => p.threads! * 250_000,
  accessesPerWakeup: 2,
  fair: 'full',
  check: (p) => {
    if (p.array! >= p.threads!) return;
    throw new ScenarioError(
      'workload.array',
      `is ${p.array} KiB for ${p.threads} threads`,
      'give every thread at least one KiB',
    );
  },
};

const tbench: Workload = {
  name: 'tbench',
  code: 40,
  what: 'tbench: clients that each exchange requests and answers with a server process of their own over loopback TCP, once all have been forked, connected and released',
  parameters: [
    whole('clients', 1, (TASKS - 2) / 2, 'the number of clients; as many servers are forked'),
    span(
      'interval',
      60_001,
      LONGEST_NS,
      'the time of a fork, 60 µs, and of what the parent does before the next',
    ),
    span(
      'startup',
      2,
      LONGEST_NS,
      'the user work of a new client before it connects; a new server works four fifths of it',
    ),
    optionalChoice(
      'messages',
      'what is sent: requests and answers as in the load file, or one byte each way, as netperf TCP_RR does',
      'load-file',
      'one-byte',
    ),
    optionalSpan(
      'protocol',
      0,
      LONGEST_NS,
      'the work of TCP in a send, in a receive, and in the second part of a receive; 0 means 600 ns, that of a unix socket',
    ),
  ],
  tasks: (p) => 2 + 2 * p.clients!,
  // Two an operation of ten microseconds or more.
  wakeups: (p) => p.clients! * 200_000,
  accessesPerWakeup: 60,
  traits: ['wakes'],
  fair: 'full',
  check: fits,
};

const chacha20: Workload = {
  name: 'chacha20',
  code: 41,
  what: 'chacha20-xiangshan: the threads of a compiled processor model, which work through their partitions and meet at a few points of every simulated cycle, polling a shared word',
  parameters: [
    whole('threads', 1, 512, 'the threads of the model'),
    span(
      'partition',
      1,
      LONGEST_NS,
      'the work of a thread for a simulated cycle, with all it works on in its cache',
    ),
    whole('points', 1, 16, 'how often all threads meet in a simulated cycle'),
    whole('memory', 1, 67_108_864, 'the resident memory of the process, KiB'),
    whole('outputs', 0, 100, 'the share of accesses that read what other threads wrote, %'),
    whole('accesses', 0, 1000, 'the accesses of a thread to its last-level cache in 1 µs of work'),
    choice('places', 'where threads begin', 'across', 'together'),
    whole('background', 0, 512, 'tasks of other processes, which wake up every 2 ms or so'),
  ],
  tasks: (p) => p.threads! + p.background!,
  // Nobody sleeps; a meeting counts as a wake-up of each.
  wakeups: (p) => (p.threads! * p.points!) / cycle(p.partition!),
  accessesPerWakeup: 12,
  fair: 'full',
  check: (p) => {
    if (p.memory! >= p.threads!) return;
    throw new ScenarioError(
      'workload.memory',
      `is ${p.memory} KiB for ${p.threads} threads`,
      'give every thread at least one KiB',
    );
  },
};

/** Requests of a pipeline; a whole one is work that must stay below the longest. */
const MOST_PIPELINED = 1024;

const redis: Workload = {
  name: 'redis',
  code: 42,
  what: 'redis with I/O threads: the main thread reads and executes pipelines of requests, deals the replies out to the I/O threads, and polls until all are written; clients have always sent more',
  parameters: [
    whole('io_threads', 1, 128, 'the threads that write replies, the main one included'),
    whole('clients', 1, 1024, 'the connections; 50 in redis-benchmark'),
    whole('pipeline', 1, MOST_PIPELINED, 'the requests a client sends at a time'),
    span(
      'request',
      1,
      Math.floor(LONGEST_NS / MOST_PIPELINED),
      'the work of the main thread to parse and execute a request',
    ),
    span('reply', 1, LONGEST_NS, 'the work to write the replies of a client'),
    span('poll', 1, LONGEST_NS, 'how long an I/O thread polls for work before it blocks'),
    whole('memory', 65, 67_108_864, 'the resident memory of the server, KiB'),
    whole('accesses', 0, 1000, 'the accesses of a thread to its last-level cache in 1 µs of work'),
    whole('shared', 0, 100, 'the share of accesses to what another thread wrote, %'),
    choice(
      'bound',
      'the CPUs the server may use: the first node, or its first cache',
      'node',
      'cache',
    ),
    whole('background', 0, 512, 'tasks of other processes, which wake up every 2 ms or so'),
  ],
  tasks: (p) => p.io_threads! + p.background!,
  // Nobody sleeps; a pipeline that is read and answered counts as one.
  wakeups: (p) => 1 / cycle(p.pipeline! * p.request!),
  accessesPerWakeup: 40,
  fair: 'full',
  check: (p) => {
    if (p.clients! >= p.io_threads!) return;
    throw new ScenarioError(
      'workload.clients',
      `is ${p.clients} for ${p.io_threads} threads`,
      'give every thread at least one client',
    );
  },
};

export const fairWorkloads: readonly Workload[] = [
  hackbench,
  schbench(
    'schbench',
    33,
    'schbench as it is now',
    'the work of a request; 3.65 ms in the benchmark',
    'the nap before the work of a request; 100 µs in the benchmark',
  ),
  schbench2021,
  schbenchPlaced,
  schbench(
    'schbench-old',
    35,
    'schbench before its rewrite, whose latency includes the work',
    'the work of a worker; about 110 ms in the benchmark',
    'how long a messenger sleeps before it wakes its workers, and up to a quarter more; 30 ms in the benchmark',
  ),
  context,
  forkBurst,
  stream,
  tbench,
  chacha20,
  redis,
  spinners,
];
