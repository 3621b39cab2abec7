// A lesson as a person works through it: questions alone on the page, and after the run what the engine
// says to the answers. It shows what it is given and reports what is typed; it measures nothing.

import type { Scenario } from '../../scenario/index.ts';
import { relationText } from '../../scenario/lab/say.ts';
import type { Check } from '../../scenario/step-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { significant } from '../../ui/format.ts';
import styles from './LessonView.module.css';
import {
  answerTo,
  checksOf,
  isAnswered,
  judgeCheck,
  judgePrediction,
  type Lesson,
  type Prediction,
  questionsOf,
} from './lesson.ts';
import { words } from './words.ts';

interface LessonProps {
  readonly scenario: Scenario;
  readonly lesson: Lesson;
  readonly onLesson: (lesson: Lesson) => void;
  readonly onLeave: () => void;
}

export interface QuestionsProps extends LessonProps {
  readonly unitOf: (question: Prediction) => string;
}

/** The questions, before anything is revealed. */
export function Questions({ scenario, lesson, onLesson, onLeave, unitOf }: QuestionsProps) {
  const questions = questionsOf(scenario);
  const isComplete = questions.every((question) => isAnswered(question, lesson));
  const answer = (id: string, text: string) =>
    onLesson({ ...lesson, answers: { ...lesson.answers, [id]: text } });
  return (
    <section className={styles.page} aria-label={words.region}>
      <h1>{words.title}</h1>
      <p className={styles.question}>{scenario.question ?? scenario.title}</p>
      <p>{scenario.what}</p>
      <h2>{words.first}</h2>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) onLesson({ ...lesson, phase: 'run' });
        }}
      >
        {questions.map((question) => (
          <Question
            key={question.id}
            question={question}
            answer={answerTo(question.id, lesson.answers) ?? ''}
            unit={unitOf(question)}
            onAnswer={(text) => answer(question.id, text)}
          />
        ))}
        <p className={styles.note}>{isComplete ? words.promise : words.notYet}</p>
        <div className={styles.buttons}>
          <Button type="submit" look="strong" disabled={!isComplete}>
            {words.run}
          </Button>
          <Button onClick={onLeave}>{words.leave}</Button>
        </div>
      </form>
    </section>
  );
}

interface QuestionProps {
  readonly question: Prediction;
  readonly answer: string;
  readonly unit: string;
  readonly onAnswer: (text: string) => void;
}

function Question({ question, answer, unit, onAnswer }: QuestionProps) {
  if (question.kind === 'choice') {
    return (
      <Choice
        className={styles.field}
        question={question.question}
        offers={question.choices.map(({ says }) => ({ key: says, label: says }))}
        value={answer}
        onChange={onAnswer}
      />
    );
  }
  return (
    <fieldset className={styles.field}>
      <legend>{question.question}</legend>
      <label className={styles.typed}>
        {words.answer(unit)}
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={answer}
          onChange={(event) => onAnswer(event.target.value)}
        />
      </label>
    </fieldset>
  );
}

type Asked = Pick<Check, 'metric' | 'line' | 'variant'>;

/** The run of one question: an answer (undefined: it gives none), why there is none, or neither yet. */
export type Elsewhere =
  | { readonly answer: number | undefined }
  | { readonly problem: string }
  | undefined;

export interface ResultsProps extends LessonProps {
  /** Of the complete run; undefined where it gives none. */
  readonly measured: (asked: Asked) => number | undefined;
  /** What runs of its own say to a question that those on stage do not answer. */
  readonly elsewhere: (question: Prediction) => Elsewhere;
  readonly format: (value: number, metric: string) => string;
  /** Whether a question has runs of its own. */
  readonly isElsewhere: (question: Prediction) => boolean;
  /** "40 %" while the run is computed, undefined when it is. */
  readonly progress: string | undefined;
}

/** After the predictions: the run under way, then what it says. */
export function Results(props: ResultsProps) {
  const { scenario, lesson, onLesson, onLeave, progress } = props;
  const rest = { ...lesson, isExplained: false, explanation: '' };
  return (
    <div className={styles.panel}>
      <h2>{words.title}</h2>
      {progress !== undefined ? (
        <p role="status">{words.computing(progress)}</p>
      ) : (
        <>
          <Predictions {...props} />
          <Explanation {...props} />
          {lesson.isExplained && <Checks checks={checksOf(scenario)} {...props} />}
          <Button onClick={() => onLesson({ ...rest, phase: 'predict', answers: {} })}>
            {words.again}
          </Button>
        </>
      )}
      <Button onClick={onLeave}>{words.leave}</Button>
    </div>
  );
}

/** The simulated value that a question asks for, or what there is to say instead. */
function simulated(question: Prediction, { measured, elsewhere, isElsewhere }: ResultsProps) {
  const found = isElsewhere(question) ? elsewhere(question) : { answer: measured(question.about) };
  if (!found) return { text: words.elsewhere };
  if ('problem' in found) return { text: words.failed(found.problem) };
  return { value: found.answer, text: words.missing };
}

/** "6.4 % less than A", or the figure with its unit. */
function said({ kind, about }: Prediction, value: number, format: ResultsProps['format']): string {
  if (about.than === undefined) return format(value, about.metric);
  return kind === 'choice'
    ? relationText(value, about.than)
    : words.times(significant(value), about.than);
}

function Predictions(props: ResultsProps) {
  const { scenario, lesson, format } = props;
  return (
    <section>
      <h3>{words.predictions}</h3>
      {questionsOf(scenario).map((question) => {
        const { value, text } = simulated(question, props);
        const answer = answerTo(question.id, lesson.answers) ?? '';
        const judged = value === undefined ? undefined : judgePrediction(question, answer, value);
        return (
          <div key={question.id} className={styles.result}>
            <p>{question.question}</p>
            <dl>
              <dt>{words.you}</dt>
              <dd>{answer}</dd>
              <dt>{words.simulated}</dt>
              <dd>{value === undefined ? text : said(question, value, format)}</dd>
            </dl>
            {judged && (
              <p className={styles.met} data-met={judged.met}>
                {words.met[judged.met]}
                {judged.met === 'off' && judged.best && `; ${words.best(judged.best)}`}
              </p>
            )}
          </div>
        );
      })}
    </section>
  );
}

function Explanation({ scenario, lesson, onLesson }: ResultsProps) {
  return (
    <section>
      <h3>{words.explain}</h3>
      <label className={styles.typed}>
        {words.explainHint}
        <textarea
          rows={4}
          maxLength={2000}
          value={lesson.explanation}
          onChange={(event) => onLesson({ ...lesson, explanation: event.target.value })}
        />
      </label>
      {lesson.isExplained ? (
        <>
          <h4>{words.says}</h4>
          <p>{scenario.why}</p>
        </>
      ) : (
        <Button onClick={() => onLesson({ ...lesson, isExplained: true })}>{words.compare}</Button>
      )}
    </section>
  );
}

function Checks({
  checks,
  measured,
  format,
}: Pick<ResultsProps, 'measured' | 'format'> & { readonly checks: readonly Check[] }) {
  if (checks.length === 0) return null;
  return (
    <section>
      <h3>{words.checks}</h3>
      <ul className={styles.checks}>
        {checks.map((check) => {
          const value = measured(check);
          const holds = judgeCheck(check, value);
          const verdict = holds ? words.holds : words.fails;
          return (
            <li key={check.id} data-holds={holds}>
              {check.says}{' '}
              <strong>
                {value === undefined
                  ? words.missing
                  : `${format(value, check.metric)}: ${verdict}.`}
              </strong>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
