// What `diff` says of two runs.

import { describe, expect, it } from 'vitest';
import { hashOfRecipe, readRecipe } from '../web/scenario/index.ts';
import { schedscape } from './testing.ts';

const said = (...args: string[]) => schedscape('diff', ...args);

const link = (set: Record<string, string | number>, more = {}) =>
  hashOfRecipe(
    readRecipe(
      JSON.stringify({ format: 'schedscape-recipe/3', scenario: 'pcp/one-zone', set, ...more }),
    ),
  );

describe('diff', () => {
  it('names each field that differs, by the path that sets it', async () => {
    const { code, out } = await said('pcp/one-zone', link({ seed: 7 }));
    expect(code).toBe(0);
    expect(out).toMatch(/seed +1 +7/);
    expect(out).toContain('They cannot be shown as A and B: seed differs.');
  });

  it('takes the address of a story as the page shows it, and of a step', async () => {
    const { code, out, err } = await said(
      'https://example.org/a/#/pcp/one-zone',
      '#/pcp/one-zone/3',
    );
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('Both are the same run');
    expect((await said('#/labs', 'pcp/one-zone')).code).toBe(2);
  });

  it('stands two kernels side by side by a link that opens', async () => {
    const { out } = await said('pcp/one-zone', 'pcp/one-zone', '--variants', 'A,B', '--json');
    const { same, differences, link: both } = JSON.parse(out);
    expect(same).toBe(false);
    expect(differences.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^kernel\./)]),
    );
    const { code } = await said(both, 'pcp/one-zone', '--json');
    expect(code).toBe(0);
    const again = JSON.parse((await said(both, 'pcp/one-zone', '--json')).out);
    expect(again.same).toBe(true);
    const second = await said(both, 'pcp/one-zone', '--variants', 'B,B', '--json');
    expect(JSON.parse(second.out).same).toBe(true);
  });

  it('tells Linux releases apart, and keeps each on its side', async () => {
    const two = [link({ linux: 'v5.10' }), link({ linux: 'v6.18' })];
    const { differences, link: both } = JSON.parse((await said(...two, '--json')).out);
    expect(differences.length).toBeGreaterThan(0);
    for (const [side, one] of [
      ['A', two[0]],
      ['B', two[1]],
    ] as const) {
      const { out } = await said(both, one!, '--variants', `${side},A`, '--json');
      expect(JSON.parse(out).same).toBe(true);
    }
  });

  it('gives a parameter of the workload to the side that sets it', async () => {
    const turned = link({ 'workload.pages': 64 });
    const first = await said(turned, 'pcp/one-zone', '--json');
    expect(first.err).toBe('');
    const { link: both } = JSON.parse(first.out);
    const { out, err } = await said(both, 'pcp/one-zone', '--variants', 'B,A', '--json');
    expect(err).toBe('');
    expect(JSON.parse(out).same).toBe(true);
  });

  it('says that two names of one run are the same run', async () => {
    expect((await said('pcp/one-zone', link({}))).out).toContain('Both are the same run');
  });

  it('names what two links of one run show differently, choice by choice', async () => {
    const timeline = (to: string) => ({ A: { span: { from: '1 ms', to } } });
    const links = [
      link({}, { view: { tab: 'timeline', timeline: timeline('2 ms'), only: 'lock' } }),
      link({}, { view: { tab: 'timeline', timeline: timeline('3 ms'), curves: { form: 'map' } } }),
    ];
    const { out } = await said(...links);
    expect(out).toContain('Both are the same run');
    expect(out).toMatch(/view\.timeline\.A\.span\.to +2 ms +3 ms/);
    expect(out).toMatch(/view\.only +lock +-/);
    expect(out).toMatch(/view\.curves +- +\{"form":"map"\}/);
    expect(out).not.toContain('span.from');
    const place = link({}, { view: { camera: { cpu: 3, zoom: 2 } } });
    const { same, shown } = JSON.parse((await said('pcp/one-zone', place, '--json')).out);
    expect([same, shown]).toEqual([true, [{ path: 'view.camera', other: { cpu: 3, zoom: 2 } }]]);
  });

  it('says why other machines share no clock, and of which field', async () => {
    const { out } = await said('pcp/one-zone', 'cpupri/ghosts');
    expect(out).toContain('They cannot be shown as A and B: they run different workloads.');
  });

  it('refuses one run, three letters and a variant that is not there with exit code 2', async () => {
    expect((await said('pcp/one-zone')).code).toBe(2);
    expect((await said('pcp/one-zone', 'pcp/one-zone', '--variants', 'A')).code).toBe(2);
    const none = await said('pcp/one-zone', 'pcp/one-zone', '--variants', 'A,D');
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('the variants are A, B')]);
  });
});
