// Opens the menu "Export". The menu and its code are loaded on the first press, and stay.

import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react';
import { topBar } from '../../stage/messages.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ExportButton.module.css';

const Exports = lazy(() => import('./Exports.tsx'));

export default function ExportButton() {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  const toggle = (event: MouseEvent) => {
    setWanted(true);
    setByKeyboard(event.detail === 0);
    setOpen(!open);
  };
  return (
    <span className={styles.anchor}>
      <Button ref={button} aria-haspopup="menu" aria-expanded={open} onClick={toggle}>
        {topBar.export}
      </Button>
      <Suspense>
        {wanted && <Exports {...{ button, open, byKeyboard }} onOpen={setOpen} />}
      </Suspense>
    </span>
  );
}
