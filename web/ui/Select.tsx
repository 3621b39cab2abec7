// A choice out of a list, with its name before it.

import type { ReactNode } from 'react';
import styles from './Select.module.css';
import { SelectBox, type SelectBoxProps } from './SelectBox.tsx';

export type { SelectOffer } from './SelectBox.tsx';

export interface SelectProps<Key extends string | number>
  extends Pick<SelectBoxProps<Key>, 'offers' | 'value' | 'onChange' | 'disabled'> {
  readonly name: ReactNode;
  readonly hint?: string | undefined;
  readonly className?: string | undefined;
}

export function Select<Key extends string | number>(props: SelectProps<Key>) {
  const { name, hint, className, ...rest } = props;
  return (
    <label className={className ? `${styles.choice} ${className}` : styles.choice} title={hint}>
      {name}
      <SelectBox {...rest} />
    </label>
  );
}
