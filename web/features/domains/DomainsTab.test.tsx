// The domains view of a scenario's own machine and kernels, as the core builds them.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { domainsOf } from '../../engine/domains/domains.ts';
import { openProbes, type ProbeRunner } from '../../engine/probes.ts';
import { openWasm } from '../../engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import { testPage } from '../../ui/testing/page.ts';
import { allOf, choose, oneOf, press, textOf } from '../../ui/testing/person.ts';
import { DomainsView } from '../../views/domains/DomainsView.tsx';

const reader = nodeReader('scenarios');
let probe: ProbeRunner;
beforeAll(async () => {
  probe = openProbes(
    await openWasm(new WebAssembly.Module(readFileSync('build/core/probes.wasm'))),
  );
});

describe('the domains of a story', () => {
  const page = testPage();
  const show = async (name: string, side: 'A' | 'B') => {
    const definition = buildDefinition(await loadScenario(name, reader), side);
    page.show(
      <DomainsView
        key={side}
        ask={(shape, cpu) => domainsOf(probe, shape, cpu)}
        shape={definition}
        numa={definition}
        cpu={0}
      />,
    );
  };
  const cards = () => [...page.host.querySelectorAll('article')];
  const card = (level: string) => {
    const found = cards().find((each) => textOf(each).startsWith(level));
    expect(found, level).toBeDefined();
    return found!;
  };
  const levels = () => cards().map((each) => textOf(oneOf(each, 'heading')).split(' ')[0]);

  it('have spans, groups, flags and the allowance between nodes', async () => {
    await show('split-llc/hackbench-groups', 'A');
    expect(levels()).toEqual(['SMT', 'MC', 'PKG', 'NUMA']);
    expect(textOf(card('MC'))).toContain('0-7,128-135 (16 CPUs)');
    expect(textOf(card('MC'))).toContain('SD_SHARE_LLC');
    expect(allOf(card('PKG'), 'img', /in 8 groups/)).toHaveLength(1);
    expect(textOf(card('NUMA'))).toContain('imb_numa_nr');
  });

  it('are built anew for a switch of the kernel and the nodes of a package', async () => {
    await show('split-llc/hackbench-groups', 'A');
    await press(page.host, 'checkbox', 'MC domains');
    expect(levels()).toEqual(['SMT', 'PKG', 'NUMA']);
    expect(textOf(page.host)).toContain('A wake-up searches 2 CPUs');
    await choose(page.host, 'NUMA nodes of a package', '4');
    expect(cards()).toHaveLength(4);
    expect(levels().at(-1)).toBe('NUMA');
    await press(page.host, 'button', 'As the kernel on stage');
    expect(levels()).toEqual(['SMT', 'MC', 'PKG', 'NUMA']);
  });

  it('begin with the kernel of each variant', async () => {
    const rule = () => {
      const select = oneOf<HTMLSelectElement>(page.host, 'combobox', 'NUMA imbalance as of');
      return select.selectedOptions[0]!.textContent;
    };
    await show('split-llc/tbench-thundering-herd', 'A');
    expect(rule()).toBe('v5.18');
    await show('split-llc/tbench-thundering-herd', 'B');
    expect(rule()).toBe('v6.0');
    const back = oneOf<HTMLButtonElement>(page.host, 'button', 'As the kernel on stage');
    expect(back.disabled).toBe(true);
  });
});
