// The figures of the pages on policies, which the first steps of the Policy view follow: each is what a race of the very
// text that stands there says. Two of them take a minute with all their seeds: here half a run of one seed has to agree in sign
// and lie near, and SCHEDSCAPE_ALL_SEEDS=1 runs it all and asks for the very figures.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { schedscape } from '../../cli/testing.ts';
import { starters } from '../../web/policy/starters.ts';
import { firstSteps } from '../../web/views/policy/first-steps.ts';

const page = ['tutorial', 'reference']
  .map((name) => readFileSync(`docs/policy-${name}.md`, 'utf8'))
  .join('\n');
const isWhole = process.env.SCHEDSCAPE_ALL_SEEDS === '1';
/** Percent that half a run of one seed may lie away from the median of all. */
const near = 12;
const longest = 600_000;

const folder = mkdtempSync(path.join(tmpdir(), 'policy-page-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Section {
  /** The policy that it shows. */
  readonly text: string;
  /** Its prose, on one line. */
  readonly prose: string;
}

function sectionOf(heading: string): Section {
  const [, whole] = page.split(`\n## ${heading}\n`);
  const section = whole!.split('\n## ')[0]!;
  const [, text] = /```js\n([\s\S]*?)```/.exec(section)!;
  return { text: text!, prose: section.replaceAll(/\s+/g, ' ') };
}

const [stay, look, beat, lose] = [
  '1. Stay',
  '2. Look around',
  '3. Beat Linux somewhere',
  '4. Lose elsewhere, and see why',
].map(sectionOf) as [Section, Section, Section, Section];

/** A figure of the prose, where the pattern stands in it. */
function said({ prose }: Section, pattern: RegExp): number {
  const found = pattern.exec(prose);
  expect(found, `${pattern} in the page`).not.toBeNull();
  return Number(found![1]);
}

interface Outcome {
  readonly medianGain: number;
  readonly agree: number;
  readonly gains: readonly number[];
}

/** What each text gains over Linux in percent, and how many seeds agree in sign; natively, which is as right and quicker. */
async function race(
  scenario: string,
  texts: readonly string[],
  seeds: number,
  more: readonly string[] = [],
): Promise<Outcome[]> {
  const files = texts.map((text, i) => {
    const file = path.join(folder, `${i}.js`);
    writeFileSync(file, text);
    return file;
  });
  const { out, code } = await schedscape(
    ...['race', scenario, ...files.flatMap((file) => ['--policy', file])],
    ...['--seeds', `${seeds}`, '--json', '--backend', 'native', ...more],
  );
  expect(code).toBe(0);
  return JSON.parse(out).racers;
}

/** The very figure with all seeds, else one that lies near. */
function expectFigure({ medianGain }: Outcome, figure: number): void {
  expect(Math.sign(medianGain)).toBe(Math.sign(figure));
  if (isWhole) expect(medianGain.toFixed(0)).toBe(`${figure}`);
  else expect(Math.abs(medianGain - figure)).toBeLessThan(near);
}

describe('the tutorial of policies says what a race says', () => {
  it('of Stay and of Look around, with all ten seeds', async () => {
    const seeds = 10;
    const [staying, looking] = await race('split-llc/one-wakeup', [stay.text, look.text], seeds);
    const less = said(stay, /(\d+) % less throughput than Linux\./);
    expect((-staying!.medianGain).toFixed(0)).toBe(`${less}`);
    expect(staying!.agree).toBe(seeds);
    expect(page).toMatch(
      /ten seeds, which all agree in step 1 and are split five to five in step 2/,
    );
    expect(looking!.agree).toBe(5);
  });

  it(
    'of the shortest queue, and of the shorter of two, on 256 CPUs',
    async () => {
      const more = said(beat, /(\d+) % more throughput than Linux\./);
      const less = said(lose, /gives (\d+) % less throughput on the 256 CPUs/);
      const seeds = isWhole ? 5 : 1;
      const texts = [beat.text, lose.text];
      const duration = isWhole ? [] : ['--duration', '24ms'];
      const scenario = 'split-llc/hackbench-groups';
      const [shortest, ofTwo] = await race(scenario, texts, seeds, duration);
      expectFigure(shortest!, more);
      expect(shortest!.agree).toBe(seeds);
      expectFigure(ofTwo!, -less);
    },
    longest,
  );

  it(
    'of both where nobody waits',
    async () => {
      const longer = said(lose, /wake-ups take ([\d.]+) % longer than Linux's at the median/);
      const little = said(lose, /two fields per call, and wake-ups take ([\d.]+) % longer there/);
      const seeds = isWhole ? 5 : 1;
      const texts = [beat.text, lose.text];
      const scenario = 'split-llc/schbench-distance';
      const [shortest, ofTwo] = await race(scenario, texts, seeds, ['--metric', 'wake_latency']);
      // Seeds hardly differ there: one says the figure.
      for (const [found, figure] of [
        [shortest!, longer],
        [ofTwo!, little],
      ] as const) {
        expect(found.agree).toBe(seeds);
        expect(Math.abs(found.medianGain - figure)).toBeLessThan(0.15);
      }
    },
    longest,
  );
});

describe('what the page says of the simplest scheduler of sched_ext', () => {
  const simplest = sectionOf('A scheduling class of your own');

  it('is so where all CPUs share one cache, with all three seeds', async () => {
    const more = said(
      simplest,
      /\(32 tasks\) does (\d+) % more than under Linux, in three seeds of/,
    );
    const [found] = await race('split-llc/one-wakeup', [simplest.text], 3, [
      ...['--set', 'platform.topology.llcs_per_node=1', '--set', 'workload.groups=4'],
      ...['--set', 'platform.topology.cores_per_llc=8', '--duration', '30ms'],
    ]);
    expect(found!.medianGain.toFixed(0)).toBe(`${more}`);
    expect(found!.agree).toBe(3);
  });

  it(
    'is so on 256 CPUs with 16 caches, with all three seeds',
    async () => {
      const pattern =
        /does (\d+) % \*more\* than under Linux in its first 24 ms \(median of three seeds, from (\d+) to (\d+) %\)/;
      const figures = pattern.exec(simplest.prose)?.slice(1);
      const scenario = 'split-llc/hackbench-groups';
      const [found] = await race(scenario, [simplest.text], 3, ['--duration', '24ms']);
      const { medianGain, gains } = found!;
      const all = [medianGain, Math.min(...gains), Math.max(...gains)];
      expect(all.map((each) => each.toFixed(0))).toEqual(figures);
    },
    longest,
  );
});

describe('the first steps of the Policy view', () => {
  const withoutComments = (text: string) => text.replaceAll(/^\/\/.*\n/gm, '');

  it.each([
    ['Stay', stay, 'split-llc/one-wakeup'],
    ['Beat Linux', beat, 'split-llc/hackbench-groups'],
    ['Lose elsewhere', beat, 'split-llc/schbench-distance'],
  ])('race the texts of the page in its stories: %s', (title, section, scenario) => {
    const step = firstSteps.find((each) => each.title === title)!;
    expect(step.scenario).toBe(scenario);
    const { source } = starters.find(({ id }) => id === step.starter)!;
    expect(withoutComments(source)).toBe(section.text);
  });
});
