// The box on Home that takes any text or file: it says what it recognised, part by part, and leads to the places
// where each is used. The readers are loaded once there is input.

import { useEffect, useId, useState } from 'react';
import { PARTS } from '../../exchange/own/pasted.ts';
import type { Recognised } from '../../exchange/own/recognised.ts';
import { listenForDrops } from '../../stage/drops.ts';
import { launch } from '../../stage/launch.ts';
import { Button } from '../../ui/Button.tsx';
import { messageOf } from '../../ui/errors.ts';
import { PasteBox } from '../../ui/PasteBox.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './BringBox.module.css';
import type { FoundAll, Given } from './bring.ts';
import { words } from './bring-words.ts';

/** ms after the last key. */
const delay = 200;

const chunk = () => import('./bring.ts');

/** What is recognised of what was given last. */
function useFound(given: Given | undefined): FoundAll | undefined {
  const [found, setFound] = useState<FoundAll>();
  useEffect(() => {
    setFound(undefined);
    if (!given || ('text' in given && given.text.trim() === '')) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      void chunk()
        .then(({ foundIn }) => foundIn(given))
        .then(async (next) => {
          if (isOver) return;
          if ('file' in given && (await chunk()).opensAtOnce(next)) launch({ file: given.file });
          else setFound(next);
        })
        .catch((thrown: unknown) => {
          if (isOver) return;
          // What a browser throws of a file; else a part of the program did not come.
          const isOfFile = thrown instanceof DOMException && 'file' in given;
          const problem = isOfFile ? words.unreadable(given.file.name) : messageOf(thrown);
          setFound({ parts: [], others: 0, problem, given });
        });
    }, delay);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [given]);
  return found;
}

/** `file`: what was chosen elsewhere on Home. */
export function BringBox({ file }: { readonly file?: File | undefined }) {
  const [given, setGiven] = useState<Given>();
  const heading = useId();
  const found = useFound(given);
  useEffect(() => {
    const stop = new AbortController();
    listenForDrops(document, (dropped) => setGiven({ file: dropped }), stop.signal);
    return () => stop.abort();
  }, []);
  useEffect(() => {
    if (file) setGiven({ file });
  }, [file]);
  const text = given && 'text' in given ? given.text : '';
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <div className={styles.box}>
        <h2 id={heading}>{words.heading}</h2>
        <p className={styles.what}>{words.what}</p>
        <PasteBox
          name={words.text}
          rows={5}
          text={text}
          placeholder={words.placeholder}
          onText={(next) => setGiven({ text: next })}
        />
        {given && 'file' in given && <p>{given.file.name}</p>}
      </div>
      <div className={styles.found} role="status" aria-label={words.found}>
        {found && <Found found={found} />}
      </div>
    </section>
  );
}

function Found({ found }: { readonly found: FoundAll }) {
  const { parts, others, left = 0, problem } = found;
  if (problem !== undefined) return <p className={styles.problem}>{unbroken(problem)}</p>;
  if (parts.length === 0) return <p>{words.nothing}</p>;
  return (
    <>
      <ul className={styles.parts}>
        {parts.map((part) => (
          <Part key={`${part.kind} ${part.line}`} part={part} found={found} />
        ))}
      </ul>
      {left > 0 && <p>{words.left(PARTS, left)}</p>}
      {others > 0 && <p className={styles.quiet}>{words.others(others)}</p>}
    </>
  );
}

function Part({ part, found }: { readonly part: Recognised; readonly found: FoundAll }) {
  const { name, line, says, notes, offers, isRefused } = part;
  const hasMachine = found.parts.some(({ kind }) => kind === 'machine');
  return (
    <li>
      <p>
        <strong>{name}</strong> <span className={styles.quiet}>{words.line(line)}</span>
      </p>
      <p className={isRefused ? styles.problem : undefined}>
        {unbroken(says)}
        {part.kind === 'recording' && hasMachine && words.onIt}
      </p>
      {notes.length > 0 && (
        <details>
          <summary>{words.notes(notes.length)}</summary>
          <ul className={styles.notes}>
            {notes.map((note) => (
              <li key={note}>{unbroken(note)}</li>
            ))}
          </ul>
        </details>
      )}
      <p className={styles.row}>
        {offers.map((offer, at) => (
          <Button
            key={offer.name}
            look={at === 0 ? 'strong' : 'plain'}
            onClick={() => void chunk().then(({ goOn }) => goOn(part, offer, found))}
          >
            {offer.name}
          </Button>
        ))}
      </p>
    </li>
  );
}
