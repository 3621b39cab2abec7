import { describe, expect, it } from 'vitest';
import { openScenario, parseScenario, scenarioNames } from './scenario.ts';
import { parseAxis } from './sweep.ts';
import { reader, refusal, smallScenario } from './testing.ts';
import { versionWords } from './version-label.ts';
import { parseSetting } from './written.ts';

const small = smallScenario();
const withSet = (...written: string[]) => parseScenario(small, written.map(parseSetting));

describe('a setting', () => {
  it.each([
    ['variant.B.kernel.version=5.10', '5.10'],
    ['variant.B.kernel.version=6.6', '6.6'],
    ['variants.1.kernel.version=1e3', '1e3'],
    ['variant.A.label=3', '3'],
    ['title=true', 'true'],
    ['question=-7', '-7'],
    ['variant.A.label="3"', '3'],
  ])('%s is text, as its field is', (written, value) => {
    expect(parseSetting(written).value).toBe(value);
    withSet(written);
  });

  it.each([
    ['seed=3', 3],
    ['variant.B.kernel.cpupri_per_node=true', true],
    ['scores={"show": []}', { show: [] }],
    ['workload.instances=4', 4],
    ['nothing.of.the.kind=5.10', 5.1],
  ])('%s is what it was: the field holds no text, or there is none', (written, value) => {
    expect(parseSetting(written).value).toEqual(value);
  });

  it('without a unit is still told that it has none', async () => {
    const { problem } = await refusal(() => withSet('workload.user=300'));
    expect(problem).toBe('is 300 without a unit');
  });

  it('of a sweep keeps its text, too', () => {
    const { values } = parseAxis('variant.B.kernel.version=5.10,6.6,"6.18"');
    expect(values).toEqual(['5.10', '6.6', '6.18']);
    expect(parseAxis('workload.instances=4,8').values).toEqual([4, 8]);
  });

  it.each([
    ['kernel.preemption=full', 'write variant.A.kernel.preemption or variant.B.kernel.preemption'],
    ['preemption=full', 'write variant.A.kernel.preemption or variant.B.kernel.preemption'],
    ['label=x', 'write variant.A.label or variant.B.label'],
    ['variants.B.kernel.preemption=full', 'write variant.B.kernel.preemption'],
    ['user=300us', 'write workload.user'],
    ['topology.packages=2', 'write platform.topology.packages'],
  ])('%s is told the path that is right', async (written, remedy) => {
    expect(await refusal(() => withSet(written))).toMatchObject({
      path: written.split('=')[0],
      problem: 'does not begin at the top of a scenario',
      remedy,
    });
  });

  it('that is the end of no path is an unknown key as before', async () => {
    expect((await refusal(() => withSet('kernel.nothing=1'))).problem).toBe('is not a known key');
  });
});

describe('the version of a kernel', () => {
  const noticesOf = async (...written: string[]) =>
    (await openScenario(small, reader, written.map(parseSetting))).notices;

  it('that is chosen says that it sets no switch, and what runs', async () => {
    expect(await noticesOf('variant.B.kernel.version=5.10')).toEqual([
      'Variant B: the kernel version "5.10" is a label and sets no switch; what runs is 6.18. For the switches of a release set linux, such as linux=v6.6.',
    ]);
    const more = ['variant.B.kernel.version=6.6', 'variant.B.kernel.cpupri_per_node=true'];
    expect(await noticesOf(...more)).toEqual([
      expect.stringContaining('what runs is 6.18 with the options that the variant sets.'),
    ]);
    expect(await noticesOf('variant.B.kernel.version=6.18')).toEqual([]);
    expect(await noticesOf()).toEqual([]);
  });

  it('gives way to a release, which says what it sets and what the variant keeps', async () => {
    expect(await noticesOf('variant.B.kernel.linux=v5.10')).toEqual([
      'Variant B runs with the switches of Linux 5.10; the rest is 6.18 (schedscape versions lists both).',
    ]);
    const own = ['variant.B.kernel.linux=v5.10', 'variant.B.kernel.numa_imbalance=v6.0'];
    expect((await noticesOf(...own))[0]).toContain('but sets numa_imbalance itself;');
    expect(versionWords(withSet(...own).variants[1])).toBe('5.10 (by its switches)');
    const both = await noticesOf('linux=v6.1', 'variant.B.kernel.linux=v5.10');
    expect(both[0]).toMatch(/^Variant A runs with the switches of Linux 6\.1[,;]/);
    expect(both[1]).toMatch(/^Variant B runs with the switches of Linux 5\.10[,;]/);
  });

  it('that only labels is shown as a label', () => {
    const words = (...written: string[]) => versionWords(withSet(...written).variants[1]);
    expect(words()).toBe('6.18');
    expect(words('variant.B.kernel.version=5.10')).toBe('5.10 (a label; runs as 6.18)');
    const more = ['variant.B.kernel.version=6.6', 'variant.B.kernel.cpupri_per_node=true'];
    expect(words(...more)).toBe('6.6');
  });

  it('of a shipped scenario is that of the options beside it', async () => {
    const said: string[] = [];
    for (const name of scenarioNames(reader)) {
      const { notices } = await openScenario(await reader.read(name), reader);
      said.push(...notices.filter((text) => text.includes('is a label')));
    }
    expect(said).toEqual([]);
  });
});
