// What is rarely used: behind "⋯" in the top bar. What features put there stays mounted once it was asked for, so
// that a dialog or a menu of theirs lives on when the sheet is put away.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { toggleView } from '../stage/commands.ts';
import { useFeatures } from '../stage/feature.ts';
import { dock, topBar } from '../stage/messages.ts';
import { useIsPhone } from '../stage/panels.ts';
import { useSession } from '../stage/session.ts';
import { choose, useStageState } from '../stage/store.ts';
import { ThemeSelect } from '../stage/ThemeSelect.tsx';
import { Button } from '../ui/Button.tsx';
import { Distances } from './Distances.tsx';
import Memory from './Memory.tsx';
import styles from './MoreMenu.module.css';
import { ShellParts } from './Parts.tsx';
import { Speed, StepButtons } from './TransportBar.tsx';

/** Escape, a press elsewhere and whatever was chosen put it away. */
function usePutAway(open: boolean, close: () => void) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const stop = new AbortController();
    const pressed = ({ target }: PointerEvent) => {
      if (!place.current?.contains(target as Node)) close();
    };
    const key = (event: KeyboardEvent) => {
      // An open dialog or menu of a part has it first.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (place.current?.querySelector('dialog[open], [role=menu]')) return;
      event.stopPropagation();
      close();
      place.current?.querySelector('button')?.focus();
    };
    const chosen = ({ target, detail }: MouseEvent) => {
      const part = target instanceof Element ? target.closest('[data-sheet] button') : null;
      // By key the focus goes back to the button of the menu; the sheet stays around it.
      if (part?.role === 'menuitem' && detail > 0) close();
      // What opens below its button needs it, and what opens in a dialog is not the sheet's.
      if (part && !part.ariaHasPopup && !part.closest('dialog, [role=menu], [data-stays]')) close();
    };
    document.addEventListener('pointerdown', pressed, { signal: stop.signal });
    place.current?.addEventListener('click', chosen, { signal: stop.signal });
    document.addEventListener('keydown', key, { signal: stop.signal, capture: true });
    return () => stop.abort();
  }, [open, close]);
  return place;
}

/** `children`: what stands there first, where the bar has no room for it. */
export function MoreMenu({ children }: { readonly children?: ReactNode }) {
  const isPhone = useIsPhone();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const [close] = useState(() => () => setOpen(false));
  const place = usePutAway(open, close);
  const toggle = () => {
    setAsked(true);
    setOpen(!open);
  };
  return (
    <div ref={place} className={styles.place}>
      <Button aria-label={topBar.more} aria-expanded={open} title={topBar.more} onClick={toggle}>
        <span aria-hidden="true">⋯</span>
      </Button>
      {asked && (
        <div className={styles.sheet} data-sheet data-open={open}>
          {children}
          {isPhone && <OfBars />}
          <PanelToggle panel="story" name={topBar.story} />
          <ShellParts place="more" />
          <ThemeSelect />
          <HelpButton />
          <Distances />
          <Memory />
        </div>
      )}
    </div>
  );
}

/** What a wider page has in its bars: steps, tempo and views. They stay in sight while they are used. */
function OfBars() {
  const session = useSession();
  const features = useFeatures();
  return (
    <>
      <div data-stays className={styles.bars}>
        <StepButtons />
        <Speed />
        <ShellParts place="below" />
      </div>
      <fieldset className={styles.views}>
        <legend>{dock.lead}</legend>
        {features.tabsOf(session).map(({ link, title }) => (
          <Button key={link} onClick={() => toggleView(link)}>
            {title}
          </Button>
        ))}
      </fieldset>
      <PanelToggle panel="inspector" name={topBar.inspector} />
    </>
  );
}

function HelpButton() {
  const keys = useFeatures();
  return (
    <Button aria-keyshortcuts={keys.shortcut('help')} onClick={() => choose({ help: true })}>
      {topBar.help}
    </Button>
  );
}

export function PanelToggle({
  panel,
  name,
}: {
  readonly panel: 'story' | 'inspector';
  readonly name: string;
}) {
  const open = useStageState((state) => state[panel]);
  return (
    <Button aria-expanded={open} onClick={() => choose({ [panel]: !open })}>
      {name}
    </Button>
  );
}
