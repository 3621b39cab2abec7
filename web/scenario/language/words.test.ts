// The languages besides English: every file of them is held to the stories it tells, and what is wrong is refused by
// its place.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScenario, type Scenario, storyEntries } from '../index.ts';
import { holdStory, parseChapterWords, parseLanguage, toldIn } from './words.ts';

const folder = 'scenarios/languages';
const files = readdirSync(folder).flatMap((language) =>
  readdirSync(`${folder}/${language}`).map((name) => ({ language, name })),
);
const read = ({ language, name }: (typeof files)[number]) =>
  readFileSync(`${folder}/${language}/${name}`, 'utf8');
const scenarioOf = (name: string): Scenario =>
  parseScenario(readFileSync(`scenarios/${name}.json`, 'utf8'));

/** What the parser says of the German words of the first chapter after a change. */
function refused(change: (words: Record<string, never>) => void): {
  path: string;
  message: string;
} {
  const words = JSON.parse(read({ language: 'de', name: 'cpupri.json' }));
  change(words);
  try {
    const parsed = parseChapterWords(JSON.stringify(words), 'de/cpupri.json');
    for (const [story, said] of Object.entries(parsed.stories)) {
      const path = `de/cpupri.json.stories.${story}`;
      holdStory(said, scenarioOf(`cpupri/${story}`), path);
    }
  } catch (error) {
    return error as { path: string; message: string };
  }
  throw new Error('nothing was refused');
}

// biome-ignore lint/suspicious/noExplicitAny: a file that is wrong on purpose
type Wrong = any;

describe('a language', () => {
  it.each(files)('$language/$name says what its stories have, and names every value', (file) => {
    if (file.name === 'language.json') {
      expect(parseLanguage(read(file), file.name).language).toBe(file.language);
      return;
    }
    const chapter = file.name.replace('.json', '');
    expect(storyEntries.map((each) => each.folder)).toContain(chapter);
    const words = parseChapterWords(read(file), file.name);
    expect(words.language).toBe(file.language);
    for (const [story, said] of Object.entries(words.stories)) {
      const name = `${chapter}/${story}`;
      expect(existsSync(`scenarios/${name}.json`), name).toBe(true);
      expect(() => holdStory(said, scenarioOf(name), `stories.${story}`)).not.toThrow();
    }
  });

  it('says of every language folder what it is', () => {
    for (const language of readdirSync(folder))
      expect(files).toContainEqual({ language, name: 'language.json' });
  });

  it('is refused by the path of a key that no story has', () => {
    expect(refused((words: Wrong) => (words.stories.cyclic.subtitle = 'x'))).toMatchObject({
      path: 'de/cpupri.json.stories.cyclic.subtitle',
    });
    expect(
      refused((words: Wrong) => (words.stories['ffmpeg-480'].steps[2].txt = 'x')),
    ).toMatchObject({
      path: 'de/cpupri.json.stories.ffmpeg-480.steps[2].txt',
    });
    expect(refused((words: Wrong) => (words.chapter.title = 'x'))).toMatchObject({
      path: 'de/cpupri.json.chapter.title',
    });
  });

  it('is refused by the path of a text that leaves out a value, or names one that is not there', () => {
    const text = (words: Wrong, change: (said: string) => string) => {
      const step = words.stories['ffmpeg-480'].steps[2];
      step.text = change(step.text);
    };
    const left = refused((words) => text(words, (said) => said.replace('{load}', 'viele')));
    expect(left.path).toBe('de/cpupri.json.stories.ffmpeg-480.steps[2].text');
    expect(left.message).toContain('{load}');
    const extra = refused((words) => text(words, (said) => `${said} {gewinn}`));
    expect(extra.path).toBe('de/cpupri.json.stories.ffmpeg-480.steps[2].text');
    expect(extra.message).toContain('{gewinn}');
  });

  it('is refused where it has fewer or more steps than the story', () => {
    expect(refused((words: Wrong) => words.stories['ffmpeg-480'].steps.pop())).toMatchObject({
      path: 'de/cpupri.json.stories.ffmpeg-480.steps',
    });
  });

  it('changes the words of a scenario and nothing that a run follows from', () => {
    const own = scenarioOf('cpupri/ffmpeg-480');
    const { stories } = parseChapterWords(read({ language: 'de', name: 'cpupri.json' }), 'de');
    const told = toldIn(own, stories['ffmpeg-480']!);
    expect(told.title).toBe('60 FFmpeg-Instanzen auf 480 CPUs');
    expect(told.steps![2]!.title).toBe('Fünfzig CPUs stehen an');
    const runs = ({ platform, variants, workload, duration, warmup, seed }: Scenario) =>
      JSON.stringify({ platform, variants, workload, duration, warmup, seed });
    expect(runs(told)).toBe(runs(own));
    expect(told.steps!.map(({ values }) => values)).toEqual(own.steps!.map(({ values }) => values));
  });
});
