// A design task: a value for each field, run as often as one likes.

import { useState } from 'react';
import type { DesignAsk } from '../../scenario/lab/ask-schema.ts';
import type { GivenAnswer } from '../../scenario/lab/judge.ts';
import { firstDesign } from '../../scenario/lab/lab.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectBox } from '../../ui/SelectBox.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { Checks } from './Checks.tsx';
import styles from './Lab.module.css';
import { words } from './words.ts';

interface Props {
  readonly ask: DesignAsk;
  readonly busy: boolean;
  readonly onSay: (said: GivenAnswer) => void;
}

/** Numbers in their order, wherever one begins; what is no number stands as it was written. */
export function inOrder<Value extends string | number | boolean>(values: readonly Value[]) {
  const isOfNumbers = values.every((value) => /^\d+(\.\d+)?$/.test(String(value)));
  return isOfNumbers ? [...values].sort((a, b) => Number(a) - Number(b)) : values;
}

export function DesignForm({ ask, busy, onSay }: Props) {
  const [design, setDesign] = useState(() => firstDesign(ask));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSay(design);
      }}
    >
      <fieldset className={styles.field}>
        <legend>{unbroken(ask.question)}</legend>
        <div className={styles.design}>
          {ask.fields.map(({ path, label, values }) => (
            <label key={path} className={styles.typed}>
              {label}
              <SelectBox
                offers={inOrder(values).map((value) => ({
                  key: String(value),
                  label: String(value),
                }))}
                value={String(design[path])}
                onChange={(chosen) => {
                  const value = values.find((each) => String(each) === chosen);
                  if (value !== undefined) setDesign({ ...design, [path]: value });
                }}
              />
            </label>
          ))}
        </div>
      </fieldset>
      <Checks checks={ask.checks} />
      <p className={styles.note}>{words.designHint}</p>
      <Button type="submit" look="strong" disabled={busy}>
        {words.tryDesign}
      </Button>
    </form>
  );
}
