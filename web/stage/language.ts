// The language of the stories. It is a person's own choice, not part of a link: kept in this browser where it lets
// us, else for this visit only. Texts without a translation stay English.

import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Scenario } from '../scenario/index.ts';
import type { ChapterWords, StoryWords } from '../scenario/language/words.ts';

const key = 'schedscape.language';
/** The language of the scenarios themselves. */
export const ownLanguage = 'en';

function kept(): string {
  try {
    return window.localStorage.getItem(key) ?? ownLanguage;
  } catch {
    return ownLanguage;
  }
}

export const useLanguage = create<{ readonly language: string }>(() => ({ language: kept() }));

export function chooseLanguage(language: string): void {
  useLanguage.setState({ language });
  try {
    window.localStorage.setItem(key, language);
  } catch {
    // Full, or refused: the language holds for this visit.
  }
}

/** The words of a chapter in the chosen language; undefined in English, where there are none, and until they have come. */
export function useChapterWords(folder: string | undefined): ChapterWords | undefined {
  const language = useLanguage((state) => state.language);
  const [found, setFound] = useState<{
    readonly of: string;
    readonly words: ChapterWords | undefined;
  }>();
  const of = `${language}/${folder}`;
  useEffect(() => {
    if (folder === undefined || language === ownLanguage) return undefined;
    let isOver = false;
    const tell = (words: ChapterWords | undefined) => !isOver && setFound({ of, words });
    // Without a network, and where a file is not as it should be, the story is told in English.
    import('./language-files.ts').then(
      ({ chapterWords }) => chapterWords(language, folder).then(tell, () => tell(undefined)),
      () => tell(undefined),
    );
    return () => {
      isOver = true;
    };
  }, [language, folder, of]);
  return found?.of === of ? found.words : undefined;
}

export interface LocalisedStory {
  readonly scenario: Scenario;
  /** Of its words, where they are not the page's own. */
  readonly language: string | undefined;
}

/** A scenario in the chosen language, by its name below scenarios/. */
export function useLocalised(scenario: Scenario, name: string | undefined): LocalisedStory {
  const at = name?.lastIndexOf('/') ?? -1;
  const folder = at > 0 ? name!.slice(0, at) : undefined;
  const words = useChapterWords(folder);
  const story = words?.stories[name?.slice(at + 1) ?? ''];
  const [told, setTold] = useState<
    LocalisedStory & { readonly of: Scenario; readonly by: StoryWords }
  >();
  useEffect(() => {
    if (!story || !words) return;
    void import('./language-files.ts').then(({ localised: tellIn }) => {
      const found = tellIn(scenario, story);
      if (found) setTold({ scenario: found, language: words.language, of: scenario, by: story });
    });
  }, [scenario, story, words]);
  const isTold = told?.of === scenario && told.by === story;
  return isTold ? told : { scenario, language: undefined };
}
