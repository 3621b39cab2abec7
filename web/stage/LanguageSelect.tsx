// The language in which stories are told: those that the build found, and English.

import { useEffect, useState } from 'react';
import { SelectBox } from '../ui/SelectBox.tsx';
import { chooseLanguage, ownLanguage, useLanguage } from './language.ts';
import { type LanguageOffer, languages } from './language-files.ts';
import { languageSelect as words } from './view-messages.ts';

const english: LanguageOffer = { language: ownLanguage, name: 'English' };

export default function LanguageSelect() {
  const language = useLanguage((state) => state.language);
  const [found, setFound] = useState<readonly LanguageOffer[]>([]);
  useEffect(() => {
    let isOver = false;
    languages().then(
      (offers) => !isOver && setFound(offers),
      () => {}, // without a network there is English
    );
    return () => {
      isOver = true;
    };
  }, []);
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
