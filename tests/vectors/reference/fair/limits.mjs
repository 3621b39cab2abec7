// Small rules with numbers: how much imbalance between nodes is let be, how many CPUs a wake-up looks
// at, what a newly idle pass may cost, how often is balanced.

import { machineNamed } from '../presets.mjs';

const SCALE = 1024;

/** The imbalance that counts at a NUMA domain (v6.0 and later). */
export function adjustNuma(imbalance, running, allowed) {
  if (running > allowed) return imbalance;
  return imbalance <= 2 ? 0 : imbalance;
}

/** SIS_UTIL: CPUs a wake-up may test in a cache of so much utilisation. */
export function idleScanLimit(util, weight, pct) {
  const each = Math.floor(util / weight);
  const spent = Math.min(SCALE, Math.floor((each * each * pct * pct) / (10000 * SCALE)));
  return Math.floor((weight * (SCALE - spent)) / SCALE);
}

/** SIS_PROP of v5.10. */
export function proportionalLimit({ rq_avg_idle, avg_scan_cost, span_weight }) {
  const cost = avg_scan_cost + 1;
  const idle = span_weight * Math.floor(rq_avg_idle / 512);
  return idle > 4 * cost ? Math.floor(idle / cost) : 4;
}

/** Costs of newly idle passes within one second. */
export function newidleCosts(samples) {
  const MOST = 500_000 + 200;
  let cost = 0;
  return samples.map((sample) => {
    if (sample > cost) cost = Math.min(sample, MOST);
    return cost;
  });
}

/** Jiffies between two passes at a domain. */
export function interval(ms, isBusy, hz, cpus) {
  const BUSY_FACTOR = 16;
  const scaled = isBusy ? ms * BUSY_FACTOR : ms;
  const jiffies = Math.ceil((scaled * hz) / 1000) - (isBusy ? 1 : 0);
  return Math.min(Math.max(jiffies, 1), Math.floor((hz * cpus) / 10));
}

export function intervals({ topology, hz, items }) {
  const { cpus } = machineNamed(topology);
  return items.map((item) => interval(item.balance_interval_ms, item.cpu_busy === 1, hz, cpus));
}
