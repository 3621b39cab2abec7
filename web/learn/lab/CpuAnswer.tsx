// An answer that is a CPU: all of them by cache, or a field for its number where a machine has very many.

import { useId, useState } from 'react';
import type { GivenAnswer } from '../../scenario/lab/judge.ts';
import type { CpuAsk } from '../../scenario/lab/pick-schema.ts';
import type { Recipe } from '../../scenario/recipe-schema.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './Answers.module.css';
import lab from './Lab.module.css';
import { usePlace } from './place.ts';
import { words } from './words.ts';

interface Props {
  readonly ask: CpuAsk;
  readonly recipe: Recipe;
  readonly said: GivenAnswer | undefined;
  readonly onSaid: (said: GivenAnswer | undefined) => void;
}

/** More than these are typed. */
const mostShown = 64;

export function CpuAnswer({ ask, recipe, said, onSaid }: Props) {
  const place = usePlace(recipe);
  const group = useId();
  const cpu = typeof said === 'string' ? said : '';
  if (!place) return <p role="status">{words.opening}</p>;
  if (place.cpus > mostShown) {
    return <Typed ask={ask} cpus={place.cpus} cpu={cpu} onSaid={onSaid} />;
  }
  const all = Array.from({ length: place.cpus }, (_, each) => each);
  return (
    <fieldset className={lab.field}>
      <legend>{unbroken(ask.question)}</legend>
      <div className={styles.machine}>
        {place.node.map((node, llc) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cache is its number
          <fieldset key={llc} className={styles.cache}>
            <legend>{words.cache(llc, node)}</legend>
            {all
              .filter((each) => place.llc[each] === llc)
              .map((each) => (
                <label key={each} className={styles.cpu}>
                  <input
                    type="radio"
                    name={group}
                    aria-label={words.cpu(each)}
                    checked={cpu === String(each)}
                    onChange={() => onSaid(String(each))}
                  />
                  {each}
                </label>
              ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}

interface TypedProps extends Pick<Props, 'ask' | 'onSaid'> {
  readonly cpus: number;
  readonly cpu: string;
}

function Typed({ ask, cpus, cpu, onSaid }: TypedProps) {
  const [written, setWritten] = useState('');
  return (
    <fieldset className={lab.field}>
      <legend>{unbroken(ask.question)}</legend>
      <label className={lab.typed}>
        {words.cpuOf(cpus - 1)}
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={cpu || written}
          onChange={(event) => {
            const text = event.target.value.trim();
            setWritten(text);
            onSaid(
              /^\d{1,4}$/.test(text) && Number(text) < cpus ? String(Number(text)) : undefined,
            );
          }}
        />
      </label>
    </fieldset>
  );
}
