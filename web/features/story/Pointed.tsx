// A word of a step that points: at a mark of the stage, which is ringed while the word has the mouse or the focus and kept
// by Enter or a second tap until Escape; or at a term of the glossary, which opens beside it. The word wears the hue of its mark.

import {
  type CSSProperties,
  lazy,
  type PointerEvent,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { isPointer, pointerOf } from '../../scenario/pointer.ts';
import { leave, point, toggleKeptRing } from '../../stage/ring.ts';
import { colourOf, stateOfMark } from '../../stage/ring-words.ts';
import { useSession, useSummaryPart, variantName } from '../../stage/session.ts';
import { useStageState } from '../../stage/store.ts';
import { toldSides } from '../../stage/withheld.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Pointed.module.css';

const TermCard = lazy(() => import('./TermCard.tsx'));

interface Props {
  /** Where it leads, as it is written. */
  readonly to: string;
  readonly children: string;
}

export default function Pointed({ to, children }: Props) {
  return isPointer(to) ? <Mark to={to}>{children}</Mark> : <Term to={to}>{children}</Term>;
}

function Term({ to, children }: Props) {
  const word = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button
        ref={word}
        type="button"
        className={styles.term}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {unbroken(children)}
      </button>
      {isOpen && (
        <Suspense>
          <TermCard term={to} word={word} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** The present state of the mark, read when the word gets the mouse or the focus. */
function useMarkState(to: string) {
  const session = useSession();
  const [said, setSaid] = useState('');
  const read = () => {
    const pointer = pointerOf(to);
    const { variants } = session.playback.summary();
    const shown = toldSides(session).flatMap((side) => {
      const { latestFrame: frame, catalog } = variants[side];
      return frame && catalog ? [{ side, name: variantName(session, side), frame, catalog }] : [];
    });
    setSaid(pointer ? stateOfMark(pointer, shown) : '');
  };
  return { said, read };
}

function Mark({ to, children }: Props) {
  const id = useId();
  const { said, read } = useMarkState(to);
  const catalog = useSummaryPart(({ variants }) => variants.A.catalog ?? variants.B.catalog);
  const isKept = useStageState(({ ring }) => ring?.way === 'kept' && ring.target === to);
  const pointer = pointerOf(to);
  const wasRinged = useRef(false);
  // A word that goes, as at the key for the next step, is left by no mouse.
  useEffect(() => () => leave(to), [to]);
  const down = ({ pointerType }: PointerEvent) => {
    // A first tap rings, which focus and hover of that very tap would have done already.
    wasRinged.current = pointerType === 'mouse' || useStageState.getState().ring?.target === to;
  };
  const enter = () => {
    point(to);
    read();
  };
  const press = ({ detail }: { readonly detail: number }) => {
    // Of the keyboard: it had the focus, and so the ring.
    if (detail === 0 || wasRinged.current) toggleKeptRing(to);
    else point(to);
  };
  return (
    <>
      <button
        type="button"
        className={styles.mark}
        style={{ '--hue': pointer && `var(${colourOf(pointer, catalog)})` } as CSSProperties}
        aria-pressed={isKept}
        aria-describedby={id}
        data-points={to}
        onPointerDown={down}
        onMouseEnter={enter}
        onMouseLeave={() => leave(to)}
        onFocus={enter}
        onBlur={() => leave(to)}
        onClick={press}
      >
        {unbroken(children)}
      </button>
      <VisuallyHidden isInline>
        <span id={id}>{said}</span>
      </VisuallyHidden>
    </>
  );
}
