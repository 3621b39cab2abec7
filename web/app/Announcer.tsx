// Reads a text out to assistive technology when it has changed, at most once a second. Shows nothing.

import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

/** ms between two announcements. */
const interval = 1_000;

export function Announcer({ text }: { readonly text: string }) {
  const [spoken, setSpoken] = useState('');
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const wait = Math.max(0, last.current + interval - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      setSpoken(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <VisuallyHidden>
      <div aria-live="polite">{spoken}</div>
    </VisuallyHidden>
  );
}
