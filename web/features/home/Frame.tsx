// The frame of Home and the chapters: the bar above, with the way home and the theme, and the name of the present
// place.

import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { homeHash } from '../../scenario/place.ts';
import { choose } from '../../stage/store.ts';
import { ThemeSelect } from '../../stage/ThemeSelect.tsx';
import styles from './Frame.module.css';
import { home as words } from './words.ts';

const LanguageSelect = lazy(() => import('../../stage/LanguageSelect.tsx'));

export interface FrameProps {
  /** Of the document. */
  readonly title: string;
  /** Where this place stands below Home. */
  readonly path?: ReactNode;
  /** True after a move from another place of the page: a screen reader is told the new place. */
  readonly isMoved: boolean;
  /** The folder of the chapter whose words may be there in other languages. */
  readonly languagesOf?: string;
  readonly children: ReactNode;
}

export function PageFrame({ title, path, isMoved, languagesOf, children }: FrameProps) {
  const main = useRef<HTMLElement>(null);
  // What index.html shows until there is something better.
  useLayoutEffect(() => document.getElementById('first')?.remove(), []);
  useEffect(() => {
    document.title = title;
    if (isMoved) main.current?.querySelector<HTMLElement>('h1, h2')?.focus();
  }, [title, isMoved]);
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <a className={styles.brand} href={homeHash}>
          {words.brand}
        </a>
        {path && (
          <p className={styles.path}>
            <span aria-hidden="true">/</span> {path}
          </p>
        )}
        <span className={styles.space} />
        <button
          type="button"
          className={styles.search}
          aria-label={words.search}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => choose({ search: true })}
        >
          {words.searchHint} <kbd>Ctrl K</kbd>
        </button>
        {languagesOf !== undefined && (
          <Suspense>
            <LanguageSelect folder={languagesOf} />
          </Suspense>
        )}
        <ThemeSelect />
      </header>
      <main ref={main} className={styles.main}>
        {children}
      </main>
    </div>
  );
}
