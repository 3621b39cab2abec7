// The glossary: two sentences a term, in our own words, with links to other terms in the markup of
// web/views/explain/markup.ts. Facts of Linux 6.18 unless an entry says otherwise.

import { balance } from './balance.ts';
import { cacheAware } from './cache-aware.ts';
import { type Entry, entry, reason } from './entry.ts';
import { numa } from './numa.ts';
import { order } from './order.ts';
import { placement } from './placement.ts';

export type { Entry };

const hardware: readonly Entry[] = [
  entry(
    'cpu',
    'CPU (logical)',
    'What the kernel schedules on: one hardware thread, with a number, a [runqueue|runqueue] and at most one running task. Two of them may share a [core|smt].',
  ),
  entry(
    'smt',
    'Core and SMT',
    'A core executes one or more hardware threads that share its private caches and execution units. With simultaneous multithreading the kernel sees each thread as a [CPU|cpu] of its own.',
  ),
  entry(
    'llc',
    'LLC',
    'The last-level cache: the largest cache, shared by a group of cores, behind which only other caches and memory remain. Fetching a [line|cache-line] from a core behind another LLC costs several times as much as from one behind the same.',
  ),
  entry(
    'socket',
    'Socket',
    'One processor package on the board, with its own cores, caches and memory channels. A line that crosses from one socket to the other is the slowest transfer between cores the machine knows.',
  ),
  entry(
    'numa-node',
    'NUMA node',
    'A part of the machine with memory of its own that its cores reach faster than the rest. One socket may be split into several nodes, see [SNC|snc].',
  ),
  entry(
    'snc',
    'SNC',
    'Sub-NUMA clustering: the firmware divides a socket into two or more nodes, each with a share of the cores, the cache slices and the memory channels. It shortens local access and gives the kernel more boundaries to respect.',
  ),
  entry(
    'distance',
    'NUMA distance',
    'A table of small numbers from the firmware that says how far memory of one node is from CPUs of another, with 10 for local. The kernel builds the outer [sched domains|sched-domain] from it, a level for each different distance.',
    'sched_init_numa(), kernel/sched/topology.c',
  ),
  entry(
    'cache-line',
    'Cache line',
    'The 64 bytes that caches fetch, own and hand over as one piece, whatever part of them a program touches. Fields that share a line therefore share its fate, see [false sharing|false-sharing].',
  ),
  entry(
    'coherence',
    'Cache coherence',
    'The rule that all cores see one value for each address, kept by messages between their caches. A core must own a [line|cache-line] alone before it writes, so writers take it from each other in turn.',
  ),
  entry(
    'owner',
    'Owner of a line',
    'The core whose cache holds a line modified or alone, and which therefore answers when others ask for it. A line that several cores only read has no owner but [sharers|sharer].',
  ),
  entry(
    'sharer',
    'Sharer',
    'A core that holds a clean copy of a line which others may hold, too. Before somebody writes the line, every copy has to be given up.',
  ),
  entry(
    'invalidation',
    'Invalidation',
    'The message that tells a cache to drop its copy because another core is about to write. The price is paid later: the next read there misses and has to fetch the line again.',
  ),
  entry(
    'hitm',
    'HITM',
    'Hit modified: a load that found its line changed in the cache of another core, so that the line had to travel. The tool [perf c2c|c2c] counts such loads, because many of them mean that cores keep writing what others read.',
  ),
  entry(
    'local-hitm',
    'Local and remote HITM',
    'A [HITM|hitm] is local if the modified copy was on the same node as the reader and remote if it came from another. Remote ones cost more, so a table with many of them names the line to look at first.',
  ),
  entry(
    'bouncing',
    'Bouncing line',
    'A line that moves from core to core because several of them write it, or some write what others read. Each move takes a transfer time, and no two moves of one line overlap: see [line queue|line-queue].',
  ),
  entry(
    'line-queue',
    'Line queue',
    'The cores that have asked for a line and wait while it serves those before them. When requests come faster than the line can move the queue grows, and a load of nanoseconds takes microseconds.',
  ),
  entry(
    'false-sharing',
    'False sharing',
    'Two fields that have nothing to do with each other lie on one [cache line|cache-line], and a write to one makes readers of the other wait. Moving one of them to another line removes the waiting without any change to the algorithm.',
  ),
  entry(
    'true-sharing',
    'True sharing',
    'Several cores need the very same word, such as a counter that all of them change. No layout helps here; the word has to be split, changed less often, or not be shared at all.',
  ),
  entry(
    'atomic',
    'Atomic operation',
    'A read, change and write of one word that no other core can come between, such as a locked increment. It needs the line for itself, so it costs as much as a write even where the value hardly matters.',
  ),
  entry(
    'barrier',
    'Memory barrier',
    'An instruction that keeps loads or stores before it from being overtaken by those after it. On x86 an [atomic operation|atomic] is a full barrier already, so the barriers of [cpupri|cpupri] cost nothing extra there.',
  ),
  entry(
    'ipi',
    'IPI',
    'An inter-processor interrupt: one CPU makes another run a handler, for instance to look whether it should switch tasks. Sending is cheap, but the receiver is taken out of whatever it was doing.',
  ),
  entry(
    'c2c',
    'perf c2c',
    'A tool that samples loads and stores in hardware and groups them by cache line, offset and function. Its table shows which lines cores take from each other and which code is to blame.',
  ),
  entry(
    'cycles',
    'Cycles of a load',
    'How long a sampled load took from issue until its value was there, in clock cycles of the core. A hit in the own cache takes a handful, a transfer from another socket about a thousand, queueing any number.',
  ),
  entry(
    'dram',
    'Memory access',
    'A load that no cache could answer and that went to memory. It is slower than a hit in the [LLC|llc] and often faster than taking a modified line from the far [socket|socket].',
  ),
];

const scheduling: readonly Entry[] = [
  entry(
    'task',
    'Task',
    'What the kernel schedules: a thread, with a state, a policy, a priority and an [affinity|affinity]. A process with ten threads is ten tasks.',
    'struct task_struct, include/linux/sched.h',
  ),
  entry(
    'runqueue',
    'Runqueue',
    'The list of [tasks|task] that could run on one CPU, with its own lock and one queue a [scheduling class|sched-class]. Every CPU has one, so most scheduling needs no shared word at all.',
    'struct rq, kernel/sched/sched.h',
  ),
  entry(
    'rq-lock',
    'Runqueue lock',
    'The lock that guards everything about one [runqueue|runqueue], the filing of its CPU in [cpupri|cpupri] included. Moving a task between CPUs takes two of them, in an order that rules out deadlock.',
  ),
  entry(
    'sched-class',
    'Scheduling class',
    'A set of rules with its own queue: stop, deadline, real-time, fair and idle, asked in this order. A class lower down gets a CPU only when none above it has a task there.',
    'pick_next_task(), kernel/sched/core.c',
  ),
  entry(
    'fair-class',
    'Fair class',
    'The class of ordinary tasks, which shares CPU time by weight and picks by virtual deadline. Real-time tasks always go before it.',
    'kernel/sched/fair.c',
  ),
  entry(
    'rt-class',
    'RT class',
    'The class of the policies FIFO and RR: the task of highest priority runs, at once and until it blocks or yields. To keep that promise across CPUs it [pushes|push] and [pulls|pull] tasks instead of balancing now and then.',
    'kernel/sched/rt.c',
  ),
  entry(
    'deadline-class',
    'Deadline class',
    'Tasks that declare a runtime, a period and a deadline and are admitted only if the sum fits. They stand above all real-time tasks, and a CPU that runs one is filed in [cpupri|cpupri] as HIGHER.',
    'kernel/sched/deadline.c',
  ),
  entry(
    'rt-priority',
    'RT priority',
    'What a user sets, from 1 to 99, and more goes first; inside the kernel it is kept as 99 minus that number, so that less goes first. RT99 is thus prio 0, and an RT queue without tasks has the value 99.',
  ),
  entry(
    'fifo',
    'SCHED_FIFO',
    'A real-time policy without time slices: among tasks of one priority the first runs until it blocks, yields or is outranked. A newcomer of equal priority goes to the end of the list.',
  ),
  entry(
    'rr',
    'SCHED_RR',
    'Like [FIFO|fifo], but after a slice of 100 ms a task goes behind others of its priority. This changes no level in [cpupri|cpupri], because the top priority of the CPU stays the same.',
  ),
  entry(
    'affinity',
    'Affinity',
    'The set of CPUs a task may run on, given by the user, by a cpuset, or both. A search for a CPU always takes the intersection with it.',
    'sched_setaffinity(2)',
  ),
  entry(
    'pinned',
    'Pinned task',
    'A task whose [affinity|affinity] holds one CPU only. It is never searched a place for, never pushable, and never makes its CPU [overloaded|rt-overload].',
  ),
  entry(
    'wakeup',
    'Wake-up',
    'A sleeping task becomes runnable because something it waited for happened. The CPU on which that something happened chooses where the task shall run and puts it on that [runqueue|runqueue].',
    'try_to_wake_up(), kernel/sched/core.c',
  ),
  entry(
    'wake-list',
    'Wake list',
    'A waker that shares no cache with the target does not touch its [runqueue|runqueue] but leaves the task on a list there and sends an [IPI|ipi]. The target then does the enqueue with lines it owns anyway.',
    'ttwu_queue_wakelist(), kernel/sched/core.c',
  ),
  entry(
    'wake-latency',
    'Wake-up latency',
    'The time from the [wake-up|wakeup] until the task runs: choosing, queueing, the interrupt and the switch. In a [bouncing|bouncing] kernel much of it is waiting for cache lines, not for CPUs.',
  ),
  entry(
    'context-switch',
    'Context switch',
    'A CPU stops running one task and begins to run another. Around it the scheduler does its bookkeeping, so a workload that switches often asks for shared words often.',
    '__schedule(), kernel/sched/core.c',
  ),
  entry(
    'preemption',
    'Preemption',
    'A running task is made to give way because one that goes first became runnable on its CPU. The scheduler marks the CPU for rescheduling and, if it is another one, sends an [IPI|ipi].',
    'wakeup_preempt(), kernel/sched/core.c',
  ),
  entry(
    'migration',
    'Migration',
    'A task is moved to the [runqueue|runqueue] of another CPU. It leaves its warm caches behind, so near CPUs are preferred.',
    'set_task_cpu(), kernel/sched/core.c',
  ),
  entry(
    'sched-domain',
    'Sched domain',
    'A span of CPUs that share something: a core, an [LLC|llc], a node, the machine; each CPU sees a chain of them from inner to outer. Balancing and placement look inside a domain before they look beyond it.',
    'build_sched_domains(), kernel/sched/topology.c',
  ),
  entry(
    'wake-affine',
    'SD_WAKE_AFFINE',
    'A flag of a [sched domain|sched-domain] that allows a woken task to be drawn towards its waker inside it. The real-time search walks only domains that carry it.',
  ),
  entry(
    'idle',
    'Idle CPU',
    'A CPU without a runnable task, which executes the idle task and may sleep in a low-power state. Leaving that state costs time that is counted as idle here.',
  ),
  entry(
    'timer',
    'High-resolution timer',
    'A timer that fires at a programmed nanosecond rather than at the next tick. A sleep for 100 µs is one, and its interrupt wakes the task on the CPU that slept.',
    'hrtimer_nanosleep(), kernel/time/hrtimer.c',
  ),
  entry(
    'futex',
    'Futex',
    'The kernel half of mutexes and condition variables in user space: sleep if a word still has a value, wake those who sleep on it. An uncontended lock never enters the kernel at all.',
    'futex_wait(), kernel/futex/waitwake.c',
  ),
  entry(
    'pi',
    'Priority inheritance',
    'Whoever holds a mutex that a higher task waits for runs at that task’s priority until it lets go. Each change of priority may file the CPU anew in [cpupri|cpupri].',
    'rt_mutex_adjust_prio_chain(), kernel/locking/rtmutex.c',
  ),
  entry(
    'cpuset',
    'Cpuset partition',
    'A group of CPUs cut off from the others with [sched domains|sched-domain] and a [root domain|root-domain] of its own. What the whole machine contended for then becomes private to the group.',
  ),
];

const realTime: readonly Entry[] = [
  entry(
    'root-domain',
    'root_domain',
    'What all CPUs of one set of [sched domains|sched-domain] share: overload masks and counts, deadline bandwidth, [cpupri|cpupri]. It is one structure of 1,816 bytes in the baseline, and its third line is the hottest of the FFmpeg story.',
    'struct root_domain, kernel/sched/sched.h',
  ),
  entry(
    'cpupri',
    'cpupri',
    'An index that files every CPU under the priority of its highest real-time task, so that a CPU of lower priority is found without looking at each. It is kept with [atomics|atomic] and read without locks, so its answer is a hint.',
    'cpupri_find_fitness(), kernel/sched/cpupri.c',
  ),
  entry(
    'cpupri-level',
    'cpupri level',
    'One of 101 drawers: NORMAL for CPUs without a real-time task, then RT1 to RT99, then HIGHER for deadline. A task looks through the levels below its own from the lowest up and stops at the first with a usable CPU.',
  ),
  entry(
    'cpupri-count',
    'count of a level',
    'How many CPUs are filed under a level, changed by an [atomic|atomic] whenever one comes or goes. A search reads it first, so that empty levels cost one load and no [mask|cpupri-mask].',
  ),
  entry(
    'cpupri-mask',
    'mask of a level',
    'The bitmap of the CPUs filed under a level, reached through a pointer beside the [count|cpupri-count]. With 480 CPUs it fills exactly one cache line.',
  ),
  entry(
    'ghost',
    'Ghost',
    'A CPU that the per-node [masks|cpupri-mask] of patch 4 list at a level though it is not filed there. They start as the complement of the map of each node; a CPU that the map did not hold yet, as on the static [root domain|root-domain] of the boot, is listed at every level until it has been filed there once and left.',
  ),
  entry(
    'cpupri-set',
    'cpupri_set()',
    'Files a CPU under another level: set the bit, raise the new count, lower the old one, clear the old bit. Adding before removing is what keeps a search from missing a CPU that is being raised.',
    'cpupri_set(), kernel/sched/cpupri.c',
  ),
  entry(
    'level-change',
    'Level change',
    'The top real-time priority of a CPU changes, and [cpupri_set|cpupri-set] makes four atomic changes to shared words. In the FFmpeg story nearly all of them are between NORMAL and RT99, hence the heat of count[0].',
  ),
  entry(
    'p1',
    'Patch 1: aligned cpupri_vec',
    'Gives the count and the mask pointer of every level a cache line of its own. It makes cpupri eight times as large and takes count[0] away from the fields it shared a line with.',
  ),
  entry(
    'p2',
    'Patch 2: root_domain order',
    'Moves fields of [root_domain|root-domain] so that the hot ones of the real-time class no longer share a line. It leaves the counts and mask pointers of cpupri packed as they were.',
  ),
  entry(
    'p3',
    'Patch 3: split overload count',
    'Replaces the one [overload count|rto-count] by one a [node|numa-node]. A reader adds them up and stops as soon as it knows that there is more than one.',
  ),
  entry(
    'p4',
    'Patch 4: masks a node',
    'Keeps the [mask|cpupri-mask] of each level as one bitmap a [node|numa-node], so that CPUs write lines of their own node. A search for a set of CPUs then has to read all of them.',
  ),
  entry(
    'rt-overload',
    'RT overload',
    'A CPU announces itself as overloaded while it holds a real-time task that could run elsewhere and does not run. In current kernels every [wake-up|wakeup] of a movable real-time task does so for the moment until it runs.',
    'rt_set_overload(), kernel/sched/rt.c',
  ),
  entry(
    'rto-count',
    'rto_count',
    'How many CPUs of the [root domain|root-domain] are [overloaded|rt-overload]. Every CPU that falls to a lower level reads it to learn whether there is something to pull.',
  ),
  entry(
    'rto-mask',
    'rto_mask',
    'The bitmap of the CPUs that are [overloaded|rt-overload], set before the count is raised. Its pointer is read at every announcement and lies on line 3 in the baseline.',
  ),
  entry(
    'rto-loop',
    'rto_loop words',
    'Four words that let one walk over the overloaded CPUs serve many requests: rto_loop_next counts requests, rto_loop_start lets one requester in, rto_loop and rto_cpu are the walk’s place. All lie on line 3 of [root_domain|root-domain] in the baseline.',
    'rto_next_cpu(), kernel/sched/rt.c',
  ),
  entry(
    'rto-lock',
    'rto_lock',
    'The lock around the place of the walk over overloaded CPUs. It is taken by the requester that wins and again at every hop, so it moves from CPU to CPU like a token.',
  ),
  entry(
    'pushable',
    'Pushable task',
    'A real-time task that is runnable, does not run, and may use more than one CPU. Each [runqueue|runqueue] keeps a list of them by priority.',
    'enqueue_pushable_task(), kernel/sched/rt.c',
  ),
  entry(
    'push',
    'Push',
    'A CPU gives a [pushable task|pushable] to one of lower priority, at once, instead of waiting for somebody to balance. It searches [cpupri|cpupri], locks both runqueues and checks again before it moves the task.',
    'push_rt_task(), kernel/sched/rt.c',
  ),
  entry(
    'pull',
    'Pull',
    'A CPU whose priority has just fallen asks whether a task that waits elsewhere could run here. With many CPUs it does not look itself but starts the [push IPI|push-ipi].',
    'pull_rt_task(), kernel/sched/rt.c',
  ),
  entry(
    'push-ipi',
    'Push IPI',
    'A single work item that wanders over the [overloaded|rt-overload] CPUs and lets each push what it can. It keeps many CPUs from storming one runqueue lock, at the price of words that all of them change.',
    'rto_push_irq_work_func(), kernel/sched/rt.c',
  ),
  entry(
    'lowest-rq',
    'find_lowest_rq()',
    'Asks [cpupri|cpupri] for CPUs of lower priority and takes the nearest: the task’s own, then domain by domain. A rotating cursor keeps equal candidates from being picked in the same order by everybody.',
    'find_lowest_rq(), kernel/sched/rt.c',
  ),
];

const locksAndPages: readonly Entry[] = [
  entry(
    'spinlock',
    'Spinlock',
    'A lock whose waiters do not sleep but look again and again, because it is held for a very short time. In Linux waiters queue and each looks at a word of its own, so the lock’s line is not torn between them.',
    'native_queued_spin_lock_slowpath(), kernel/locking/qspinlock.c',
  ),
  entry(
    'trylock',
    'Trylock',
    'An attempt to take a lock that gives up at once if somebody holds it. The real-time class uses it to take a second [runqueue lock|rq-lock] without risking deadlock.',
  ),
  entry(
    'zone',
    'Zone',
    'A range of physical memory of one [node|numa-node] with its own free lists and lock. On large machines nearly all memory of a node lies in the zone called Normal.',
    'struct zone, include/linux/mmzone.h',
  ),
  entry(
    'zone-lock',
    'Zone lock',
    'The lock of a [zone|zone]’s free lists, shared by all CPUs of a node. Whoever takes or gives back pages holds it for the whole batch.',
  ),
  entry(
    'pcp',
    'Per-CPU page list',
    'Free pages that one CPU keeps for itself, so that most allocations need neither a lock nor a shared line. It is refilled from and flushed to the [zone|zone] in batches.',
    'struct per_cpu_pages, include/linux/mmzone.h',
  ),
  entry(
    'pcp-batch',
    'batch',
    'How many pages a CPU takes from or gives to the [zone|zone] under one hold of its [lock|zone-lock]. A larger batch takes the lock less often but holds it longer.',
    'zone_batchsize(), mm/page_alloc.c',
  ),
  entry(
    'pcp-high',
    'high',
    'How many pages a [page list|pcp] may hold before it gives a batch back. In current kernels it moves between a least and a greatest value as the load asks.',
    'nr_pcp_high(), mm/page_alloc.c',
  ),
  entry(
    'buddy',
    'Buddy allocator',
    'Keeps free memory as blocks of 2 to the n pages and splits or merges neighbours as needed. It is the shared store behind the [per-CPU lists|pcp].',
    '__rmqueue_smallest(), mm/page_alloc.c',
  ),
  entry(
    'page-order',
    'Order',
    'The size of a block of pages as a power of two: order 0 is one page, order 10 is 4 MiB with pages of 4 KiB. Splitting a block of higher order touches the descriptor of each half.',
  ),
  entry(
    'migrate-type',
    'Migrate type',
    'Whether pages can be moved elsewhere: free blocks are kept apart by it, so that pages that stay do not lie scattered between those that can make room. A [pageblock|pageblock] has one type, and pages freed in it go to the lists of that type.',
    'enum migratetype, include/linux/mmzone.h',
  ),
  entry(
    'pageblock',
    'Pageblock',
    'The 512 pages of 4 KiB that a huge page would need, with one [migrate type|migrate-type]. When a type has no free blocks left, the [buddy allocator|buddy] takes pages of another, whole pageblocks if it can.',
    'set_pageblock_migratetype(), mm/page_alloc.c',
  ),
  entry(
    'lru',
    'LRU lock',
    'The lock of the lists by which the kernel knows how recently pages were used. Newly mapped pages are added in batches of 15 or 31, because every addition needs it.',
    'lru_add_drain(), mm/swap.c',
  ),
  entry(
    'page-fault',
    'Page fault',
    'A task touches memory that has no page yet, and the kernel finds one, clears it and maps it. Many CPUs that fault at once meet at the [zone lock|zone-lock] and at the [LRU lock|lru].',
    'do_anonymous_page(), mm/memory.c',
  ),
];

const thisProgram: readonly Entry[] = [
  entry(
    'event',
    'Event',
    'One record of the simulated kernel: a miss, a wake-up, a switch, a decision and so on, with its nanosecond. Stepping goes from one to the next, forward or back.',
  ),
  entry(
    'decision',
    'Decision',
    'A place where the scheduler or the page allocator had a choice and took it. Each leaves an explain record, from which "Why?" tells its story.',
  ),
  entry(
    'measured-window',
    'Measured window',
    'The part of a run after its warm-up, from which all headline numbers come. Before it begins a page says "warming up" instead of showing numbers.',
  ),
  entry(
    'fitted',
    'Fitted, predicted',
    'A number is fitted if a parameter was tuned until it agreed with a published one, and predicted if nothing was tuned for it. Only a predicted number says something about the model.',
  ),
  entry(
    'seed',
    'Seed',
    'The number all random choices of a run come from. Same scenario, same seed: the same run, event by event, on every machine.',
  ),
  entry(
    'trace-hash',
    'Trace hash',
    'A fingerprint over every event of a run so far. Two runs with equal hashes did the same things at the same nanoseconds.',
  ),
  entry(
    'kernel-share',
    'Share of kernel cycles',
    'The part of busy CPU time that is not work of the program: kernel code and all waiting for lines and locks inside it. The FFmpeg story is about bringing it from 20 % to 11 %.',
  ),
];

const functions: readonly Entry[] = [
  entry(
    'select-task-rq-rt',
    'select_task_rq_rt()',
    'Says on which CPU a woken real-time task is to run: the previous one unless a task there would keep it waiting. Only then [cpupri|cpupri] is searched, and the CPU found is checked once more.',
    'select_task_rq_rt(), kernel/sched/rt.c',
  ),
  entry(
    'select-task-rq-fair',
    'select_task_rq_fair()',
    'Says on which CPU an ordinary task is to run that was woken or has just been made. A wake-up looks for an idle CPU near the waker or the previous CPU, a fork goes through all [sched domains|sched-domain].',
    'select_task_rq_fair(), kernel/sched/fair.c',
  ),
  entry(
    'push-rt-task',
    'push_rt_task()',
    'Tries to move the first [pushable task|pushable] of a CPU to one of lower priority, with up to three attempts to lock a target. If the task outranks what runs here, it asks for a [preemption|preemption] instead.',
    'push_rt_task(), kernel/sched/rt.c',
  ),
  entry(
    'pull-rt-task',
    'pull_rt_task()',
    'Runs when a CPU’s real-time priority has dropped, and sees to it that waiting tasks get a chance to come here. With the [push IPI|push-ipi] it raises a request count and at most starts a walk.',
    'pull_rt_task(), kernel/sched/rt.c',
  ),
  entry(
    'wakeup-preempt-rt',
    'wakeup_preempt_rt()',
    'Decides whether a real-time wakee takes the CPU from the task that runs. Higher priority always does; equal priority only if the running task can move and the wakee cannot.',
    'wakeup_preempt_rt(), kernel/sched/rt.c',
  ),
  entry(
    'rmqueue-bulk',
    'rmqueue_bulk()',
    'Moves a [batch|pcp-batch] of pages from the [buddy allocator|buddy] to the page list of one CPU. The [zone lock|zone-lock] is held from the first page to the last.',
    'rmqueue_bulk(), mm/page_alloc.c',
  ),
  entry(
    'free-pcppages-bulk',
    'free_pcppages_bulk()',
    'Gives pages of a CPU’s [list|pcp] back to the [buddy allocator|buddy], which merges them with free neighbours. The [zone lock|zone-lock] is held meanwhile.',
    'free_pcppages_bulk(), mm/page_alloc.c',
  ),
  entry(
    'steal-suitable-fallback',
    'steal_suitable_fallback()',
    'Serves a request whose [migrate type|migrate-type] has no free blocks with those of another. It takes whole [pageblocks|pageblock], what is free in one, or a single block, depending on what else lies there.',
    'steal_suitable_fallback(), mm/page_alloc.c',
  ),
];

/** One for each reason code of wasm-core/src/sched/api.h and mm/mm.h. */
const reasons: readonly Entry[] = [
  reason(
    'WK_DELAYED',
    'The task had gone to sleep owing time, and the fair class keeps such tasks queued until they would be picked. So the wake-up found it on a queue and chose no CPU at all.',
  ),
  reason(
    'SI_TARGET',
    'The CPU that the wake-up aimed at, the waker’s or the previous one, was idle. No other CPU was looked at.',
  ),
  reason(
    'SI_PREV',
    'The wake-up aimed at the waker’s CPU, which was busy. The previous CPU shares its [LLC|llc] and was idle.',
  ),
  reason(
    'SI_KTHREAD',
    'A kernel thread bound to the CPU woke the task there and will sleep at once. The task can have the CPU then.',
  ),
  reason(
    'SI_RECENT',
    'Target and previous CPU were busy, but the one the task used before that was idle. It shares the [LLC|llc] with the target.',
  ),
  reason(
    'SI_SMT',
    'The previous CPU was busy, but another thread of its [core|smt] was idle. The caches of the core may still be warm.',
  ),
  reason(
    'TQ_WAKELIST_ONCPU',
    'The task had gone to sleep, but its CPU had not yet switched away from it. That CPU shares no cache with the waker or has nothing else to run, so it was left to put the task back itself and no CPU was chosen.',
  ),
  reason(
    'SI_SMT_TARGET',
    'Kernels before 5.13 tried the siblings of the target behind the scan of its [LLC|llc], which had met nothing idle. One of them had become idle, or the scan had given up before it.',
  ),
  reason(
    'SI_CORE',
    'The [LLC|llc] had announced an idle core, and the scan found one. A task alone on its core runs faster than beside a busy sibling.',
  ),
  reason(
    'SI_SCAN',
    'The scan of the [LLC|llc], CPU by CPU from the target on, met an idle one. Each step reads lines of another CPU’s run queue.',
  ),
  reason(
    'SI_LIMIT',
    'A wake-up may test fewer CPUs the busier the [LLC|llc] is (SIS_UTIL), or the less its own CPU idles (SIS_PROP). The limit was reached before an idle CPU was met, so the task went to the target.',
  ),
  reason(
    'SI_OVERLOADED',
    'At the last balance pass the [LLC|llc] was so busy that its limit for scans became 0. The task went to the target without a scan.',
  ),
  reason(
    'FK_STAY',
    'At every [sched domain|sched-domain] the new task’s own group was as idle as the others. The task starts where it was made.',
  ),
  reason(
    'SI_WIDE',
    'Nothing in the target’s [LLC|llc] was idle, and the task has the hint to search further. An idle CPU of another LLC below the same [sched domain|sched-domain] was found.',
  ),
  reason(
    'FK_FOOTPRINT',
    'The new task was placed by what tasks have allocated, over all [LLCs|llc] at once. It fits here best, or fits nowhere and most CPUs idle here.',
  ),
  reason(
    'PREVIOUS_CPU_FREE',
    'On the CPU where the task ran last nothing of equal or higher real-time priority runs. It goes there without a search, because its caches may still be warm.',
  ),
  reason(
    'LOWER_CPU_FOUND',
    '[cpupri|cpupri] named CPUs of a lower level, and the nearest of them was still lower when looked at again. The task goes there.',
  ),
  reason(
    'NO_LOWER_CPU',
    'Every CPU the task may use runs something of its own level or above. It stays on its previous CPU and waits, or is [pushed|push] later.',
  ),
  reason(
    'TARGET_NOT_LOWER',
    'The search named a CPU, but meanwhile a task of equal or higher priority had come to it. The kernel does not search again: the task stays where it was.',
  ),
  reason(
    'GHOST_NAMED',
    'The search named a CPU that the masks of a level list though it is not filed there. It is a [ghost|ghost] there and runs nothing lower than the task, and the kernel does not search again: the task stays where it was.',
  ),
  reason(
    'PUSHED',
    'A CPU of lower level was found, its lock taken, and it was still lower under the lock. The task was moved there and the target asked to reschedule.',
  ),
  reason(
    'TASK_CHANGED',
    'To take the second lock the first had to be let go, and meanwhile another task became first or this one left. What was meant is no longer true, so the attempt ends.',
  ),
  reason(
    'LOCK_FAILED',
    'Three times a lower CPU was found and three times it had been raised before its lock was held. The kernel gives up and leaves the task to the next occasion.',
  ),
  reason(
    'RUNNING_IS_LOWER',
    'The waiting task outranks the one that runs on the same CPU. Instead of moving it, the CPU is asked to switch to it.',
  ),
  reason(
    'WALK_REQUESTED',
    'This CPU won the right to start the [push IPI|push-ipi], and the walk was not under way. It begins at the first [overloaded|rt-overload] CPU.',
  ),
  reason(
    'WALK_RUNNING',
    'The walk over [overloaded|rt-overload] CPUs is under way or about to start. The raised request count makes it go round once more.',
  ),
  reason(
    'HOST_ANSWERED',
    'A policy outside the simulated kernel was asked and answered with another CPU than the kernel’s own choice. The kernel went along.',
  ),
  reason(
    'LIST_EMPTY',
    'The CPU’s own [page list|pcp] of the wanted type had no page left. A [batch|pcp-batch] was taken from the zone.',
  ),
  reason(
    'LIST_EMPTY_FALLBACK',
    'The CPU’s own list was empty, and the [zone|zone] had no free block of that type. A block of another type was taken instead.',
  ),
  reason(
    'ZONE_EMPTY',
    'The [zone|zone] had no free pages to give. The task has to do without, or with memory from elsewhere.',
  ),
  reason(
    'ABOVE_HIGH',
    'After a page was freed the CPU’s [lists|pcp] had reached their [high|pcp-high] mark. So pages went back to the zone.',
  ),
  reason(
    'HIGH_DECAYED',
    'About once a second the kernel lowers the [high|pcp-high] mark of modern [lists|pcp] by an eighth, until it is at its least value. What lay above the mark went back to the zone.',
  ),
  reason(
    'FALLBACK_LARGE',
    'The largest free block of another [migrate type|migrate-type] was a [pageblock|pageblock] or more. It changed sides as a whole, so that nothing gets mixed.',
  ),
  reason(
    'FALLBACK_CLAIMED',
    'Free pages, and used ones that may be of the wanted [type|migrate-type], were at least half of the [pageblock|pageblock]. So it changed its type, and whatever is freed in it later goes to the lists of that type.',
  ),
  reason(
    'FALLBACK_PIECES',
    'Most of the [pageblock|pageblock] was used by pages of its own [migrate type|migrate-type]. Only what was free in it changed lists, so that both kinds will lie in it side by side.',
  ),
  reason(
    'FALLBACK_ONE',
    'Movable pages can go elsewhere later, so that one small block of another [migrate type|migrate-type] will do for them. The [pageblock|pageblock] around it stays what it was.',
  ),
];

export const entries: readonly Entry[] = [
  ...hardware,
  ...scheduling,
  ...realTime,
  ...locksAndPages,
  ...thisProgram,
  ...functions,
  ...reasons,
  ...cacheAware,
  ...balance,
  ...numa,
  ...order,
  ...placement,
].sort((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }));
