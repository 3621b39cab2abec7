// Content for assistive technology only: read aloud, never drawn.

import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

interface Props {
  readonly children: ReactNode;
  /** It stands within a sentence. */
  readonly isInline?: boolean;
}

export function VisuallyHidden({ children, isInline = false }: Props) {
  const Drawn = isInline ? 'span' : 'div';
  return <Drawn className={styles.hidden}>{children}</Drawn>;
}
