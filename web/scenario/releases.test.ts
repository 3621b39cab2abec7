import { describe, expect, it } from 'vitest';
import { kernelOptions } from '../engine/definition.gen.ts';
import { buildDefinition } from './definition.ts';
import { optionValues } from './kernel-options.ts';
import {
  changedBetween,
  ownOptionsOf,
  releaseStepOf,
  releaseSwitches,
  releases,
  releaseValue,
} from './releases.ts';
import { loadScenario } from './scenario.ts';
import { reader } from './testing.ts';

const rowOf = (option: string) => kernelOptions.find(({ name }) => name === option)!;

describe('the switches of a release', () => {
  it('are options of the core, with its words, in order and each with the commit that changed it', () => {
    for (const { option, steps } of releaseSwitches) {
      const row = rowOf(option);
      const words = row.form === 'choice' ? Object.keys(row.codes) : [true, false];
      const [, ...changes] = steps;
      for (const { value } of steps) expect(words, option).toContain(value);
      const dates = changes.map(
        ({ since }) => Number(since!.slice(1).split('.')[0]) * 100 + Number(since!.split('.')[1]),
      );
      expect([...dates].sort((a, b) => a - b)).toEqual(dates);
      for (const { commit } of changes) expect(commit, option).toMatch(/^[0-9a-f]{12}$/);
    }
  });

  it('of 6.18 are what the core does where nobody says anything, but for the form of page lists', () => {
    for (const isFull of [true, false]) {
      const [plain, named] = [optionValues({}, isFull), optionValues({ linux: 'v6.18' }, isFull)];
      expect({ ...named, pcp_form: 0 }).toEqual({ ...plain, pcp_form: 0 });
    }
  });

  it('differ from one release to the next, every two of them', () => {
    const pairs = releases.slice(1).map((later, at) => changedBetween(releases[at]!, later));
    expect(pairs.map((changes) => changes.map(({ option }) => option).join(' '))).toEqual([
      'wake_leaving',
      'numa_imbalance idle_search',
      'numa_imbalance idle_search',
      'fair_order should_we_balance',
      'delayed_dequeue task_group page_lists.form',
      'newidle_fail_cost',
      'newidle_fail_cost serialize_test',
      '',
    ]);
    expect(changedBetween('v6.12', 'v6.18')).toEqual([
      { option: 'newidle_fail_cost', from: 'measured', to: 'raised', commit: '155213a2aed4' },
    ]);
    expect(changedBetween('v6.18', 'v6.12')).toMatchObject([{ from: 'raised', to: 'measured' }]);
  });

  it('count where a kernel says nothing itself', () => {
    expect(releaseValue('idle_search', 'v5.15', true)).toBe('prop');
    expect(releaseValue('idle_search', 'v5.12', true)).toBe('prop');
    expect(releaseValue('idle_search', undefined, true)).toBeUndefined();
    expect(releaseValue('fair_order', 'v5.15', false)).toBeUndefined();
    expect(releaseStepOf(releaseSwitches[0]!, 'v5.4').value).toBe('v5.7');
    const said = optionValues({ linux: 'v5.10', idle_search: 'util' }, true);
    expect(said).toMatchObject({
      idle_search: 0,
      wake_leaving: 1,
      fair_order: 1,
      numa_imbalance: 0,
    });
    expect(ownOptionsOf({ linux: 'v5.10', idle_search: 'util' })).toEqual(['idle_search']);
  });

  it('run any story: they are the definition of a variant that names the release', async () => {
    const definitionOf = async (linux: string) => {
      const set = [{ path: 'variant.A.kernel.linux', value: linux }];
      return buildDefinition(await loadScenario('split-llc/one-wakeup', reader, set), 'A');
    };
    const all = await loadScenario('split-llc/one-wakeup', reader, [
      { path: 'linux', value: 'v5.10' },
    ]);
    expect(buildDefinition(all, 'A')).toEqual(await definitionOf('v5.10'));
    expect(await definitionOf('v5.10')).toMatchObject({ idle_search: 3, fair_order: 1 });
    expect(await definitionOf('v6.1')).toMatchObject({
      idle_search: 0,
      fair_order: 1,
      delayed_dequeue: 0,
    });
  });
});
