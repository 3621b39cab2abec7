// The language in which stories are told: English, and those that tell the story on stage, or of a chapter any. Where
// there are none there is nothing to choose.

import { useEffect, useState } from 'react';
import { SelectBox } from '../ui/SelectBox.tsx';
import { chooseLanguage, ownLanguage, useLanguage } from './language.ts';
import { type LanguageOffer, languagesOf } from './language-files.ts';
import { languageSelect as words } from './view-messages.ts';

const english: LanguageOffer = { language: ownLanguage, name: 'English' };

export interface LanguageSelectProps {
  /** Of the chapter. */
  readonly folder: string;
  /** The name of its scenario in that folder; left out: of any of the chapter's. */
  readonly story?: string | undefined;
}

export default function LanguageSelect({ folder, story }: LanguageSelectProps) {
  const language = useLanguage((state) => state.language);
  const [found, setFound] = useState<readonly LanguageOffer[]>([]);
  useEffect(() => {
    let isOver = false;
    languagesOf(folder, story).then(
      (offers) => !isOver && setFound(offers),
      () => {}, // without a network there is English
    );
    return () => {
      isOver = true;
    };
  }, [folder, story]);
  if (found.length === 0) return null;
  const offers = [english, ...found];
  const isThere = offers.some((each) => each.language === language);
  return (
    <SelectBox
      aria-label={words.name}
      title={words.hint}
      offers={offers.map((each) => ({ key: each.language, label: each.name }))}
      value={isThere ? language : ownLanguage}
      onChange={chooseLanguage}
    />
  );
}
