import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { AskDomains } from '../../engine/domains/browser.ts';
import type { MachineShape } from '../../engine/domains/domains.ts';
import { testPage } from '../../ui/testing/page.ts';
import type { NumaRule } from './allowance.ts';
import { DomainsView } from './DomainsView.tsx';

const page = testPage();
const cpus = Array.from({ length: 16 }, (_, cpu) => cpu);
const machine: MachineShape = {
  cpus: 16,
  nodes: 2,
  node_reclaim_distance: 30,
  sched_smt: 1,
  sched_cluster: 1,
  sched_mc: 1,
  cpu_core: cpus,
  cpu_l2: cpus,
  cpu_llc: cpus.map((cpu) => cpu >> 2),
  cpu_package: cpus.map((cpu) => cpu >> 3),
  cpu_node: cpus.map((cpu) => cpu >> 3),
  distance: [10, 32, 32, 10],
};
const domain = (name: string, span: string, flags: string, allowed: readonly [number, number]) => ({
  ...{ name, span, flags, span_weight: 16, imb_numa_nr: allowed[0], imb_numa_nr_v5_18: allowed[1] },
  ...{ min_interval: 1, max_interval: 2, busy_factor: 16, imbalance_pct: 117, cache_nice_tries: 1 },
  groups: [{ span, weight: 8, cores: 8, balance_cpu: 0, balance_mask: span, flags: '' }],
});
/** As a core would: an MC domain where the kernel has them, and one that spans the nodes. */
const ask = (({ sched_mc }: MachineShape) => ({
  sd_llc_size: sched_mc ? 4 : 1,
  domains: [
    ...(sched_mc ? [domain('MC', '0-3', 'SD_SHARE_LLC', [0, 0])] : []),
    domain('NUMA', '0-15', 'SD_NUMA', [2, 6]),
  ],
})) as unknown as AskDomains;

const rules = ['v5.7', 'v5.11', 'v5.18-pre', 'v5.18', 'v6.0'];
const numa = (rule: string, imb_numa_nr = 0): NumaRule => ({
  numa_imbalance: rules.indexOf(rule),
  imb_numa_nr,
});
const show = (rule: NumaRule, shape = machine) =>
  page.show(<DomainsView ask={ask} shape={shape} numa={rule} cpu={0} />);
const facts = () => page.host.querySelector('li:last-child dl')!.textContent!;
const select = () => page.host.querySelectorAll('select')[1]!;
const allowed = () => page.host.querySelectorAll<HTMLInputElement>('input[type=number]')[1]!;
const mc = () => page.host.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[2]!;
const back = () => page.host.querySelector('button')!;
const turn = (element: HTMLSelectElement | HTMLInputElement, value: string) =>
  act(() => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!;
    set!.call(element, value);
    element.dispatchEvent(
      new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  });

describe('the domains view', () => {
  it('begins with the rule and the allowance of the kernel on stage', () => {
    show(numa('v6.0'));
    expect(facts()).toContain('imb_numa_nr2 forks and balancing tolerate');
    expect(facts()).toContain('a difference of up to two tasks between nodes');
    expect(facts()).toContain('they never tolerate a larger one');
    show(numa('v5.18'));
    expect([select().value, facts()]).toEqual(['3', expect.stringContaining('imb_numa_nr6 ')]);
    expect(facts()).toContain(
      'a child stays while the node, with it, runs at most this many tasks',
    );
    show(numa('v6.0', 5));
    expect(allowed().value).toBe('5');
    expect(facts()).toContain('imb_numa_nr5 set; the kernel computes 2');
    expect(back().disabled).toBe(true);
  });
  it('says what older rules go by, which ask no imb_numa_nr', () => {
    show(numa('v5.7', 5));
    expect(facts()).toContain('a child stays while the node has an idle CPU; balancing: pulls');
    expect(allowed().disabled).toBe(true);
    show(numa('v5.11'));
    expect(facts()).toContain('fewer than 4 tasks, a quarter of the domain’s CPUs');
    expect(facts()).toContain(
      'difference of up to two while the busier node runs fewer than 2, a quarter of its CPUs, and never a larger one',
    );
    show(numa('v5.18-pre'));
    expect(facts()).toContain(
      'while the node, with it, runs fewer than 2 tasks, a quarter of its CPUs',
    );
    expect(facts()).toContain(
      'difference of up to two while the node that pulls, with one task more, runs fewer than 2, and never a larger one',
    );
  });
  it('changes from there, and goes back there', () => {
    show(numa('v5.18', 5));
    turn(select(), '4');
    turn(allowed(), '');
    expect(facts()).toContain('imb_numa_nr2 forks and balancing');
    act(() => back().click());
    expect([select().value, allowed().value]).toEqual(['3', '5']);
  });
  it('begins anew when another kernel comes on stage', () => {
    show(numa('v6.0'));
    act(() => mc().click());
    turn(select(), '0');
    expect([mc().checked, page.host.querySelectorAll('article').length]).toEqual([false, 1]);
    show(numa('v5.18'), { ...machine });
    expect([mc().checked, select().value]).toEqual([true, '3']);
    show(numa('v6.0'), { ...machine, sched_mc: 0 });
    expect([mc().checked, back().disabled]).toEqual([false, true]);
  });
});
