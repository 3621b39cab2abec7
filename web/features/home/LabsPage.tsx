// The labs: all of them by chapter, or one to work through.

import chapters from 'virtual:chapters';
import { type ReactNode, useEffect, useState } from 'react';
import { LabView } from '../../learn/lab/LabView.tsx';
import { browserReader } from '../../scenario/browser.ts';
import { labNames, loadLab } from '../../scenario/lab/lab.ts';
import type { Lab } from '../../scenario/lab/lab-schema.ts';
import { labHash, tournamentHash } from '../../scenario/place.ts';
import { messageOf } from '../../ui/errors.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './ChapterPage.module.css';
import { PageFrame } from './Frame.tsx';
import { labs as words } from './words.ts';

interface Props {
  /** The name of the lab; empty: all. */
  readonly lab: string;
  readonly isMoved: boolean;
}

/** What comes of a promise: its value, or why there is none. */
function useLoaded<Value extends object>(load: () => Promise<Value>, key: string) {
  const [found, setFound] = useState<{ readonly key: string; readonly value: Value | string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded
  useEffect(() => {
    let isOver = false;
    const arrived = (value: Value | string) => !isOver && setFound({ key, value });
    load().then(arrived, (error: unknown) => arrived(messageOf(error)));
    return () => {
      isOver = true;
    };
  }, [key]);
  return found?.key === key ? found.value : undefined;
}

export default function LabsPage({ lab, isMoved }: Props) {
  return lab ? <One key={lab} name={lab} isMoved={isMoved} /> : <All isMoved={isMoved} />;
}

function One({ name, isMoved }: { readonly name: string; readonly isMoved: boolean }) {
  const found = useLoaded(() => loadLab(name, browserReader), name);
  const title = typeof found === 'object' ? found.title : name;
  const titles = useTitles();
  return (
    <PageFrame
      title={words.title(title)}
      path={<a href={labHash()}>{words.all}</a>}
      isMoved={isMoved && found !== undefined}
    >
      {typeof found === 'string' && (
        <>
          <h1 tabIndex={-1} className={styles.heading}>
            {labNames(browserReader).includes(name) ? words.refused : words.none(name)}
          </h1>
          <p role="alert">{found}</p>
        </>
      )}
      {typeof found === 'object' && <LabView name={name} lab={found} titles={titles} />}
    </PageFrame>
  );
}

/** What every story is called, by the name of its scenario; undefined until that has come, or without a network. */
function useTitles(): ReadonlyMap<string, string> | undefined {
  const cards = useLoaded(
    () => Promise.all(chapters.map(async ({ stories }) => (await stories()).default)),
    'stories',
  );
  if (typeof cards !== 'object') return undefined;
  return new Map(cards.flat().map(({ scenario, title }) => [scenario, title]));
}

const loadAll = () =>
  Promise.all(
    labNames(browserReader).map(async (name) => ({
      name,
      lab: await loadLab(name, browserReader),
    })),
  );

function All({ isMoved }: { readonly isMoved: boolean }) {
  const found = useLoaded(loadAll, '');
  const shown = typeof found === 'object' ? found : [];
  const parts = chapters.map(({ folder, name }) => ({
    name,
    labs: shown.filter(({ lab }) => lab.chapter === folder),
  }));
  return (
    <PageFrame title={words.title(words.all)} path={words.all} isMoved={isMoved}>
      <h1 tabIndex={-1} className={styles.heading}>
        {words.heading}
      </h1>
      <p className={styles.about}>{words.what}</p>
      <p>
        <a href={tournamentHash}>{words.tournament}</a>
      </p>
      {typeof found === 'string' && <p role="alert">{found}</p>}
      {parts
        .filter(({ labs }) => labs.length > 0)
        .map(({ name, labs }) => (
          <section key={name} className={styles.part} aria-label={name}>
            <h2>{name}</h2>
            <ul className={styles.cards}>
              {labs.map((each) => (
                <li key={each.name}>
                  <Card {...each} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </PageFrame>
  );
}

function Card({ name, lab }: { readonly name: string; readonly lab: Lab }): ReactNode {
  return (
    <a className={styles.card} href={labHash(name)}>
      <span className={styles.words}>
        <strong>{lab.title}</strong>
        <span>{unbroken(lab.what)}</span>
        <small>{words.length(lab.minutes, lab.steps.length)}</small>
      </span>
    </a>
  );
}
