// Every function of the kernel that a story, a lab or a talk names can be read on, and what the glossary says of a
// function's file is what the table says.

import { describe, expect, it } from 'vitest';
import { isTaken as isWordOfPolicies } from '../policy/words.ts';
import { nodeReader } from '../scenario/node.ts';
import { entries } from './glossary/entries.ts';
import {
  addressOfSource,
  functionNamesIn,
  functionsIn,
  kernelFunction,
} from './kernel-functions.ts';

const reader = nodeReader('scenarios');
const told = reader
  .names()
  .filter((name) => /^(cpupri|pcp|cache-aware|split-llc|labs|talks)\//.test(name));

describe('the functions of the kernel', () => {
  it.each(told)('that %s names stand in the table, or are what a policy may ask', async (name) => {
    const missing = functionNamesIn(await reader.read(name)).filter(
      (each) => !kernelFunction(each) && !isWordOfPolicies(each),
    );
    expect(missing).toEqual([]);
  });

  it('lead to the text of a version, or to the posting of a series', () => {
    const [set, account] = functionsIn('First cpupri_set(), then account_mm_sched(), then none().');
    expect(set).toMatchObject({ file: 'kernel/sched/cpupri.c', version: 'v6.18' });
    expect(set!.address).toBe('https://elixir.bootlin.com/linux/v6.18/C/ident/cpupri_set');
    // By the name that the text of the file has.
    const [lock] = functionsIn('native_queued_spin_lock_slowpath() spins.');
    expect(lock!.address).toMatch(/\/ident\/queued_spin_lock_slowpath$/);
    expect(account!.version).toBeUndefined();
    expect(account!.address).toMatch(/^https:\/\/lore\.kernel\.org\/r\//);
  });

  it.each(entries.flatMap(({ id, kernel }) => (kernel ? [{ id, kernel }] : [])))(
    'and whatever the entry $id of the glossary says to read on in: $kernel',
    ({ kernel }) => {
      expect(addressOfSource(kernel)).toMatch(/^https:/);
      for (const { file } of functionsIn(kernel)) expect(kernel).toContain(file);
    },
  );
});
