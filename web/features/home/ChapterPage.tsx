// A chapter: its stories as cards in the order in which they are read, to understand, to measure, to try.

import type { Chapter, StoryCard } from 'virtual:chapters';
import chapters from 'virtual:chapters';
import { useEffect, useState } from 'react';
import { homeHash, storyHash } from '../../scenario/place.ts';
import { messageOf } from '../../ui/errors.ts';
import { duration, unbroken } from '../../ui/format.ts';
import styles from './ChapterPage.module.css';
import { Frame } from './Frame.tsx';
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
    <Frame title={words.title(folder)} isMoved={isMoved}>
      <h1 tabIndex={-1} className={styles.heading}>
        {words.none(folder)}
      </h1>
      <p>
        <a href={homeHash}>{words.toHome}</a>
      </p>
    </Frame>
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
  return (
    <Frame title={words.title(chapter.name)} path={chapter.name} isMoved={isMoved}>
      <h1 tabIndex={-1} className={styles.heading}>
        {unbroken(chapter.question)}
      </h1>
      <p className={styles.about}>
        {chapter.about}, {words.count(chapter.count)}
      </p>
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
                    <Card {...story} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
    </Frame>
  );
}

function Card(story: StoryCard) {
  const { scenario, question, title, machine, duration: length, variants, picture, moment } = story;
  return (
    <a className={styles.card} href={storyHash(scenario)}>
      <span className={styles.words}>
        <strong>{unbroken(question)}</strong>
        <span>{title}</span>
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
