// One answer out of a few, each on a line of its own: a question with native radio buttons.

import { type ReactNode, useId } from 'react';
import styles from './Choice.module.css';
import type { SelectOffer } from './Select.tsx';
import { unbroken } from './unbroken.tsx';

export interface ChoiceProps<Key extends string> {
  readonly question: ReactNode;
  readonly offers: readonly SelectOffer<Key>[];
  readonly value: Key | undefined;
  readonly onChange: (value: Key) => void;
  readonly className?: string | undefined;
}

export function Choice<Key extends string>(props: ChoiceProps<Key>) {
  const { question, offers, value, onChange, className } = props;
  const group = useId();
  return (
    <fieldset className={className ? `${styles.choice} ${className}` : styles.choice}>
      <legend>{unbroken(question)}</legend>
      {offers.map(({ key, label }) => (
        <label key={key}>
          <input
            type="radio"
            name={group}
            value={key}
            checked={key === value}
            onChange={() => onChange(key)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
