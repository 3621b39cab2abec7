// An answer that is a moment of the run: a slider over its length.

import type { GivenAnswer } from '../../scenario/lab/judge.ts';
import type { MomentAsk } from '../../scenario/lab/pick-schema.ts';
import type { Recipe } from '../../scenario/recipe-schema.ts';
import { formatTime, timeNs } from '../../scenario/units.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './Answers.module.css';
import lab from './Lab.module.css';
import { usePlace } from './place.ts';
import { words } from './words.ts';

interface Props {
  readonly ask: MomentAsk;
  readonly recipe: Recipe;
  readonly said: GivenAnswer | undefined;
  readonly onSaid: (said: GivenAnswer) => void;
}

/** Stops of the slider at most; where an answer may be off by little it has more than one stop in what counts. */
const mostStops = 400;

export function MomentAnswer({ ask, recipe, said, onSaid }: Props) {
  const place = usePlace(recipe);
  if (!place) return <p role="status">{words.opening}</p>;
  const stop = Math.max(1, Math.round(place.duration / mostStops));
  const at = typeof said === 'number' ? said : 0;
  return (
    <fieldset className={lab.field}>
      <legend>{unbroken(ask.question)}</legend>
      <label className={styles.slid}>
        <span>{words.moment}</span>
        <input
          type="range"
          min={0}
          max={place.duration}
          step={stop}
          value={at}
          aria-valuetext={formatTime(at)}
          onChange={(event) => onSaid(Number(event.target.value))}
        />
        <output>{typeof said === 'number' ? formatTime(said) : words.unset}</output>
      </label>
      <p className={lab.note}>
        {words.momentHint(formatTime(place.duration), formatTime(timeNs(ask.within)))}
      </p>
    </fieldset>
  );
}
