// The reason codes of explain records. A run's catalogue gives each reason as a sentence; here that
// sentence leads to its code and to the glossary entry about it.

/** Code by sentence, as wasm-core/src/sched/api.h and mm/mm.h list them; a test compares. */
const codes: Readonly<Record<string, string>> = {
  'the previous CPU runs nothing this task must wait for': 'PREVIOUS_CPU_FREE',
  'a CPU of lower level was found': 'LOWER_CPU_FOUND',
  'no allowed CPU has a lower level: the task stays on its previous CPU': 'NO_LOWER_CPU',
  'the CPU found was raised meanwhile: the task stays': 'TARGET_NOT_LOWER',
  'the task may use one CPU only': 'PINNED',
  'the task was moved to a CPU of lower level': 'PUSHED',
  'another task became first while the locks were taken': 'TASK_CHANGED',
  'no target stayed lower for three tries': 'LOCK_FAILED',
  'the running task is lower: it is preempted instead': 'RUNNING_IS_LOWER',
  'the wakee outranks the running task': 'PREEMPTS',
  'equal priority: the wakee waits its turn': 'EQUAL_PRIORITY_WAITS',
  'the running task can move, the wakee cannot: it goes first': 'EQUAL_PRIORITY_HEAD',
  'the walk over overloaded CPUs is started': 'WALK_REQUESTED',
  'the walk is under way: it will make another pass': 'WALK_RUNNING',
  'no CPU is overloaded': 'NOBODY_OVERLOADED',
  'only this CPU is overloaded': 'ONLY_SELF_OVERLOADED',
  "the host's policy chose": 'HOST_ANSWERED',
  'the task had not left its queue yet: it stays there': 'WK_DELAYED',
  'the target CPU has nothing to do': 'SI_TARGET',
  'the previous CPU has nothing to do and shares the cache': 'SI_PREV',
  'the waker is a kernel thread of that CPU and about to sleep': 'SI_KTHREAD',
  'the CPU used before the previous one has nothing to do': 'SI_RECENT',
  'a sibling of the previous CPU has nothing to do': 'SI_SMT',
  'a whole core of the cache has nothing to do': 'SI_CORE',
  'the scan of the cache met a CPU with nothing to do': 'SI_SCAN',
  'the scan of the cache gave up at its limit': 'SI_LIMIT',
  'the cache is too busy to be scanned': 'SI_OVERLOADED',
  'no CPU of the cache has nothing to do: the target it is': 'SI_FALLBACK_TARGET',
  'no group of CPUs is idler than the own one': 'FK_STAY',
  'a group of CPUs is idler than the own one': 'FK_MOVED',
  'the hint for a wider search: a CPU of another cache has nothing to do': 'SI_WIDE',
  'of all caches its memory fits this one best, or this one has most idle CPUs': 'FK_FOOTPRINT',
  'the process ran most in this cache: its threads prefer it from now on': 'LLC_CHOSEN',
  'the process has no other thread: it prefers no cache': 'LLC_LONE',
  'more threads of the process run than a cache should hold: it prefers none': 'LLC_THREADS',
  'the process has more memory than a cache holds: it prefers none': 'LLC_MEMORY',
  'nobody has looked where the process runs for too long: it prefers no cache': 'LLC_STALE',
  'the task is moved to the cache its process prefers': 'LLC_HOME',
  'the task is moved out of the cache its process prefers': 'LLC_LEFT',
  'the task stays in the cache its process prefers, which is not too busy': 'LLC_KEPT',
  'the cache its process prefers is too busy: the task stays where it is': 'LLC_FULL',
  'the only task of the CPU is in the cache it prefers: nobody may take it': 'LLC_LONE_TASK',
  "the CPU's list was empty": 'LIST_EMPTY',
  "the CPU's list was empty, and so were the zone's lists of its type": 'LIST_EMPTY_FALLBACK',
  'the zone has no pages left': 'ZONE_EMPTY',
  "the CPU's lists reached their high mark": 'ABOVE_HIGH',
};

export const reasonCodes: readonly string[] = Object.values(codes);

/** The code of a reason, or undefined for one that is newer than this page. */
export const reasonCode = (sentence: string): string | undefined =>
  Object.hasOwn(codes, sentence) ? codes[sentence] : undefined;

/** The glossary entry of a code. */
export const termOfReason = (code: string): string =>
  `reason-${code.toLowerCase().replaceAll('_', '-')}`;
