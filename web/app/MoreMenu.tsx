// What is rarely used: behind "⋯" in the top bar. What features put there stays mounted once it was asked for, so
// that a dialog or a menu of theirs lives on when the sheet is put away.

import { useEffect, useRef, useState } from 'react';
import { useFeatures } from '../stage/feature.ts';
import { topBar } from '../stage/messages.ts';
import { choose, useStageState } from '../stage/store.ts';
import { Button } from '../ui/Button.tsx';
import { SelectBox } from '../ui/SelectBox.tsx';
import { themes } from '../ui/theme.ts';
import Memory from './Memory.tsx';
import styles from './MoreMenu.module.css';
import { Parts } from './Parts.tsx';

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
      if (part && !part.ariaHasPopup && !part.closest('dialog, [role=menu]')) close();
    };
    document.addEventListener('pointerdown', pressed, { signal: stop.signal });
    place.current?.addEventListener('click', chosen, { signal: stop.signal });
    document.addEventListener('keydown', key, { signal: stop.signal, capture: true });
    return () => stop.abort();
  }, [open, close]);
  return place;
}

export function MoreMenu() {
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
          <PanelToggle panel="story" name={topBar.story} />
          <Parts place="more" />
          <ThemeSelect />
          <HelpButton />
          <Memory />
        </div>
      )}
    </div>
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

function ThemeSelect() {
  const theme = useStageState((state) => state.theme);
  return (
    <SelectBox
      aria-label={topBar.theme}
      offers={themes.map((key) => ({ key, label: topBar.themes[key] }))}
      value={theme}
      onChange={(value) => choose({ theme: value })}
    />
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
