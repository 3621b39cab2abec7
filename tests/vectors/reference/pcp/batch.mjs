// Batch and high of a CPU's page lists from the size of its zone, old and modern.

const PAGE = 4096;
const CAPS = { v4_18: 512 * 1024, v4_19: 1024 * 1024 };
const FRACTION = 8;

/** The largest power of two that is not larger. */
const powerBelow = (value) => 2 ** (31 - Math.clz32(value));

const roundedBatch = (batch) => powerBelow(batch + (batch >> 1)) - 1;

function oldZone(managed, cap) {
  const share = Math.min(Math.floor(managed / 1024), cap / PAGE);
  const zone_batchsize = roundedBatch(Math.max(1, share >> 2));
  const pcp_batch = Math.max(1, zone_batchsize);
  return { zone_batchsize, pcp_batch, pcp_high: 6 * zone_batchsize };
}

function explicitHigh(high) {
  const pcp_batch = Math.min(Math.max(Math.floor(high / 4), 1), 96);
  return { pcp_high: high, pcp_batch };
}

function modernZone({ managed_pages, low_wmark_pages, local_cpus }) {
  const share = Math.min(managed_pages >> 12, 64);
  const zone_batchsize = share <= 1 ? 1 : roundedBatch(share);
  const highOf = (pages) => Math.max(Math.floor(pages / local_cpus), 4 * zone_batchsize);
  const high_max = highOf(Math.floor(managed_pages / FRACTION));
  return { zone_batchsize, high_min: highOf(low_wmark_pages), high_max };
}

/** What a row of a table says, with its answers. */
export function batchRow(row) {
  if (row.fraction_high !== undefined) return { ...row, ...explicitHigh(row.fraction_high) };
  if (row.low_wmark_pages !== undefined) return { ...row, ...modernZone(row) };
  const versions = Object.keys(CAPS).filter((version) => row[version]);
  const answers = versions.map((version) => [version, oldZone(row.managed_pages, CAPS[version])]);
  return { ...row, ...Object.fromEntries(answers) };
}
