// Content for assistive technology only: read aloud, never drawn.

import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <div className={styles.hidden}>{children}</div>;
}
