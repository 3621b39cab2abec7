// A choice out of a list: a native select without a name of its own.

import type { ComponentProps, ReactNode } from 'react';
import styles from './SelectBox.module.css';

export interface SelectOffer<Key extends string | number> {
  readonly key: Key;
  readonly label: string;
  /** Offers of one group stand together, under its name. */
  readonly group?: string;
}

export interface SelectBoxProps<Key extends string | number>
  extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  readonly offers: readonly SelectOffer<Key>[];
  readonly value: Key;
  readonly onChange: (value: Key) => void;
  /** The offers as options, where they do not just stand in a row or in groups. */
  readonly children?: ReactNode;
}

/** Offers by the name they stand under, in their order; '' for those under none. */
function grouped<Key extends string | number>(offers: readonly SelectOffer<Key>[]) {
  const groups = new Map<string, SelectOffer<Key>[]>();
  for (const offer of offers) {
    const { group = '' } = offer;
    groups.set(group, [...(groups.get(group) ?? []), offer]);
  }
  return [...groups];
}

function Options<Key extends string | number>(props: Pick<SelectBoxProps<Key>, 'offers'>) {
  return props.offers.map(({ key, label }) => (
    <option key={key} value={key}>
      {label}
    </option>
  ));
}

function Groups<Key extends string | number>(props: Pick<SelectBoxProps<Key>, 'offers'>) {
  return grouped(props.offers).map(([group, own]) =>
    group === '' ? (
      <Options key={group} offers={own} />
    ) : (
      <optgroup key={group} label={group}>
        <Options offers={own} />
      </optgroup>
    ),
  );
}

/** Needs an `aria-label`, or a label for its `id`. */
export function SelectBox<Key extends string | number>(props: SelectBoxProps<Key>) {
  const { offers, onChange, children, ...rest } = props;
  return (
    <select
      className={styles.select}
      {...rest}
      onChange={({ target }) => {
        const chosen = offers.find(({ key }) => String(key) === target.value);
        if (chosen) onChange(chosen.key);
      }}
    >
      {children ?? <Groups offers={offers} />}
    </select>
  );
}
