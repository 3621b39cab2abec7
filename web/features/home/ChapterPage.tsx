// A chapter: its stories as cards in the order in which they are read, to understand, to measure, to try.

import type { Chapter, StoryCard } from 'virtual:chapters';
import chapters from 'virtual:chapters';
import { useEffect, useMemo, useState } from 'react';
import type { ChapterWords } from '../../scenario/language/words.ts';
import { homeHash, labHash, storyHash } from '../../scenario/place.ts';
import { talkHash } from '../../scenario/talk/address.ts';
import { useChapterWords } from '../../stage/language.ts';
import { fetchedWhenPointedAt } from '../../stage/shipped-warm-starts.ts';
import { messageOf } from '../../ui/errors.ts';
import { duration } from '../../ui/format.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import { ChapterCards } from './ChapterCards.tsx';
import styles from './ChapterPage.module.css';
import { PageFrame } from './Frame.tsx';
import { StoryPicture, waitingIn } from './StoryPicture.tsx';
import { chapter as words } from './words.ts';

const parts = ['understand', 'measure', 'try'] as const;

interface Props {
  readonly folder: string;
  readonly isMoved: boolean;
}

export default function ChapterPage({ folder, isMoved }: Props) {
  const chapter = chapters.find((each) => each.folder === folder);
  if (chapter) return <Known key={folder} chapter={chapter} isMoved={isMoved} />;
  return (
    <PageFrame title={words.title(folder)} isMoved={isMoved}>
      <h1 tabIndex={-1} className={styles.heading}>
        {words.none(folder)}
      </h1>
      <p className={styles.lost}>{words.goOn}</p>
      <ChapterCards />
      <p className={styles.lost}>
        <a href={homeHash}>{words.toHome}</a>
      </p>
    </PageFrame>
  );
}

/** The stories of a chapter, or why they could not be fetched. */
function useStories(chapter: Chapter): readonly StoryCard[] | string | undefined {
  const [stories, setStories] = useState<readonly StoryCard[] | string>();
  useEffect(() => {
    let isOver = false;
    chapter.stories().then(
      ({ default: found }) => !isOver && setStories(found),
      (error: unknown) => !isOver && setStories(messageOf(error)),
    );
    return () => {
      isOver = true;
    };
  }, [chapter]);
  return stories;
}

function Known({ chapter, isMoved }: { readonly chapter: Chapter; readonly isMoved: boolean }) {
  const stories = useStories(chapter);
  const told = useChapterWords(chapter.folder);
  const { name = chapter.name, question, about } = told?.chapter ?? {};
  return (
    <PageFrame title={words.title(name)} path={name} isMoved={isMoved} languagesOf={chapter.folder}>
      <h1 tabIndex={-1} className={styles.heading} lang={question && told?.language}>
        {unbroken(question ?? chapter.question)}
      </h1>
      <p className={styles.about}>
        <span lang={about && told?.language}>{about ?? chapter.about}</span>,{' '}
        {words.count(chapter.count)}
        {chapter.labs > 0 && (
          <>
            , <a href={labHash()}>{words.labs(chapter.labs)}</a>
          </>
        )}
        {chapter.talks > 0 && (
          <>
            , <a href={talkHash()}>{words.talks(chapter.talks)}</a>
          </>
        )}
      </p>
      {told && (
        <p className={styles.covered}>
          {words.covered(
            Object.values(told.stories).filter(({ steps }) => steps).length,
            chapter.count,
          )}
        </p>
      )}
      {typeof stories === 'string' && <p role="alert">{stories}</p>}
      {Array.isArray(stories) &&
        parts.map((part) => (
          <section key={part} className={styles.part} aria-label={words.parts[part]}>
            <h2>{words.parts[part]}</h2>
            <ul className={styles.cards}>
              {stories
                .filter((story: StoryCard) => story.part === part)
                .map((story: StoryCard) => (
                  <li key={story.scenario}>
                    <Card story={story} told={told} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
    </PageFrame>
  );
}

interface CardProps {
  readonly story: StoryCard;
  /** The words of the chapter in another language. */
  readonly told: ChapterWords | undefined;
}

function Card({ story, told }: CardProps) {
  const { scenario, machine, duration: length, variants, picture, moment } = story;
  const said = told?.stories[scenario.slice(scenario.lastIndexOf('/') + 1)];
  const { question = story.question, title = story.title } = said ?? {};
  const language = said && told?.language;
  const pointing = useMemo(() => fetchedWhenPointedAt(scenario), [scenario]);
  return (
    <a className={styles.card} href={storyHash(scenario)} {...pointing}>
      <span className={styles.words}>
        <strong lang={language}>{unbroken(question)}</strong>
        <span lang={language}>{title}</span>
        <small>{words.machine(machine)}</small>
        <small>{words.length(length, variants)}</small>
      </span>
      <span className={styles.picture}>
        <StoryPicture
          picture={picture}
          name={words.picture(duration(moment), waitingIn(picture), machine.cpus)}
        />
      </span>
    </a>
  );
}
