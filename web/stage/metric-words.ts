// What the measures of a run are called in a table, by their stable names (web/scenario/metrics.ts says exactly what each
// is). Measures that only records tell are not among them: a page does not read these for a table.

export const metricLabels: Readonly<Record<string, string>> = {
  kernel_share: 'kernel time, of busy time',
  busy_share: 'CPU utilisation',
  throughput: 'throughput',
  wake_latency: 'wake-up to running, mean',
  wake_p50: 'wake-up latency, median',
  wake_p99: 'wake-up latency, p99',
  request_p50: 'request latency, median',
  request_p99: 'request latency, p99',
  zone_lock_share: 'time waiting for zone->lock',
  lru_lock_share: 'time waiting for the LRU lock',
  page_lock_share: 'time waiting for both locks',
  page_rate: 'pages per second, all nodes',
  longest_refill_hold: 'longest hold of zone->lock',
  refill_p99: 'refill of a list, p99',
  longest_refill: 'longest refill of a list',
  zone_visits: 'zone->lock taken per 1,000 pages',
  pages_on_lists: 'pages on the lists of a CPU, at the end',
  unmovable_blocks: 'unmovable pageblocks, at the end',
  fallbacks: 'blocks taken from another type, since the start',
  local_share: 'HITM loads that are local',
  cpupri_local_share: 'HITM loads of cpupri that are local',
  line_waiting: 'CPUs waiting for the line',
  line_share: 'kernel cycles spent on the line',
  line_load_cycles: 'cycles per load of the line, mean',
};
