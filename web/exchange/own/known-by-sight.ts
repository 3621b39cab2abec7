// Texts that people paste and that tell nothing here: known by sight, so that a refusal says what would. Nothing of them is read.

/** Characters looked at. */
const HEAD = 64 * 1024;

const sights: readonly (readonly [RegExp, problem: string, remedy: string])[] = [
  [
    /\bAvg delay +ms\b|\bMax(imum)? delay ms\b/,
    'is what perf sched latency prints: sums without moments',
    'give what perf sched timehist prints of the same recording',
  ],
  [
    /^T: ?\d{1,4} \( {0,6}\d{1,7}\) P: ?\d{1,2} I: ?\d/m,
    'is what cyclictest prints: latencies without their causes',
    'give a trace recorded beside it: trace-cmd record -e sched_switch -e sched_waking',
  ],
  [
    /\bsched(\/domains|_domain)[/.]cpu\d|\bSD_(BALANCE_NEWIDLE|LOAD_BALANCE|SHARE_LLC)\b/,
    'names sched domains and not which CPUs share what',
    'give /proc/schedstat beside it, which has the CPUs of each domain, or what lscpu -p=CPU,CORE,SOCKET,NODE,CACHE prints',
  ],
  [
    /^version \d{1,3}\ntimestamp \d/m,
    'is /proc/schedstat without a domain: counts without moments',
    'give a trace of the scheduler, or lscpu for the machine',
  ],
  [
    /\bsmp: Brought up \d{1,4} nodes?, \d{1,5} CPUs?\b/,
    'counts CPUs and nodes alone',
    'give what lscpu or lstopo prints',
  ],
  [
    /\bPerformance counter stats for\b/,
    'is what perf stat prints: counts without places',
    'give perf c2c report --stdio, or a trace of the scheduler',
  ],
  [
    /^# {1,8}(Overhead|Children) {1,20}|^# Samples: \S{1,12} {1,4}of event/m,
    'is what perf report prints: functions by their time and no cache lines',
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
