// Policies to begin with: each at most twenty lines, with a comment on top that says what it shows. None of
// them wins everywhere.

export interface Starter {
  readonly id: string;
  readonly title: string;
  readonly source: string;
}

export const starters: readonly Starter[] = [
  {
    id: 'linux',
    title: 'Linux as it is',
    source: `// Leaves every question to Linux: the same run, event for event.
function select_cpu(p, prev_cpu, wake_flags) {
  return;
}
`,
  },
  {
    id: 'linux-asked',
    title: 'Linux, asked',
    source: `// Asks for Linux's own answer, and gives it.
function select_cpu(p, prev_cpu, wake_flags) {
  return select_cpu_dfl();
}
`,
  },
  {
    id: 'stay',
    title: 'Stay',
    source: `// Every task stays on its CPU: no task ever moves.
function select_cpu(p, prev_cpu, wake_flags) {
  return prev_cpu;
}
`,
  },
  {
    id: 'near-the-waker',
    title: 'Near the waker',
    source: `// Synchronous wake-ups run here; others on an idle CPU that shares the waker's cache.
function select_cpu(p, prev_cpu, wake_flags) {
  if ((wake_flags & WAKE_SYNC) !== 0 && allowed(p, this_cpu())) return this_cpu();
  for (const cpu of llc_cpus(this_cpu())) {
    if (idle_cpu(cpu) && allowed(p, cpu)) return cpu;
  }
  return prev_cpu;
}
`,
  },
  {
    id: 'llc-first',
    title: 'LLC first',
    source: `// An idle CPU under the LLC of the previous CPU, then under the waker's.
function idle_in(p, at) {
  for (const cpu of llc_cpus(at)) {
    if (idle_cpu(cpu) && allowed(p, cpu)) return cpu;
  }
  return -1;
}
function select_cpu(p, prev_cpu, wake_flags) {
  const near = idle_in(p, prev_cpu);
  if (near >= 0) return near;
  const other = idle_in(p, this_cpu());
  return other >= 0 ? other : prev_cpu;
}
`,
  },
  {
    id: 'homes',
    title: 'Homes',
    source: `// Each new task gets a home CPU in turn; wake-ups take an idle CPU under the home's LLC.
const turn = array(1, 0);
const home = pertask(0);
function select_cpu(p, prev_cpu, wake_flags) {
  if ((wake_flags & WAKE_FORK) !== 0) {
    home[p] = Atomics.add(turn, 0, 1) % nr_cpu_ids();
    return home[p];
  }
  const at = home[p];
  for (const cpu of llc_cpus(at)) {
    if (idle_cpu(cpu)) return cpu;
  }
  return at;
}
`,
  },
  {
    id: 'random',
    title: 'Random',
    source: `// A random CPU: reads nothing, and spreads tasks.
function select_cpu(p, prev_cpu, wake_flags) {
  return random(nr_cpu_ids());
}
`,
  },
  {
    id: 'round-robin',
    title: 'Round robin',
    source: `// CPUs in turn: all of them write one line.
const next = array(1, 0);
function select_cpu(p, prev_cpu, wake_flags) {
  return Atomics.add(next, 0, 1) % nr_cpu_ids();
}
`,
  },
  {
    id: 'two-choices',
    title: 'Two choices',
    source: `// The shorter of two random queues: two words read, and nearly as even as all of them.
function select_cpu(p, prev_cpu, wake_flags) {
  const a = random(nr_cpu_ids());
  const b = random(nr_cpu_ids());
  return nr_running(a) <= nr_running(b) ? a : b;
}
`,
  },
  {
    id: 'least-loaded',
    title: 'Least loaded',
    source: `// Looks at every run queue of the machine: its reads may cost more than it gains.
function select_cpu(p, prev_cpu, wake_flags) {
  let best = prev_cpu;
  let least = nr_running(prev_cpu);
  for (const cpu of all_cpus()) {
    const n = nr_running(cpu);
    if (n < least) {
      best = cpu;
      least = n;
    }
  }
  return best;
}
`,
  },
  {
    id: 'work-stealing',
    title: 'Work stealing',
    source: `// Tasks stay; a CPU about to idle takes from the longest queue nearby, or from a random one.
function select_cpu(p, prev_cpu, wake_flags) {
  return prev_cpu;
}
function balance(cpu) {
  let from = random(nr_cpu_ids());
  let most = 1;
  for (const other of llc_cpus(cpu)) {
    const n = nr_running(other);
    if (n > most) {
      from = other;
      most = n;
    }
  }
  return from;
}
`,
  },
];
