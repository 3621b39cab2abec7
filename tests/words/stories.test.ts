// What stories, labs and talks once told wrongly stays right. Each test names the fact: the false claim is told nowhere, and
// the sentence in its place follows from the scenario or is claimed of its runs (which tests/engine/steps.ts measures).

import { describe, expect, it } from 'vitest';
import { loadScenario, scenarioNames } from '../../web/scenario/index.ts';
import { reader } from '../../web/scenario/testing.ts';
import {
  claimsBy,
  read,
  storyNamed,
  type ToldStory,
  talkNamed,
  telling,
  toldIn,
  toldStories,
} from './told.ts';

const everything = /./;
const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const tens = { thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 };
const stepOf = ({ steps }: ToldStory, title: string) => steps.find((step) => step.title === title)!;

/** CPUs under one last-level cache, and hardware threads of a core, of the machine of a story. */
async function machineOf(name: string) {
  const { machine } = await loadScenario(name, reader);
  const { cpus, llcs, cores } = machine;
  return { perLlc: cpus / llcs, smt: cpus / cores };
}

/** The number of running threads at which an average that moves by a part of the difference, rounded to zero, stops. */
const stopsAt = (running: number, divisor: number) => running + divisor - 1;

describe('hackbench', () => {
  it('has senders and receivers, no pairs and no partners', () => {
    // The kernel calls a waker and the task that it wakes a wide pair: that story speaks of those.
    const stories = toldStories.filter(
      ({ name, workload }) =>
        workload.name.startsWith('hackbench') && name !== 'split-llc/wide-wakers',
    );
    expect(stories.map(({ name }) => name)).toContain('cache-aware/two-pairs');
    const told = new RegExp(
      `^(?:${stories.map(({ name }) => name).join('|')}|labs/two-pairs|talks/)`,
    );
    expect(telling(/\bpairs?\b|\bpartners?\b/i, told)).toEqual([]);
    expect(
      read(stepOf(storyNamed('cache-aware/two-pairs'), 'Four threads, four caches').text),
    ).toContain('Two senders and two receivers of one process');
  });

  it('lets a receiver sleep where it drains its pipe, not where messages come fast', () => {
    expect(telling(/runs? dry|so fast that a receiver/i, everything)).toEqual([]);
    const story = storyNamed('cache-aware/two-pairs');
    const [claim] = claimsBy(story, 'wake_latency');
    expect(claim).toMatchObject({ variant: 'B' });
    expect(claim!.says).toContain('A receiver now drains its pipe at times and sleeps');
  });

  it('has running threads moved by active balancing: a thread that runs is not simply pulled', () => {
    expect(telling(/nothing is forced|ordinary balanc/i, everything)).toEqual([]);
    for (const name of ['two-pairs', 'hackbench-spr', 'chacha20-genoa']) {
      const { steps } = storyNamed(`cache-aware/${name}`);
      const texts = steps.map(({ text }) => text).join(' ');
      expect(texts, name).toContain('[active balancing|reason-lb-active]');
    }
    const notes = talkNamed('cache-aware').steps.map(({ note }) => note);
    expect(notes.join(' ')).toContain('that is called active balancing');
  });
});

describe('a limit of threads', () => {
  it('of version 2 in the story of a burst is the CPUs under an LLC by the threads of a core, without a margin', async () => {
    const story = storyNamed('cache-aware/burst');
    const { perLlc, smt } = await machineOf(story.name);
    for (const { kernel } of story.variants) {
      expect(kernel.cache_aware?.switches?.nr_fits_margin).toBe(false);
    }
    const limit = perLlc / smt;
    expect(story.why).toContain(`The limit is ${numbers[limit]} threads`);
    // The four that stay count as more than the limit in A, and as fewer in B.
    expect(stopsAt(4, 8)).toBeGreaterThan(limit);
    expect(stopsAt(4, perLlc / 4)).toBeLessThanOrEqual(limit);
    const taken = claimsBy(story, 'LLC_THREADS');
    expect(taken.find(({ variant }) => variant === 'A')!.at_least).toBeGreaterThan(0);
    expect(taken.find(({ variant }) => variant === 'B')).toMatchObject({ at_least: 0, at_most: 0 });
  });

  it('on Sapphire Rapids is the largest number that leaves a fifth, and the average lags by up to seven', async () => {
    const story = storyNamed('cache-aware/hackbench-spr');
    const { perLlc, smt } = await machineOf(story.name);
    const fits = (threads: number) => threads * smt * 1.25 < perLlc;
    const { text } = stepOf(story, 'How large a process may be');
    for (const told of [text, story.why]) {
      const limit = Number(/(\d+) × 2 hardware threads/.exec(told)![1]);
      expect([fits(limit), fits(limit + 1)]).toEqual([true, false]);
      const [, alone] = /(?:from |with )(\d+) (?:or more )?running threads/.exec(told)!;
      expect(stopsAt(limit + 1, 8)).toBe(Number(alone));
    }
    expect(text).toContain('lags by up to 7');
  });
});

describe('page lists', () => {
  it('of a kernel that tunes them begin below the burst of the story: what wins is that high grows', () => {
    const story = storyNamed('pcp/auto-tuned');
    const { text } = stepOf(story, 'A mark that grows');
    const begins = Number(/starts at ([\d,]+) pages/.exec(text)![1]!.replace(',', ''));
    expect(begins).toBeLessThan(story.workload.pages! / 2);
    expect(text).toContain('nr_pcp_alloc()');
    const visits = claimsBy(story, 'zone_visits').filter(({ variant }) => variant === 'B');
    expect(visits.map(({ at_most: most }) => most)).toContain(0);
    expect(telling(/grown beyond 1,024/, everything)).toEqual([]);
    expect(telling(/grown from 1,922 beyond 4,096/, /^labs\/high-by-hand$/)).toHaveLength(1);
  });

  it('take a batch when they are empty and give one back when they are too long', () => {
    expect(telling(/empty,? or full/i, everything)).toEqual([]);
    const stories = toldStories.filter(({ name }) => name.startsWith('pcp/'));
    for (const { name, what } of stories) {
      expect(what, name).toMatch(/When the list is empty, the CPU takes a batch of pages from/);
      expect(what, name).toContain('When the list is too long, the CPU gives a batch back.');
    }
  });

  it('are used without a lock only by kernels from before 6.0', () => {
    const older = toldStories
      .filter(({ variants }) => variants.every(({ kernel }) => kernel.version.startsWith('4.')))
      .map(({ name }) => name);
    const on = talkNamed('pcp').steps.map((step) => (step as { on?: { scenario?: string } }).on);
    expect(on.every((each) => !each?.scenario || older.includes(each.scenario))).toBe(true);
    const unlocked = toldIn(/^(?:pcp\/|labs\/|cpupri\/)/).filter(({ said }) =>
      /\blists?\b[^.]*without a(?:ny| shared)? lock/i.test(said),
    );
    expect(unlocked.filter(({ name }) => !older.includes(name))).toEqual([]);
  });
});

describe('the queue for line 3', () => {
  it('is called as long as the step claims it to be, in titles and hints, too', () => {
    const story = storyNamed('cpupri/ffmpeg-480');
    const [claim] = claimsBy(story, 'line_waiting').filter(({ says }) => says.includes('{queue}'));
    const said = story.steps
      .flatMap(({ title, hints = [] }) => [title, ...hints])
      .flatMap((text) => text.match(/\b\w+(?= (?:other )?CPUs)/g) ?? [])
      .flatMap((word) => tens[word.toLowerCase() as keyof typeof tens] ?? []);
    expect(said.length).toBeGreaterThan(1);
    for (const long of said) {
      expect(long).toBeGreaterThanOrEqual(claim!.at_least!);
      expect(long).toBeLessThanOrEqual(claim!.at_most!);
    }
  });

  it('is of CPUs that run real-time threads', () => {
    expect(storyNamed('cpupri/ffmpeg-480').question).toContain('CPUs running real-time threads');
    expect(telling(/\d+ real-time CPUs/, everything)).toEqual([]);
  });

  it('stands at a line whose bytes the story says, as lines count from 1', () => {
    let told = 0;
    for (const { name, steps } of toldStories.filter(({ name }) => name.startsWith('cpupri/'))) {
      const text = steps.map((step) => read(`${step.text} ${step.watch ?? ''}`)).join(' ');
      if (!/\bline \d+/.test(text)) continue;
      const said = /\bline (\d+)(?: of root_domain)? \(bytes (\d+)–(\d+)\)/.exec(text);
      expect(said, name).not.toBeNull();
      const [line, from, to] = said!.slice(1).map(Number);
      expect([from, to], name).toEqual([64 * (line! - 1), 64 * line! - 1]);
      told += 1;
    }
    expect(told).toBeGreaterThan(5);
  });
});

describe('a claim', () => {
  const claims = toldStories.flatMap((story) =>
    story.steps.flatMap(({ claims: all = [] }) => all.map((claim) => ({ ...claim, story }))),
  );

  it('that a line is the hottest is made only where no other may come before it', () => {
    const ranked = claims.filter(({ metric }) => metric === 'line_rank');
    expect(ranked.some(({ at_most: most }) => most! > 1)).toBe(true);
    for (const { says, at_most: most, story } of ranked) {
      // Two lines of which both are claimed to be among two are the hottest.
      const named = ranked.filter((other) => other.story === story && other.says === says);
      if (most! > named.length)
        expect(says, story.name).not.toMatch(/(?<!(?:one of|among) the \w+ )\bhottest\b/i);
    }
  });

  it('that wake-ups migrate no thread does not say that none is woken', () => {
    const still = claims.filter(
      ({ metric, at_most: most }) => metric === 'migrations_wake' && most === 0,
    );
    expect(still.length).toBeGreaterThan(0);
    for (const { says, story } of still)
      expect(says, story.name).toMatch(/migrate|move|goes|stay|come|leave/);
    expect(telling(/(?:nobody|no thread) is (?:ever )?woken/i, everything)).toEqual([]);
  });

  it('of a 99th percentile is told as one, not as the slowest', () => {
    const told = [
      ...toldStories.flatMap(({ name, steps }) => steps.map((step) => ({ name, ...step }))),
      ...['cache-aware', 'cpupri', 'pcp', 'split-llc'].flatMap((name) =>
        talkNamed(name).steps.map((step) => ({ name, ...step, text: step.note })),
      ),
    ];
    let found = 0;
    for (const { name, text, values = [] } of told) {
      for (const { id, metric } of values) {
        if (!metric.endsWith('_p99')) continue;
        found += 1;
        const said = text.split(/(?<=[.?!]) /).filter((sentence) => sentence.includes(`{${id}}`));
        expect(said.join(' ') + text, `${name} {${id}}`).toMatch(/p99|99th percentile/);
        expect(said.join(' '), name).not.toMatch(/the slowest/);
      }
    }
    expect(found).toBeGreaterThan(10);
  });
});

describe('split last-level caches', () => {
  it('give four nodes four times the bandwidth, not four times the memory', () => {
    expect(
      telling(/(?:times|quarters of) the memory(?! (?:bandwidth|controllers))/i, everything),
    ).toEqual([]);
    const story = storyNamed('split-llc/stream-nps2');
    const [faster] = claimsBy(story, 'throughput').filter(({ variant }) => variant === 'B');
    expect(faster!.says).toContain('memory controllers of four nodes instead of one');
    expect(faster!.at_least).toBeGreaterThan(3.5);
    expect(story.why).toContain('half of the bandwidth unused; here it leaves three quarters');
  });

  it('make a HITM local where two tasks share a cache, not a node', () => {
    const { text } = stepOf(storyNamed('split-llc/node-fills-up'), 'What distance costs');
    expect(text).toContain('In A two tasks share an LLC, so {near} of the HITM loads are local');
    expect(telling(/HITM[^.]*local[^.]*(?:share|same) a? ?node/, everything)).toEqual([]);
  });

  it('name what says that an LLC has an idle core', () => {
    const stories = toldStories.filter(({ steps, what, why }) =>
      /flagged as having an idle core|a note (?:whether|that)/.test(
        [what, why, ...steps.map(({ text }) => text)].join(' '),
      ),
    );
    expect(stories.length).toBeGreaterThan(1);
    for (const { name, steps, why } of stories) {
      const text = [why, ...steps.map((step) => step.text)].join(' ');
      expect(text, name).toContain('has_idle_cores');
    }
    expect(storyNamed('split-llc/hint-turns-harmful').steps[2]!.text).toContain(
      'test_idle_cores()',
    );
  });

  it('have steps whose titles say what their texts tell of', () => {
    const { title, text } = storyNamed('split-llc/schbench-hints').steps[1]!;
    expect(title).toBe('A CPU and a cache asleep');
    expect(text).toMatch(
      /CPU has idled .* No CPU under that \[?last-level cache \(LLC\)(?:\|llc\])? is awake/,
    );
  });
});

describe('what a story says of the kernel', () => {
  it('is that no fair server runs, not that real-time throttling is left out, since 6.12', () => {
    expect(telling(/throttling/i, everything)).toEqual([]);
    const stories = toldStories.filter(({ name }) => name.startsWith('cpupri/'));
    const saying = stories.filter(({ not_modelled: left = [] }) =>
      left.some((each) => each.includes('no fair server, which since Linux 6.12')),
    );
    expect(saying.length).toBeGreaterThan(4);
    expect(saying.map(({ name }) => name)).toContain('cpupri/ffmpeg-480');
  });

  it('counts pointers to masks among what fits on a line with counts, not masks', () => {
    expect(telling(/counts? with their masks|and their masks\b/i, everything)).toEqual([]);
    for (const name of ['longer-search', 'patch-3-moves-count']) {
      const text = storyNamed(`cpupri/${name}`)
        .steps.map((step) => step.text)
        .join(' ');
      expect(text, name).toContain('their mask pointers');
    }
  });

  it('names functions as version 2 of cache-aware balancing has them, and says so', () => {
    const naming = toldStories.filter(({ steps }) =>
      steps.some(({ text }) => /exceed_llc_\w+\(\)/.test(text)),
    );
    expect(naming.length).toBeGreaterThan(2);
    for (const { name, notes = [] } of naming) {
      expect(notes.join(' '), name).toContain('Function names are those in version 2');
    }
  });

  it('has one name for llc_aggr_tolerance', () => {
    const others = toldIn(/^(?:cache-aware|labs|talks)\//).filter(({ said }) =>
      /(?<!llc_)\baggr_tolerance|\b(?<!llc_aggr_)tolerances?\b/i.test(said),
    );
    expect(others).toEqual([]);
    expect(toldIn(/^cache-aware\//).some(({ said }) => said.includes('llc_aggr_tolerance'))).toBe(
      true,
    );
  });

  it('gives the pause of NUMA balancing as a part of the scan period', () => {
    expect(telling(/sixteenth of a second/i, everything)).toEqual([]);
    expect(storyNamed('cache-aware/numa').why).toContain(
      'a sixteenth of the scan period, 62.5 ms at the default of 1 s',
    );
  });

  it('says what its program is: chacha20-xiangshan is a Verilator simulation of a RISC-V core', () => {
    for (const name of ['chacha20-genoa', 'chacha20-spr']) {
      expect(storyNamed(`cache-aware/${name}`).what, name).toMatch(
        /Verilator simulation of XiangShan, a RISC-V core that runs ChaCha20/,
      );
    }
    expect(telling(/compiled processor model/i, everything)).toEqual([]);
  });

  it('is read of every story', () => {
    expect(toldStories.map(({ name }) => name).toSorted()).toEqual(
      scenarioNames(reader).toSorted(),
    );
  });
});
