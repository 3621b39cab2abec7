// A named choice out of a list: a native select with its name before it.

import { type ReactNode, useId } from 'react';
import styles from './Select.module.css';

export interface Offer<Key extends string | number> {
  readonly key: Key;
  readonly label: string;
}

export interface SelectProps<Key extends string | number> {
  readonly name: ReactNode;
  readonly offers: readonly Offer<Key>[];
  readonly value: Key;
  readonly onChange: (value: Key) => void;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
}

export function Select<Key extends string | number>(props: SelectProps<Key>) {
  const { name, offers, value, onChange, hint, disabled = false } = props;
  const id = useId();
  return (
    <span className={styles.choice} title={hint}>
      <label htmlFor={id}>{name}</label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={({ target }) => {
          const { key } = offers[target.selectedIndex]!;
          onChange(key);
        }}
      >
        {offers.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
