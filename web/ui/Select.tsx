// A named choice out of a list: a native select with its name before it.

import type { ReactNode } from 'react';
import styles from './Select.module.css';

export interface Offer<Key extends string | number> {
  readonly key: Key;
  readonly label: string;
  /** Offers of one group stand together, under its name. */
  readonly group?: string;
}

export interface SelectProps<Key extends string | number> {
  readonly name: ReactNode;
  readonly offers: readonly Offer<Key>[];
  readonly value: Key;
  readonly onChange: (value: Key) => void;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
}

/** Runs of offers that stand under one name; '' for those under none. */
function grouped<Key extends string | number>(offers: readonly Offer<Key>[]) {
  const groups = new Map<string, Offer<Key>[]>();
  for (const offer of offers) {
    const { group = '' } = offer;
    groups.set(group, [...(groups.get(group) ?? []), offer]);
  }
  return [...groups];
}

function Options<Key extends string | number>(props: { readonly offers: readonly Offer<Key>[] }) {
  return props.offers.map(({ key, label }) => (
    <option key={key} value={key}>
      {label}
    </option>
  ));
}

export function Select<Key extends string | number>(props: SelectProps<Key>) {
  const { name, offers, value, onChange, hint, disabled = false, className } = props;
  return (
    <label className={className ? `${styles.choice} ${className}` : styles.choice} title={hint}>
      {name}
      <select
        value={value}
        disabled={disabled}
        onChange={({ target }) => {
          const chosen = offers.find(({ key }) => String(key) === target.value);
          if (chosen) onChange(chosen.key);
        }}
      >
        {grouped(offers).map(([group, own]) =>
          group === '' ? (
            <Options key={group} offers={own} />
          ) : (
            <optgroup key={group} label={group}>
              <Options offers={own} />
            </optgroup>
          ),
        )}
      </select>
    </label>
  );
}
