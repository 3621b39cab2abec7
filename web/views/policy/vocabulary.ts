// The vocabulary of a policy, for its authors: every word of the language beyond JavaScript's own, with what it
// gives. Its test holds it to the compiler's tables.

export interface VocabularyGroup {
  readonly title: string;
  /** How it is written, and what it is. */
  readonly rows: readonly (readonly [written: string, what: string])[];
}

export const vocabulary: readonly VocabularyGroup[] = [
  {
    title: 'Called by the kernel: write one or more',
    rows: [
      ['select_cpu(p, prev_cpu, wake_flags)', 'where a task goes: return a CPU'],
      ['balance(cpu)', 'a CPU about to idle: return a CPU to take a task from, or -1'],
      ['enqueue(p, cpu, enq_flags)', 'return the slice a task gets, in ns'],
      ['find_lowest_rq(p)', 'where a real-time task may run at once: a CPU, or -1'],
      ['prefer_llc(p, best_cpu)', 'where a process is aggregated: any CPU under an LLC, or -1'],
      ['pcp_refill(cpu, held, batch, high)', 'how many pages an empty list takes: 1 to 512'],
      ['pcp_flush(cpu, held, batch, high)', 'how many pages a list gives back: 0 to held'],
      ['dispatch(cpu)', 'a class of your own: a CPU with nothing to run'],
      ['running(p)', 'in such a class: a task starts to run'],
      ['stopping(p, runnable)', 'in such a class: a task stops running'],
      ['tick(p)', 'in such a class: a task ran during a tick'],
    ],
  },
  {
    title: 'Free of cost',
    rows: [
      ['this_cpu()', 'the CPU that asks'],
      ['current()', 'the task that runs there: at a wake-up, the waker'],
      ['now()', 'ns'],
      ['nr_cpu_ids()', 'how many CPUs there are'],
      ['nr_node_ids()', 'how many nodes'],
      ['random(n)', '0 to n - 1'],
      ['cpu_node(c)', 'its node'],
      ['cpu_llc(c)', 'its LLC'],
      ['cpu_core(c)', 'its core'],
      ['distance(a, b)', 'between two nodes, from the SLIT table'],
      ['cpus_share_cache(a, b)', 'true or false'],
      ['occupancy(llc)', 'in prefer_llc: the account that the scan found'],
    ],
  },
  {
    title: 'Sets, for: for (const cpu of all_cpus()) { … }',
    rows: [
      ['all_cpus()', 'all CPUs of the machine'],
      ['llc_cpus(c)', 'those under its LLC'],
      ['core_cpus(c)', 'its core'],
      ['node_cpus(c)', 'its node'],
    ],
  },
  {
    title: 'Costs the words that it reads',
    rows: [
      ['nr_running(c)', 'tasks on its runqueue'],
      ['idle_cpu(c)', 'whether it idles'],
      ['curr(c)', 'the task that runs there'],
      ['cpu_util(c)', 'its utilisation, from 0 to 1024'],
      ['cpu_load(c)', 'the sum of the weights of its tasks'],
      ['has_idle_core(c)', 'whether its LLC has an idle core'],
      ['allowed(p, c)', 'whether a task may run there'],
      ['cpu_prio(c)', 'its level in cpupri; 0: nothing real-time'],
      ['cpupri_count(level)', 'CPUs of a level'],
      ['select_cpu_dfl()', 'what Linux would answer, with everything that it reads'],
    ],
  },
  {
    title: 'Of a task',
    rows: [
      ['p.cpu', 'where it last ran'],
      ['p.util', 'its utilisation, from 0 to 1024'],
      ['p.load', 'its utilisation times its weight'],
      ['p.weight', '1024 for nice 0'],
      ['p.wakee_flips', 'how often it has switched wakees'],
      ['p.tgid', 'its process'],
      ['p.llc', 'the LLC it prefers, or -1'],
      ['p.slice', 'in a class of your own: what is left of its slice'],
    ],
  },
  {
    title: 'In a class of your own',
    rows: [
      ['dsq_insert(p, queue, slice)', 'it waits there, behind the others'],
      ['dsq_insert_vtime(p, queue, slice, vtime)', 'it waits there, in order of vtime'],
      ['dsq_move_to_local(queue)', 'takes the first; true if there was one'],
      ['dsq_nr_queued(queue)', 'how many wait'],
      ['pick_idle_cpu(p, near)', 'claims an idle CPU, or -1'],
      ['kick_cpu(c)', 'makes it look again'],
      ['DSQ_LOCAL', 'the queue of the CPU itself'],
      ['DSQ_GLOBAL', 'the queue that all CPUs check first'],
      ['SLICE_DFL', '20 ms'],
    ],
  },
  {
    title: 'Memory, at the top',
    rows: [
      ['let n = 0;', 'one word that all CPUs share'],
      ['const a = array(16, 0);', 'eight words per cache line'],
      ['const a = percpu(0);', 'a[this_cpu()]: a word of each CPU on a line of its own'],
      ['const a = pertask(0);', 'a[p]: a word of each task'],
      ['Atomics.add(a, i, 1)', 'loses no update; exchange and compareExchange likewise'],
      ['const ops_flags = OPS_NO_PERIODIC;', 'no periodic balancing'],
    ],
  },
  {
    title: 'Bits of wake_flags',
    rows: [
      ['WAKE_TTWU', 'a wake-up'],
      ['WAKE_FORK', 'a fork'],
      ['WAKE_EXEC', 'another program begins'],
      ['WAKE_SYNC', 'the waker is about to sleep'],
    ],
  },
];
