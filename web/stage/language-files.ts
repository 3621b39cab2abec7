// The languages besides English, found by the build in scenarios/languages: a folder each. A language is fetched
// when it is chosen.

import type { Scenario } from '../scenario/index.ts';
import {
  type ChapterWords,
  holdStory,
  parseChapterWords,
  parseLanguage,
  type StoryWords,
  toldIn,
} from '../scenario/language/words.ts';

const files = import.meta.glob<string>('../../scenarios/languages/*/*.json', {
  query: '?raw',
  import: 'default',
});

const pathOf = (language: string, name: string): string =>
  `../../scenarios/languages/${language}/${name}.json`;

export interface LanguageOffer {
  readonly language: string;
  readonly name: string;
}

/** True where a language tells a story of that chapter step by step: `story`, or any. */
export function hasWordsOf({ stories }: ChapterWords, story?: string): boolean {
  const told = story === undefined ? Object.values(stories) : [stories[story]];
  return told.some((each) => each?.steps !== undefined);
}

/**
 * Those that tell the story of that chapter, or without one any of it, by their codes. Rejects where a file cannot
 * be fetched, or is not as it should be.
 */
export async function languagesOf(
  folder: string,
  story?: string,
): Promise<readonly LanguageOffer[]> {
  const offers = await languages();
  const told = await Promise.all(
    offers.map(async ({ language }) => {
      const words = await chapterWords(language, folder);
      return words !== undefined && hasWordsOf(words, story);
    }),
  );
  return offers.filter((_, at) => told[at]);
}

async function languages(): Promise<readonly LanguageOffer[]> {
  const paths = Object.keys(files).filter((path) => path.endsWith('/language.json'));
  const found = paths.sort().map(async (path) => {
    const { language, name } = parseLanguage(await files[path]!(), path);
    return { language, name };
  });
  return Promise.all(found);
}

/** undefined: the language has none of that chapter. */
export async function chapterWords(
  language: string,
  folder: string,
): Promise<ChapterWords | undefined> {
  const path = pathOf(language, folder);
  return files[path] && parseChapterWords(await files[path](), path);
}

/** undefined: these are not the words of that story. */
export function localised(scenario: Scenario, words: StoryWords): Scenario | undefined {
  try {
    holdStory(words, scenario, 'stories');
    return toldIn(scenario, words);
  } catch {
    return undefined;
  }
}
