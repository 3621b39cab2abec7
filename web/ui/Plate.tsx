// A plate in the place of what it covers: what it says first, why, and what leads on.

import type { ComponentProps, ReactNode } from 'react';
import styles from './Plate.module.css';

export interface PlateProps extends ComponentProps<'div'> {
  readonly heading: string;
  readonly children: ReactNode;
}

export function Plate({ heading, children, ...rest }: PlateProps) {
  return (
    <div className={styles.plate} {...rest}>
      <p className={styles.heading}>{heading}</p>
      {children}
    </div>
  );
}
