// The machines of the reference against the presets of topology-vectors.json, which the kernel's own
// functions made.

import { describe, expect, it } from 'vitest';
import { writeRange } from './cpus.mjs';
import { machineNamed, presets } from './presets.mjs';

/** The vectors list flags in the order of their definition; the reference in the order it sets them. */
const flagsOf = (flags) => [...flags].map((flag) => `SD_${flag}`).sort();

const describeGroup = (group) => ({
  span: writeRange(group.span),
  weight: group.weight,
  cores: group.cores,
  balance_cpu: group.balanceCpu,
  balance_mask: writeRange(group.balanceMask),
  flags: flagsOf(group.flags),
});

/** The vectors name a balance mask only where it is not the whole group. */
const whole = (group) => ({ balance_mask: group.span, ...group, flags: [...group.flags].sort() });

function groupsLike(domain, expected) {
  const groups = domain.groups.map(describeGroup);
  if (expected.groups) return groups;
  return [...groups.slice(0, 3), groups.at(-1)];
}

function expectDomain(domain, expected) {
  const first = expected.groups ?? [...expected.groups_first3, expected.group_last];
  expect(groupsLike(domain, expected)).toEqual(first.map(whole));
  expect({
    name: domain.name,
    span: writeRange(domain.span),
    weight: domain.weight,
    flags: flagsOf(domain.flags),
    intervals: [domain.minInterval, domain.maxInterval],
    imbalance_pct: domain.imbalancePct,
    cache_nice_tries: domain.cacheNiceTries,
    imb_numa_nr: domain.imbNumaNr,
    groups: domain.groups.length,
  }).toEqual({
    name: expected.name,
    span: expected.span,
    weight: expected.span_weight,
    flags: [...expected.flags].sort(),
    intervals: [expected.min_interval, expected.max_interval],
    imbalance_pct: expected.imbalance_pct,
    cache_nice_tries: expected.cache_nice_tries,
    imb_numa_nr: expected.imb_numa_nr,
    groups: expected.nr_groups,
  });
}

describe('the reference of sched domains', () => {
  it.each(presets.map((preset) => [preset.id, preset]))('builds %s', (name, preset) => {
    const machine = machineNamed(name);
    for (const expected of preset.expect) {
      const { domains, llcSize, llcId, shareId } = machine.byCpu[expected.cpu];
      expect([llcSize, llcId, shareId]).toEqual([
        expected.sd_llc_size,
        expected.sd_llc_id,
        expected.sd_share_id,
      ]);
      expect(domains.map((domain) => domain.name)).toEqual(expected.domains.map((d) => d.name));
      for (const [index, domain] of domains.entries()) {
        expectDomain(domain, expected.domains[index]);
      }
    }
  });
});
