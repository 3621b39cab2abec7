// The page "Bring your own": what can be brought, the commands that make it on each system, and where it is then opened.

import { sysfsCommand } from '../../exchange/own/machine/sysfs.ts';

export interface OwnCommand {
  /** What it is for, and where it runs. */
  readonly on: string;
  /** Lines to copy. */
  readonly lines: readonly string[];
}

/** Where what was made is opened: a dialog, or a view of the dock by its link. */
export type OwnTarget = { readonly machine: true } | { readonly dock: string };

export interface OwnPart {
  readonly id: string;
  readonly title: string;
  readonly what: string;
  readonly commands: readonly OwnCommand[];
  readonly after: string;
  readonly open: string;
  readonly target: OwnTarget;
}

export const ownParts: readonly OwnPart[] = [
  {
    id: 'machine',
    title: 'Your machine',
    what: 'Its sockets, nodes, caches, cores and threads: every story can run on it.',
    commands: [
      {
        on: 'Linux with hwloc (best: sizes, vendor and distances, too)',
        lines: ['lstopo --of xml machine.xml'],
      },
      {
        on: 'Linux without hwloc',
        lines: [
          'lscpu -p=CPU,CORE,SOCKET,NODE,CACHE > machine.txt',
          'numactl --hardware > nodes.txt   # distances, into “Add NUMA distances”',
        ],
      },
      {
        on: 'Linux with util-linux 2.34 or later',
        lines: ['lscpu -J -e=CPU,CORE,SOCKET,NODE,CACHE,ONLINE > machine.json'],
      },
      { on: 'Linux with a shell only, containers too', lines: [sysfsCommand] },
      {
        on: 'macOS',
        lines: ['brew install hwloc && lstopo --of xml machine.xml'],
      },
      {
        on: 'Windows (lstopo.exe of hwloc’s zip), FreeBSD (pkg install hwloc2)',
        lines: ['lstopo --of xml machine.xml'],
      },
      {
        on: 'How long a line takes from any core to any other, in ns (any system with Rust)',
        lines: ['cargo install core-to-core-latency', 'core-to-core-latency --csv > latencies.csv'],
      },
    ],
    after: 'Or draw a machine by hand in the same dialog: sockets, nodes, caches, cores, threads.',
    open: 'Open your machine',
    target: { machine: true },
  },
  {
    id: 'workload',
    title: 'Your workload',
    what: 'The tasks of a test: an rt-app file, or ten lines in the short form.',
    commands: [
      {
        on: 'The short form, written in the page',
        lines: [
          'duration 2s',
          'web    x16 mem 64KiB : run ~2ms; sleep ~8ms',
          'logger nice 5        : every 10ms; run 300us; post go',
          'worker x2 on 0-3     : await go; lock m; run 50us; unlock m',
        ],
      },
    ],
    after:
      'An event that is not simulated is refused, with its line and the word that leaves it out.',
    open: 'Open the Workload view',
    target: { dock: 'workload' },
  },
  {
    id: 'trace',
    title: 'Your trace',
    what: 'What the scheduler of a real machine did in a second: which task ran where, which task woke it, and when it migrated. The trace is replayed beside a simulated workload that is made from it.',
    commands: [
      {
        on: 'Linux with trace-cmd (as root)',
        lines: [
          'trace-cmd record -e sched_switch -e sched_waking -e sched_wakeup -e sched_wakeup_new -e sched_migrate_task sleep 1',
          'trace-cmd report > trace.txt',
        ],
      },
      {
        on: 'Linux with perf (as root)',
        lines: ['perf sched record sleep 1', 'perf sched script > trace.txt'],
      },
      {
        on: 'Linux with a shell only (as root)',
        lines: [
          'cd /sys/kernel/tracing',
          'echo sched_switch sched_waking sched_wakeup sched_wakeup_new sched_migrate_task > set_event',
          'sleep 1; cat trace > /tmp/trace.txt; echo > set_event',
        ],
      },
    ],
    after:
      'At most 128 MiB, two million events and ten seconds; gzip, bzip2, xz and zstd are unpacked. The page also reads trace.dat, the output of perf sched timehist, Perfetto traces and systrace pages. It does not read traces of macOS or Windows.',
    open: 'Open the Trace view',
    target: { dock: 'recording' },
  },
  {
    id: 'c2c',
    title: 'Your cache lines',
    what: 'What perf c2c found: which function touches which field of which line. Its lines are shown beside the simulated lines that the same functions touch at the same offsets.',
    commands: [
      {
        on: 'Linux on a machine whose processor samples addresses (as root)',
        lines: ['perf c2c record -a -- sleep 5', 'perf c2c report --stdio > c2c.txt'],
      },
    ],
    after:
      'You can also paste lines from a mail. Processes, threads and code addresses are skipped.',
    open: 'Open the c2c view',
    target: { dock: 'c2c' },
  },
  {
    id: 'structure',
    title: 'Your structure',
    what: 'A structure of your kernel, to give the simulated one the same layout; or a structure of your own, to see how its threads contend for its lines.',
    commands: [
      {
        on: 'Linux, of the running kernel (with BTF) or of any program with debugging information',
        lines: ['pahole -C zone /sys/kernel/btf/vmlinux', 'pahole -C queue ./my-program'],
      },
      {
        on: 'Any system: a declaration of C',
        lines: ['struct queue { unsigned long head; unsigned long tail; };'],
      },
    ],
    after: 'The page asks for types that are neither in the text nor known from C and the kernel.',
    open: 'Open the Struct layout view',
    target: { dock: 'struct-layout' },
  },
];

export const ownWords = {
  title: 'Bring your own – Schedscape',
  path: 'Bring your own',
  heading: 'Bring your own.',
  what: 'A machine, a workload, a trace, a perf c2c report or a structure: run the command shown here, then open or paste its output.',
  privacy: 'What leaves the machine: nothing.',
  privacyMore:
    'Files are read in this page, in a worker of your browser. The page has no server to send anything to, and its security policy lets it reach no other host. It keeps the topology, the names of tasks, and the size and hash of a file; it skips host names, serial numbers, users, paths and command lines. A link that you copy contains your machine and workload, so anyone with the link can read them. It never contains a trace.',
  terminal: 'All of it also works in a terminal:',
  terminalLines: [
    'npm run -s schedscape -- run cpupri/cyclic --machine machine.xml',
    'npm run -s schedscape -- run --workload mine.json --machine machine.xml --variant B',
    'npm run -s schedscape -- recording trace.txt --machine machine.xml',
    'npm run -s schedscape -- c2c c2c.txt cpupri/cyclic A',
  ],
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (on: string) => `Copy: ${on}`,
} as const;
