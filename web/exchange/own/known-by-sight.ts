// Texts that people paste and that tell nothing here: known by sight, so that a refusal says what would. Nothing of them is read.

/** Characters looked at. */
const HEAD = 64 * 1024;

const sights: readonly (readonly [RegExp, problem: string, remedy: string])[] = [
  [
    /\bAvg delay +ms\b|\bMax(imum)? delay ms\b/,
    'is the output of perf sched latency: totals without times',
    'give the output of perf sched timehist for the same recording',
  ],
  [
    /^\s{0,12}[*A-Z.]{0,1}[A-Z.]\d? .{0,400} \d{1,9}\.\d{6} secs\b/m,
    'is what perf sched map prints: who ran where without why',
    'give what perf sched timehist or perf sched script prints of the same recording',
  ],
  [
    /^\s{0,12}(usecs|msecs|nsecs) {1,20}: count {1,20}distribution/m,
    'is a histogram of latencies without their causes',
    'give a trace recorded at the same time: trace-cmd record -e sched_switch -e sched_waking',
  ],
  [
    /^(Wakeup|Request) Latencies percentiles|^Each sender will pass \d{1,9} messages/m,
    'is what a benchmark prints: figures without the machine',
    'give lscpu for the machine, and a trace of the run: perf sched record',
  ],
  [
    /^Sched Debug Version: |^runnable tasks:$/m,
    'is the debug output of the scheduler: one moment of each CPU',
    'give a trace: perf sched record, then perf sched timehist',
  ],
  [
    /^.{0,20}\bCPU {2,8}%usr\b|^%Cpu\(s\):|^top - \d/m,
    'counts the time of CPUs and names no caches and no wake-ups',
    'give lscpu for the machine, or a trace: perf sched record',
  ],
  [
    /^policy: \w{1,20}\npreferred node:|^numa_hit\s/m,
    'is about the policy or the use of memory and does not say on which node a CPU is',
    'give what numactl --hardware prints',
  ],
  [
    /^\s*(Core Enabled|Thread Count): \d|^\s*Info: (\d{1,2}x )?\S{1,12}-core\b/m,
    'counts cores without saying which CPUs they are',
    'give what lscpu or lstopo prints',
  ],
  [
    /^NAME {1,8}ONE-SIZE\b/m,
    'is what lscpu -C prints: sizes of caches without the CPUs that share them',
    'give what lscpu -p=CPU,CORE,SOCKET,NODE,CACHE prints',
  ],
  [
    /<cells num=['"]|^<capabilities>/m,
    'is the topology as libvirt prints it',
    'give what lscpu or lstopo prints on that host',
  ],
  [
    /^.{0,80}\bcat \S{0,80}\/(shared_cpu_list|thread_siblings_list|core_cpus_list|core_id)\b/m,
    'lists CPUs without saying what they share',
    'print the names as well, with grep . in place of cat, of all of cpu*/{topology,cache/index*}/*',
  ],
  [
    /^@[\w[\], ]{0,64}: ?\n\[\d/m,
    'is a histogram of bpftrace: sums without moments',
    'give a trace recorded at the same time: trace-cmd record -e sched_switch -e sched_waking',
  ],
  [
    /^# (Timer Latency|Operating System Noise)\b/m,
    'is what rtla prints: latencies without their causes',
    'give the trace that it saves with -a or -T, or one of trace-cmd record -e sched_switch -e sched_waking',
  ],
  [
    /^# tracer: (function|function_graph|wakeup|wakeup_rt|wakeup_dl|irqsoff|preemptoff|preemptirqsoff|osnoise|timerlat|hwlat)$/m,
    'is of a tracer of functions or latencies and holds no events of the scheduler',
    'record events: trace-cmd record -e sched_switch -e sched_waking',
  ],
  [
    /^T: ?\d{1,4} \( {0,6}\d{1,7}\) P: ?\d{1,2} I: ?\d/m,
    'is the output of cyclictest: latencies without their causes',
    'give a trace recorded at the same time: trace-cmd record -e sched_switch -e sched_waking',
  ],
  [
    /\bsched(\/domains|_domain)[/.]cpu\d|\bSD_(BALANCE_NEWIDLE|LOAD_BALANCE|SHARE_LLC)\b/,
    'names sched domains, but not which CPUs share what',
    'give /proc/schedstat beside it, which has the CPUs of each domain, or what lscpu -p=CPU,CORE,SOCKET,NODE,CACHE prints',
  ],
  [
    /^version \d{1,3}\ntimestamp \d/m,
    'is /proc/schedstat without a domain: counts without moments',
    'give a trace of the scheduler, or lscpu for the machine',
  ],
  [
    /\bsmp: Brought up \d{1,4} nodes?, \d{1,5} CPUs?\b/,
    'counts only CPUs and nodes',
    'give what lscpu or lstopo prints',
  ],
  [
    /\bPerformance counter stats for\b/,
    'is the output of perf stat: counts without addresses',
    'give perf c2c report --stdio, or a trace of the scheduler',
  ],
  [
    /^# {1,8}(Overhead|Children) {1,20}|^# Samples: \S{1,12} {1,4}of event/m,
    'is the output of perf report: functions by time, without cache lines',
    'give perf c2c report --stdio',
  ],
];

/** Why a text of no kind that is read tells nothing, and what would; undefined: it is not known by sight. */
export function knownBySight(
  text: string,
): { readonly problem: string; readonly remedy: string } | undefined {
  const head = text.slice(0, HEAD);
  const [, problem, remedy] = sights.find(([is]) => is.test(head)) ?? [];
  return problem !== undefined && remedy !== undefined ? { problem, remedy } : undefined;
}
