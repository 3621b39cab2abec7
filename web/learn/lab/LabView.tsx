// A lab as a student works through it: who they are, one step after another, and the sheet at the end.

import { type FormEvent, useEffect, useState } from 'react';
import { pointsOfAsk } from '../../scenario/lab/ask-schema.ts';
import type { AnswerVerdict } from '../../scenario/lab/judge.ts';
import type { Lab } from '../../scenario/lab/lab-schema.ts';
import type { Sheet, SheetAnswer } from '../../scenario/lab/sheet.ts';
import { storyHash } from '../../scenario/place.ts';
import { Button } from '../../ui/Button.tsx';
import { saveFile } from '../../ui/picture-file.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import { keepSheet, keptSheet, newSheet, withAnswer } from './keep.ts';
import styles from './Lab.module.css';
import { LabStepView } from './LabStepView.tsx';
import { words } from './words.ts';

interface Props {
  readonly name: string;
  readonly lab: Lab;
  /** What the stories to read before are called, by the names of their scenarios; until it is known those stand there. */
  readonly titles?: ReadonlyMap<string, string> | undefined;
}

export function LabView({ name, lab, titles }: Props) {
  const [sheet, setSheet] = useState(() => keptSheet(name, lab));
  const [isKept, setKept] = useState(true);
  useEffect(() => setKept(keepSheet(name, sheet)), [name, sheet]);
  const points = lab.steps.reduce((sum, { ask }) => sum + pointsOfAsk(ask), 0);
  return (
    <section className={styles.lab} aria-label={words.region}>
      <h1 tabIndex={-1}>{lab.title}</h1>
      <p className={styles.what}>{unbroken(lab.what)}</p>
      <p className={styles.note}>{words.minutes(lab.minutes, points)}</p>
      {sheet && !isKept && (
        <p role="alert">
          {words.notKept} <Button onClick={() => save(sheet)}>{words.save}</Button>
        </p>
      )}
      {sheet ? (
        <Steps
          key={`${sheet.course} ${sheet.name}`}
          lab={lab}
          sheet={sheet}
          onAnswer={(id, given) => setSheet((before) => before && withAnswer(before, id, given))}
          onLeave={() => setSheet(undefined)}
        />
      ) : (
        <>
          <About lab={lab} titles={titles} />
          <Who onBegin={(course, who) => setSheet(newSheet(name, course, who))} />
        </>
      )}
    </section>
  );
}

function About({ lab, titles }: Pick<Props, 'lab' | 'titles'>) {
  return (
    <>
      <h2>{words.teaches}</h2>
      <ul className={styles.list}>
        {lab.teaches.map((said) => (
          <li key={said}>{unbroken(said)}</li>
        ))}
      </ul>
      {lab.before.length > 0 && (
        <p>
          {words.before}:{' '}
          {lab.before.map((scenario, at) => (
            <span key={scenario}>
              {at > 0 && ', '}
              <a href={storyHash(scenario)}>{titles?.get(scenario) ?? scenario}</a>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function Who({ onBegin }: { readonly onBegin: (course: string, name: string) => void }) {
  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [course, name] = ['course', 'name'].map((field) => String(given.get(field)).trim());
    if (course && name) onBegin(course, name);
  };
  return (
    <form className={styles.form} aria-label={words.who} onSubmit={begin}>
      <h2>{words.who}</h2>
      <p className={styles.note}>{words.whoHint}</p>
      {(['course', 'name'] as const).map((field) => (
        <label key={field} className={styles.typed}>
          {words[field]}
          <input type="text" name={field} required maxLength={80} autoComplete="off" />
        </label>
      ))}
      <div>
        <Button type="submit" look="strong">
          {words.begin}
        </Button>
      </div>
    </form>
  );
}

interface StepsProps {
  readonly lab: Lab;
  readonly sheet: Sheet;
  readonly onAnswer: (id: string, answer: SheetAnswer) => void;
  readonly onLeave: () => void;
}

function Steps({ lab, sheet, onAnswer, onLeave }: StepsProps) {
  const [verdicts, setVerdicts] = useState<Readonly<Record<string, readonly AnswerVerdict[]>>>({});
  const isAnswered = (id: string) => Object.hasOwn(sheet.answers, id);
  const open = lab.steps.findIndex(({ ask }) => !isAnswered(ask.id));
  const shown = open < 0 ? lab.steps : lab.steps.slice(0, open + 1);
  const judged = Object.values(verdicts).flat();
  const sum = (of: 'points' | 'of') => judged.reduce((total, each) => total + each[of], 0);
  return (
    <>
      <p className={styles.note}>
        {words.seed(sheet.seed)} <Button onClick={onLeave}>{words.leave}</Button>
      </p>
      {shown.map((step, at) => (
        <LabStepView
          key={step.ask.id}
          step={step}
          number={at + 1}
          of={lab.steps.length}
          sheet={sheet}
          onAnswer={onAnswer}
          onVerdicts={(id, found) => setVerdicts((before) => ({ ...before, [id]: found }))}
        />
      ))}
      {open < 0 && (
        <section className={styles.step} aria-label={words.sheet}>
          <h2>{words.sheet}</h2>
          <p>
            <strong>{words.total(sum('points'), sum('of'))}</strong>
          </p>
          <p className={styles.note}>{words.sheetHint}</p>
          <div>
            <Button look="strong" onClick={() => save(sheet)}>
              {words.save}
            </Button>
          </div>
        </section>
      )}
    </>
  );
}

function save(sheet: Sheet): void {
  const text = `${JSON.stringify(sheet, null, 2)}\n`;
  const who = sheet.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 40);
  saveFile(`${sheet.lab}-${who}.sheet.json`, new Blob([text], { type: 'application/json' }));
}
