// A choice out of a list: a native select, alone or with its name before it.

import type { ComponentProps, ReactNode } from 'react';
import styles from './Select.module.css';

export interface Offer<Key extends string | number> {
  readonly key: Key;
  readonly label: string;
  /** Offers of one group stand together, under its name. */
  readonly group?: string;
}

interface Chosen<Key extends string | number> {
  readonly offers: readonly Offer<Key>[];
  readonly value: Key;
  readonly onChange: (value: Key) => void;
}

/** Offers by the name they stand under, in their order; '' for those under none. */
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

export type SelectBoxProps<Key extends string | number> = Chosen<Key> &
  Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'>;

/** Without a name of its own: who uses it says `aria-label`, or puts a label for its `id`. */
export function SelectBox<Key extends string | number>(props: SelectBoxProps<Key>) {
  const { offers, value, onChange, className, ...rest } = props;
  return (
    <select
      {...rest}
      className={className ? `${styles.select} ${className}` : styles.select}
      value={value}
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
  );
}

export interface SelectProps<Key extends string | number> extends Chosen<Key> {
  readonly name: ReactNode;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
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
