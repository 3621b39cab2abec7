// A term of the glossary where it stands in a step: its two sentences and its small picture, beside the word. Over the page
// and not in the paragraph; the whole entry is one press away.

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { withoutLinks } from '../../base/links.ts';
import { TermPicture } from '../../learn/glossary/pictures/pictures.tsx';
import { entryNamed } from '../../learn/glossary/search.ts';
import { choose } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { term as words } from './step-words.ts';
import styles from './TermCard.module.css';

interface Props {
  readonly term: string;
  readonly word: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** CSS pixels between the card, its word and the edges of the page. */
const gap = 8;

/** Beside the word, and within the page: below it where there is room, else above. */
function placeBeside(word: DOMRect, card: DOMRect): { left: number; top: number } {
  const left = Math.min(word.left, window.innerWidth - card.width - gap);
  const below = word.bottom + gap;
  const isBelow = below + card.height <= window.innerHeight;
  return {
    left: Math.max(gap, left),
    top: isBelow ? below : Math.max(gap, word.top - card.height - gap),
  };
}

export default function TermCard({ term, word, onClose }: Props) {
  const entry = entryNamed(term);
  const card = useRef<HTMLElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    if (!card.current || !word.current) return;
    setPlace(
      placeBeside(word.current.getBoundingClientRect(), card.current.getBoundingClientRect()),
    );
  }, [word]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      word.current?.focus();
      onClose();
    };
    const away = ({ target }: Event) => {
      const isHere = target instanceof Node && card.current?.contains(target);
      if (!isHere && !(target instanceof Node && word.current?.contains(target))) onClose();
    };
    window.addEventListener('keydown', pressed, { capture: true });
    document.addEventListener('pointerdown', away);
    return () => {
      window.removeEventListener('keydown', pressed, { capture: true });
      document.removeEventListener('pointerdown', away);
    };
  }, [word, onClose]);
  if (!entry) return null;
  return createPortal(
    <section ref={card} className={styles.card} style={place} aria-label={entry.name}>
      <h3>{entry.name}</h3>
      <p role="status">{unbroken(withoutLinks(entry.text))}</p>
      <TermPicture term={entry.id} />
      <Button
        onClick={() => {
          onClose();
          choose({ glossary: entry.id });
        }}
      >
        {words.more}
      </Button>
    </section>,
    document.body,
  );
}
