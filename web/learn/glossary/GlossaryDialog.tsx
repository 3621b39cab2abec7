// The glossary as a dialog over whatever is on the page: search, a list of terms, two sentences each,
// links from term to term. A native modal dialog: the browser keeps the focus inside and gives it back.

import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog, type DialogHandle } from '../../ui/Dialog.tsx';
import { Marked } from '../../ui/Marked.tsx';
import type { LinkTarget } from '../../ui/markup.ts';
import { addressOfSource } from '../kernel-functions.ts';
import type { GlossaryEntry } from './entries.ts';
import styles from './GlossaryDialog.module.css';
import { TermPicture } from './pictures/pictures.tsx';
import { entryNamed, searchEntries } from './search.ts';
import { words } from './words.ts';

export interface GlossaryDialogProps {
  /** The entry to show; '' for none in particular. */
  readonly term: string;
  readonly onTerm: (term: string) => void;
  readonly onClose: () => void;
}

export default function GlossaryDialog({ term, onTerm, onClose }: GlossaryDialogProps) {
  const dialog = useRef<DialogHandle>(null);
  const entry = entryNamed(term);
  const onTarget = (target: LinkTarget) => {
    if (target.kind === 'term') onTerm(target.id);
  };
  return (
    <Dialog
      name={words.title}
      heading="own"
      handle={dialog}
      className={styles.dialog}
      onClose={onClose}
    >
      <header className={styles.head}>
        <h2>{words.title}</h2>
        <Button onClick={() => dialog.current?.close()}>{words.close}</Button>
      </header>
      {entry ? (
        <>
          <Article key={entry.id} entry={entry} onTarget={onTarget} />
          <Button onClick={() => onTerm('')}>{words.back}</Button>
        </>
      ) : (
        <Search onTarget={onTarget} onTerm={onTerm} />
      )}
    </Dialog>
  );
}

interface Linked {
  readonly onTarget: (target: LinkTarget) => void;
}

/** One entry by itself. Its heading takes the focus, so that a reader hears where a link led. */
function Article({ entry, onTarget }: Linked & { readonly entry: GlossaryEntry }) {
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

function Text({ entry, onTarget }: Linked & { readonly entry: GlossaryEntry }) {
  return (
    <>
      <p>
        <Marked onTarget={onTarget}>{entry.text}</Marked>
      </p>
      <TermPicture term={entry.id} />
      {entry.kernel && (
        <p className={styles.kernel}>
          {words.kernel} <Source named={entry.kernel} />
        </p>
      )}
    </>
  );
}

function Source({ named }: { readonly named: string }) {
  const address = addressOfSource(named);
  const code = <code>{named}</code>;
  if (!address) return code;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {code}
    </a>
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
