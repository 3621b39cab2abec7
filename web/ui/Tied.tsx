// A word to press and the point, comma or colon behind it, which stays on its line: a browser may break a line at either side
// of a button. The word itself may still take two lines.

import type { ReactNode } from 'react';
import styles from './Tied.module.css';

interface TextPart {
  readonly text: string;
}

const closing = /^[.,:;?!)’”]+/;

/** The parts of a sentence, each word to press with what closes it behind, which the part that follows no longer has. */
export function tied<Part extends TextPart>(
  parts: readonly Part[],
  isPressed: (part: Part) => boolean,
): (Part & { readonly behind: string })[] {
  const closes = (part: Part | undefined): string =>
    part && !isPressed(part) ? (closing.exec(part.text)?.[0] ?? '') : '';
  return parts.map((part, at) => {
    const before = parts[at - 1];
    const taken = before && isPressed(before) ? closes(part).length : 0;
    const behind = isPressed(part) ? closes(parts[at + 1]) : '';
    return { ...part, text: part.text.slice(taken), behind };
  });
}

interface Props {
  readonly behind: string;
  readonly children: ReactNode;
}

export function Tied({ behind, children }: Props) {
  if (behind === '') return children;
  return (
    <span className={styles.tied}>
      {children}
      {behind}
    </span>
  );
}
