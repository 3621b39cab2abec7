// A choice out of a list, with its name before it.

import type { ReactNode } from 'react';
import styles from './Select.module.css';
import { Options, type Offer as PlainOffer, SelectBox } from './SelectBox.tsx';

export interface Offer<Key extends string | number> extends PlainOffer<Key> {
  /** Offers of one group stand together, under its name. */
  readonly group?: string;
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

export interface SelectProps<Key extends string | number> {
  readonly name: ReactNode;
  readonly offers: readonly Offer<Key>[];
  readonly value: Key;
  readonly onChange: (value: Key) => void;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
}

export function Select<Key extends string | number>(props: SelectProps<Key>) {
  const { name, hint, className, ...rest } = props;
  return (
    <label className={className ? `${styles.choice} ${className}` : styles.choice} title={hint}>
      {name}
      <SelectBox {...rest}>
        {grouped(rest.offers).map(([group, own]) =>
          group === '' ? (
            <Options key={group} offers={own} />
          ) : (
            <optgroup key={group} label={group}>
              <Options offers={own} />
            </optgroup>
          ),
        )}
      </SelectBox>
    </label>
  );
}
