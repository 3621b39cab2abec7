// The question of a step and the place for its answer. It reports what is said; what becomes of it is the caller's business.

import { useState } from 'react';
import type { Ask, DesignAsk } from '../../scenario/lab/ask-schema.ts';
import type { Said } from '../../scenario/lab/judge.ts';
import { firstDesign } from '../../scenario/lab/lab.ts';
import { metrics } from '../../scenario/metrics.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { SelectBox } from '../../ui/SelectBox.tsx';
import styles from './Lab.module.css';
import { words } from './words.ts';

interface Props {
  readonly ask: Ask;
  readonly busy: boolean;
  readonly onSay: (said: Said) => void;
}

/** A number as somebody writes it: "1,200", "−3", "12.5 %". */
function numberIn(written: string): number | undefined {
  const [found] = /[-+]?\d[\d,\u202f ]*(\.\d+)?/.exec(written.replaceAll('−', '-')) ?? [];
  const value = found === undefined ? Number.NaN : Number(found.replaceAll(/[,\u202f ]/g, ''));
  return Number.isFinite(value) && Math.abs(value) <= 1e15 ? value : undefined;
}

function unitOf(ask: Extract<Ask, { kind: 'number' }>): string {
  const { metric, than } = ask.about;
  if (than !== undefined) return words.times(than);
  return ask.unit ?? metrics.find(({ name }) => name === metric)?.unit ?? '';
}

export function AskForm({ ask, busy, onSay }: Props) {
  const [written, setWritten] = useState('');
  if (ask.kind === 'design') return <DesignForm ask={ask} busy={busy} onSay={onSay} />;
  const said = ask.kind === 'choice' ? written || undefined : numberIn(written);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (said !== undefined && !busy) onSay(said);
      }}
    >
      {ask.kind === 'choice' ? (
        <Choice
          className={styles.field}
          question={ask.question}
          offers={ask.choices.map(({ id, says }) => ({ key: id, label: says }))}
          value={written}
          onChange={setWritten}
        />
      ) : (
        <fieldset className={styles.field}>
          <legend>{ask.question}</legend>
          <label className={styles.typed}>
            {words.answer(unitOf(ask))}
            <input
              type="text"
              inputMode="decimal"
              autoComplete="off"
              maxLength={40}
              value={written}
              onChange={(event) => setWritten(event.target.value)}
            />
          </label>
        </fieldset>
      )}
      <p className={styles.note}>{words.once}</p>
      <Button type="submit" look="strong" disabled={said === undefined || busy}>
        {words.submit}
      </Button>
    </form>
  );
}

function DesignForm({ ask, busy, onSay }: Props & { readonly ask: DesignAsk }) {
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
        <legend>{ask.question}</legend>
        <div className={styles.design}>
          {ask.fields.map(({ path, label, values }) => (
            <label key={path} className={styles.typed}>
              {label}
              <SelectBox
                offers={values.map((value) => ({ key: String(value), label: String(value) }))}
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
      <ul className={styles.checks}>
        {ask.checks.map(({ id, says, points }) => (
          <li key={id}>
            {says} <span className={styles.note}>({words.worth(points)})</span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{words.designHint}</p>
      <Button type="submit" look="strong" disabled={busy}>
        {words.tryDesign}
      </Button>
    </form>
  );
}
