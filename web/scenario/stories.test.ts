import { describe, expect, it } from 'vitest';
import { scenarioNames } from './scenario.ts';
import {
  chapterOf,
  parseStories,
  readingParts,
  type Story,
  stories,
  storyEntries,
} from './stories.ts';
import { reader, refusal } from './testing.ts';

const [first, ...others] = storyEntries;
/** The file with one story changed. */
const file = (changes: object, more: readonly object[] = others) => ({
  format: 'schedscape-stories/1',
  what: 'Stories.',
  stories: [{ ...first, ...changes }, ...more],
});
/** A chapter that the program has never heard of. */
const chapter = {
  id: 'numa',
  name: 'Memory',
  question: 'Should a task go to its memory?',
  about: 'NUMA balancing',
  folder: 'numa',
  flagship: 'numa/first',
  reading: { understand: ['first'], measure: [], try: [] },
};

describe('the stories', () => {
  it('each have a folder with scenarios that name them, their flagship among these', async () => {
    for (const { id, folder, flagship } of storyEntries) {
      const own = scenarioNames(reader).filter((name) => name.startsWith(`${folder}/`));
      expect(own).toContain(flagship);
      for (const name of own) {
        expect([name, JSON.parse(await reader.read(name)).story]).toEqual([name, id]);
      }
    }
  });

  it('each have every scenario of their folder once in the order of reading', () => {
    for (const { folder, reading } of storyEntries) {
      const own = scenarioNames(reader).filter((name) => name.startsWith(`${folder}/`));
      const read = readingParts.flatMap((part) => reading[part]);
      expect(read.map((name) => `${folder}/${name}`).sort()).toEqual(own);
      for (const part of readingParts) expect([folder, reading[part].length]).not.toContain(0);
    }
  });

  it('leave no folder of scenarios/ without a meaning', () => {
    const known = [
      'claims',
      'fidelity',
      'platforms',
      'published',
      'labs',
      'talks',
      'languages',
      'tour',
    ];
    const folders = new Set(reader.names().map((name) => name.split('/')[0]!));
    const own = storyEntries.map(({ folder }) => folder);
    for (const folder of folders) expect([...known, ...own, 'stories']).toContain(folder);
  });

  it('may be one more: its scenarios, its order and its views come from the file alone', () => {
    const all = parseStories(file({}, [...others, { ...chapter, views: ['pages'] }]));
    expect(all.map(({ id }) => id)).toEqual([...stories, 'numa']);
    expect(chapterOf('numa' as Story, all).withheld).not.toContain('pages');
    // A view that some story names is no longer offered where it is not named.
    for (const story of stories) expect(chapterOf(story, all).withheld).toContain('pages');
  });

  it('offer a view that one names in no other', () => {
    expect(chapterOf('cpupri').withheld).not.toContain('races');
    expect(chapterOf('split-llc').withheld).toContain('races');
    expect(chapterOf('page-lists').benchmarks).toEqual({
      file: 'pcp-phase2',
      claims: 'claims/page-lists',
    });
  });

  it.each([
    [
      'a flagship elsewhere',
      { flagship: 'pcp/worst-case' },
      'a flagship that is not in its folder',
    ],
    ['benchmarks of another', { benchmarks: 'pcp-phase2' }, 'benchmarks of a file'],
    ['an unknown view', { views: ['race'] }, 'is "race"'],
    ['an id that is taken', { id: 'split-llc' }, 'two stories of one id'],
    [
      'a scenario that is read twice',
      { reading: { understand: ['ghosts'], measure: ['ghosts'], try: [] } },
      'names a scenario twice',
    ],
    ['a key that is none', { questions: '?' }, 'is not a known key'],
  ])('refuse %s in a sentence', async (_, changes, problem) => {
    expect((await refusal(() => parseStories(file(changes)))).problem).toContain(problem);
  });
});
