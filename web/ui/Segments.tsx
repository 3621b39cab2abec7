// A radio group drawn as one bar of segments. Native radio buttons do the keyboard and the naming.

import { useId } from 'react';
import styles from './Segments.module.css';

/** More segments than this stand closer together. */
const many = 6;

export interface SegmentsProps<Value extends string> {
  readonly name: string;
  readonly values: readonly Value[];
  readonly value: Value;
  readonly label?: (value: Value) => string;
  /** What it is called, where its label is shorter. */
  readonly say?: (value: Value) => string;
  readonly hint?: (value: Value) => string | undefined;
  readonly onChange: (value: Value) => void;
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { name, values, value, onChange, label = (text) => text, say, hint } = props;
  const group = useId();
  return (
    <div
      role="radiogroup"
      aria-label={name}
      className={styles.segments}
      data-many={values.length > many}
    >
      {values.map((each) => (
        <label key={each} className={styles.segment} title={hint?.(each)}>
          <input
            type="radio"
            name={group}
            value={each}
            aria-label={say?.(each)}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          {label(each)}
        </label>
      ))}
    </div>
  );
}
