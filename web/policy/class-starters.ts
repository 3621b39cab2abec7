// Policies to begin with beyond where a task goes: scheduling classes of one's own, with dispatch queues, and other points of
// the kernel. Each needs a scenario that has what it asks for.

import type { Starter } from './starters.ts';

export const classStarters: readonly Starter[] = [
  {
    id: 'one-queue',
    title: 'One queue (a class of its own)',
    source: `// A scheduler of its own: an idle CPU at once, else one queue for the whole machine, first come, first served.
const SHARED = 0;
function select_cpu(p, prev_cpu, wake_flags) {
  const cpu = pick_idle_cpu(p, prev_cpu);
  if (cpu < 0) return prev_cpu;
  dsq_insert(p, DSQ_LOCAL, SLICE_DFL);
  return cpu;
}
function enqueue(p, cpu, enq_flags) {
  dsq_insert(p, SHARED, SLICE_DFL);
}
function dispatch(cpu) {
  dsq_move_to_local(SHARED);
}
`,
  },
  {
    id: 'one-queue-by-time',
    title: 'One queue by time (a class of its own)',
    source: `// The same by virtual time: the task that has run least goes first, and a task that slept long saves up one slice at most.
const now_vtime = array(1, 0);
const vtime = pertask(0);
function select_cpu(p, prev_cpu, wake_flags) {
  const cpu = pick_idle_cpu(p, prev_cpu);
  if (cpu < 0) return prev_cpu;
  dsq_insert(p, DSQ_LOCAL, SLICE_DFL);
  return cpu;
}
function enqueue(p, cpu, enq_flags) {
  dsq_insert_vtime(p, 0, SLICE_DFL, Math.max(vtime[p], now_vtime[0] - SLICE_DFL));
}
function dispatch(cpu) { dsq_move_to_local(0); }
function running(p) {
  if (now_vtime[0] < vtime[p]) now_vtime[0] = vtime[p];
}
function stopping(p, runnable) {
  vtime[p] = Math.max(vtime[p], now_vtime[0] - SLICE_DFL) + SLICE_DFL - p.slice;
}
`,
  },
  {
    id: 'queue-of-a-cache',
    title: 'A queue for each cache (a class of its own)',
    source: `// A queue for each cache; a CPU whose own is empty looks at the others'.
function select_cpu(p, prev_cpu, wake_flags) {
  const cpu = pick_idle_cpu(p, prev_cpu);
  if (cpu < 0) return prev_cpu;
  dsq_insert(p, DSQ_LOCAL, SLICE_DFL);
  return cpu;
}
function enqueue(p, cpu, enq_flags) {
  dsq_insert(p, cpu_llc(cpu) % 64, SLICE_DFL);
}
function dispatch(cpu) {
  if (dsq_move_to_local(cpu_llc(cpu) % 64)) return;
  for (let i = 0; i < 64; i++) {
    if (dsq_move_to_local(i)) return;
  }
}
`,
  },
  {
    id: 'no-shared-line',
    title: 'cpupri without its counts (real-time tasks)',
    source: `// Where an RT task goes: reads each CPU's own level, near ones first, and none of the counts that all CPUs write.
function find_lowest_rq(p) {
  for (const cpu of llc_cpus(p.cpu)) {
    if (cpu_prio(cpu) === 0 && allowed(p, cpu)) return cpu;
  }
  for (const cpu of all_cpus()) {
    if (cpu_prio(cpu) === 0 && allowed(p, cpu)) return cpu;
  }
  return -1;
}
`,
  },
  {
    id: 'half-a-list',
    title: 'Half a list at a time (page lists)',
    source: `// A CPU whose list is empty fetches half of what it may hold; one that is full gives half of it back.
function pcp_refill(cpu, held, batch, high) {
  return Math.min(512, Math.max(batch, high >> 1));
}
function pcp_flush(cpu, held, batch, high) {
  return held < high ? 0 : Math.max(1, held >> 1);
}
`,
  },
];
