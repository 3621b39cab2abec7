// A button as every room draws it. What it is called stands in it; more classes only place it or say its size.

import type { ComponentProps } from 'react';
import styles from './Button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** Strong: what a form is for. Toggles show with `aria-pressed` or `aria-expanded` that they are on. */
  readonly look?: 'plain' | 'strong';
}

export function Button({ look = 'plain', className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      data-look={look}
      className={className ? `${styles.button} ${className}` : styles.button}
      {...rest}
    />
  );
}
