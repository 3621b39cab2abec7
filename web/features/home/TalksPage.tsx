// The talks: all of them with their steps, each step an address of its own.

import { useEffect, useState } from 'react';
import { talksWords as words } from '../../present/words.ts';
import { browserReader } from '../../scenario/browser.ts';
import { talkHash } from '../../scenario/talk/address.ts';
import { loadTalk, talkNames } from '../../scenario/talk/talk.ts';
import type { Talk } from '../../scenario/talk/talk-schema.ts';
import { messageOf } from '../../ui/errors.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './ChapterPage.module.css';
import { PageFrame } from './Frame.tsx';
import own from './TalksPage.module.css';

interface Named {
  readonly name: string;
  readonly talk: Talk;
}

const loadAll = (): Promise<readonly Named[]> =>
  Promise.all(
    talkNames(browserReader).map(async (name) => ({
      name,
      talk: await loadTalk(name, browserReader),
    })),
  );

export default function TalksPage({ isMoved }: { readonly isMoved: boolean }) {
  const [found, setFound] = useState<readonly Named[] | string>([]);
  useEffect(() => {
    let isOver = false;
    const arrived = (all: readonly Named[] | string) => !isOver && setFound(all);
    loadAll().then(arrived, (error: unknown) => arrived(messageOf(error)));
    return () => {
      isOver = true;
    };
  }, []);
  return (
    <PageFrame title={words.title(words.all)} path={words.all} isMoved={isMoved}>
      <h1 tabIndex={-1} className={styles.heading}>
        {words.heading}
      </h1>
      <p className={styles.about}>{words.what}</p>
      {typeof found === 'string' ? (
        <p role="alert">{found}</p>
      ) : (
        <ul className={own.talks}>
          {found.map((each) => (
            <li key={each.name}>
              <OneTalk {...each} />
            </li>
          ))}
        </ul>
      )}
    </PageFrame>
  );
}

function OneTalk({ name, talk }: Named) {
  const { title, what, minutes, steps } = talk;
  return (
    <article className={own.talk} aria-label={title}>
      <h2>
        <a href={talkHash(name)}>{title}</a>
      </h2>
      <p>{unbroken(what)}</p>
      <p className={own.length}>{words.length(minutes, steps.length)}</p>
      <ol className={own.steps} aria-label={words.steps}>
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have nothing but their place
          <li key={at}>
            <a href={talkHash(name, at + 1)}>{step.title ?? step.on.step}</a>
          </li>
        ))}
      </ol>
    </article>
  );
}
