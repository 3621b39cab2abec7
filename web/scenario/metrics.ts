// The names under which results of a run are published, compared and checked. They are stable:
// scenarios, lessons and the command line refer to them. How each is computed is the engine's
// business.

export interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly what: string;
  /** True if it is said of one cache line. */
  readonly ofLine: boolean;
}

const metric = (name: string, unit: string, what: string): Metric => ({
  name,
  unit,
  what,
  ofLine: name.startsWith('line_'),
});

/** All of the measured window, unless they say otherwise. */
export const metrics: readonly Metric[] = [
  metric('kernel_share', '%', 'share of busy CPU time that is neither user work nor idle'),
  metric('busy_share', '%', 'share of CPU time that is not idle'),
  metric('throughput', '1/s', 'units of work finished per second of simulated time'),
  metric('throughput_gain', '%', 'throughput relative to that of the first variant, minus 100 %'),
  metric(
    'time_saved',
    '%',
    'time saved per unit of work compared with the first variant: published as a shorter run',
  ),
  metric('wake_latency', 'ns', 'mean time from wake-up to running'),
  metric('wake_p50', 'ns', 'median wake-up latency as measured by the workload itself'),
  metric('wake_p99', 'ns', 'p99 wake-up latency as measured by the workload itself'),
  metric('wake_p99_saved', '%', 'how much shorter wake_p99 is than in the first variant'),
  metric('loops', '1/s', 'loops of phases that a custom workload finishes per second'),
  metric('run_stretch', '%', 'how much longer its loops run than the work they are given'),
  metric('slack_p1', 'ns', 'the 1st percentile of the time that loops with timers have left'),
  metric('wu_lat_p99', 'ns', 'the p99 of how late its loops wake after their timers'),
  metric('timers_missed', '%', 'share of its loops whose timer had already expired'),
  metric('request_p50', 'ns', 'median latency of a request'),
  metric('request_p99', 'ns', 'p99 request latency'),
  metric('request_p99_saved', '%', 'how much shorter request_p99 is than in the first variant'),
  metric(
    'zone_lock_share',
    '%',
    'share of CPU time on nodes with a zone that spins for zone->lock',
  ),
  metric(
    'lru_lock_share',
    '%',
    'share of CPU time on nodes with a zone that spins for the LRU lock',
  ),
  metric('page_lock_share', '%', 'zone_lock_share and lru_lock_share together'),
  metric(
    'page_rate',
    '1/s',
    'pages touched first per second, on all nodes: the simulated nodes represent the others',
  ),
  metric('longest_refill_hold', 'ns', 'longest single hold of zone->lock'),
  metric(
    'refill_p99',
    'ns',
    'p99 duration of a refill: from finding the CPU’s list empty until its pages are there, including the wait for zone->lock',
  ),
  metric('longest_refill', 'ns', 'longest refill, including the wait for zone->lock'),
  metric('zone_visits', '', 'how often zone->lock was taken per 1,000 pages of the workload'),
  metric('pages_on_lists', 'pages', 'pages on the lists of a CPU at the end, on average'),
  metric(
    'fallbacks',
    '',
    'blocks taken from the free lists of another migrate type, since the start',
  ),
  metric(
    'unmovable_blocks',
    '%',
    'share of pageblocks set aside for pages that cannot be moved, at the end',
  ),
  metric('fork_node_most', '%', 'share of the forked tasks that start on the node with the most'),
  metric(
    'fork_node_least',
    '%',
    'share of the forked tasks that start on the node with the fewest',
  ),
  metric(
    'fork_llc_most',
    'tasks',
    'forked tasks that start under the last-level cache with the most',
  ),
  metric(
    'fork_llc_least',
    'tasks',
    'forked tasks that start under the last-level cache with the fewest',
  ),
  metric(
    'fork_llcs_overloaded',
    'caches',
    'last-level caches under which more tasks start than they have CPUs',
  ),
  metric('migrations_wake', 'moves', 'migrations by wake-ups'),
  metric('migrations_balance', 'moves', 'migrations by balancing'),
  metric(
    'together_since',
    'ns',
    'when the threads of each messenger came to share a last-level cache permanently, from the start of the run',
  ),
  metric(
    'search_words',
    'words',
    'shared words that a wake-up reads to choose a CPU, mean of a sample',
  ),
  metric('scan_success', '%', 'share of the LLC scans that find an idle CPU, of a sample'),
  metric('policy_words', 'words', 'words accessed per call of a custom policy, on average'),
  metric('policy_operations', '', 'operations per call of it, on average'),
  metric('policy_hitm', '', 'HITM loads of the lines of its own variables'),
  metric('policy_counted', '', 'sum of all its variables at the end, per call of its select_cpu'),
  metric('local_share', '%', 'share of local HITM among all HITM loads'),
  metric(
    'cpupri_local_share',
    '%',
    'share of local HITM among the HITM loads of root_domain and the bitmaps of cpupri',
  ),
  metric('line_load_cycles', 'cycles', 'mean cycles of the sampled loads of the line'),
  metric('line_longest_load', 'cycles', 'longest sampled load of the line'),
  metric('line_rank', '', 'place of the line among all lines by HITM loads, 1 = most'),
  metric('line_share', '%', 'share of the line in all HITM loads'),
  metric('line_local_share', '%', 'share of local HITM among the HITM loads of the line'),
  metric('line_waiting', 'CPUs', 'mean number of CPUs that wait for the line'),
  metric(
    'line_symbols',
    '',
    'functions of the rows with the most remote HITM on the line, in descending order',
  ),
];

export const metricNames = metrics.map(({ name }) => name) as [string, ...string[]];
