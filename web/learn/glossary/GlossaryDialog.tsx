// The glossary as a dialog over whatever is on the page: search, a list of terms, two sentences each,
// links from term to term. A native modal dialog: the browser keeps the focus inside and gives it back.

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Marked, type Target } from '../../views/explain/index.ts';
import type { Entry } from './entries.ts';
import styles from './GlossaryDialog.module.css';
import { entryNamed, searchEntries } from './search.ts';
import { words } from './words.ts';

export interface GlossaryDialogProps {
  /** The entry to show; '' for none in particular. */
  readonly term: string;
  readonly onTerm: (term: string) => void;
  readonly onClose: () => void;
}

export default function GlossaryDialog({ term, onTerm, onClose }: GlossaryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const entry = entryNamed(term);
  // Before any effect that moves the focus: opening a dialog moves it, too.
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  const onTarget = (target: Target) => {
    if (target.kind === 'term') onTerm(target.id);
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={title} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={title}>{words.title}</h2>
        <button type="button" className={styles.button} onClick={() => dialog.current?.close()}>
          {words.close}
        </button>
      </header>
      {entry ? (
        <>
          <Article key={entry.id} entry={entry} onTarget={onTarget} />
          <button type="button" className={styles.button} onClick={() => onTerm('')}>
            {words.back}
          </button>
        </>
      ) : (
        <Search onTarget={onTarget} onTerm={onTerm} />
      )}
    </dialog>
  );
}

interface Linked {
  readonly onTarget: (target: Target) => void;
}

/** One entry by itself. Its heading takes the focus, so that a reader hears where a link led. */
function Article({ entry, onTarget }: Linked & { readonly entry: Entry }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <article className={styles.entry}>
      <h3 ref={heading} tabIndex={-1}>
        {entry.name}
      </h3>
      <Text entry={entry} onTarget={onTarget} />
    </article>
  );
}

function Text({ entry, onTarget }: Linked & { readonly entry: Entry }) {
  return (
    <>
      <p>
        <Marked onTarget={onTarget}>{entry.text}</Marked>
      </p>
      {entry.kernel && (
        <p className={styles.kernel}>
          {words.kernel} <code>{entry.kernel}</code>
        </p>
      )}
    </>
  );
}

function Search({ onTarget, onTerm }: Linked & { readonly onTerm: (term: string) => void }) {
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const found = searchEntries(query);
  return (
    <>
      <label className={styles.search}>
        {words.search}
        <input
          ref={field}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      <p className={styles.count} role="status">
        {found.length > 0 ? words.found(found.length) : words.nothing(query)}
      </p>
      <ul className={styles.list}>
        {found.map((entry) => (
          <li key={entry.id}>
            <button type="button" className={styles.name} onClick={() => onTerm(entry.id)}>
              {entry.name}
            </button>
            <Text entry={entry} onTarget={onTarget} />
          </li>
        ))}
      </ul>
    </>
  );
}
