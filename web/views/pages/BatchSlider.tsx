// The batch slider: what another batch would do on this machine. The closed form answers while it is
// dragged, the simulation fills in behind it, the published row stands beside them.

import { useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import { change, percent } from '../../ui/format.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './PagesView.module.css';
import { millions, words } from './words.ts';

export const mostBatch = 511;

/** Pages a second of all nodes, shares in %, and the change against the base's batch in %. */
export interface BatchAnswer {
  readonly rate: number;
  readonly change: number | undefined;
  readonly zoneShare: number;
  readonly lruShare: number;
}

export type StructureState =
  | { readonly state: 'running'; readonly answer: BatchAnswer | undefined }
  | { readonly state: 'done'; readonly answer: BatchAnswer }
  | { readonly state: 'failed'; readonly message: string };

export interface BatchSliderProps {
  readonly variant: string;
  readonly batch: number;
  /** The batch that changes are taken against. */
  readonly base: number;
  readonly onBatch: (batch: number) => void;
  readonly instant: BatchAnswer | undefined;
  readonly structure: StructureState;
  readonly published: BatchAnswer | undefined;
  readonly onStage: () => void;
}

function Answer({
  name,
  title,
  answer,
  note,
}: {
  readonly name: string;
  readonly title?: string;
  readonly answer: BatchAnswer | undefined;
  readonly note?: string | undefined;
}) {
  return (
    <tr title={title}>
      <th scope="row">{name}</th>
      {answer ? (
        <>
          <td>{millions(answer.rate)}</td>
          <td>{answer.change === undefined ? '' : change(answer.change / 100)}</td>
          <td>{percent(answer.zoneShare / 100)}</td>
          <td>{percent(answer.lruShare / 100)}</td>
          <td>{unbroken(note)}</td>
        </>
      ) : (
        <td colSpan={5}>{unbroken(note)}</td>
      )}
    </tr>
  );
}

function structureNote(structure: StructureState): string | undefined {
  if (structure.state === 'failed') return words.failed(structure.message);
  if (structure.state === 'done') return undefined;
  return structure.answer ? words.quick : words.simulating;
}

export function BatchSlider(props: BatchSliderProps) {
  const { variant, batch, base, onBatch, instant, structure, published, onStage } = props;
  const id = useId();
  return (
    <div className={styles.slider}>
      <div>
        <div className={styles.control}>
          <label htmlFor={id}>{words.slider(variant)}</label>
          <input
            id={id}
            type="range"
            min={1}
            max={mostBatch}
            value={batch}
            onChange={(event) => onBatch(Number(event.target.value))}
          />
          <output htmlFor={id}>{batch}</output>
          <Button onClick={onStage}>{words.stage(batch)}</Button>
        </div>
        <p className={styles.note}>{words.sliderHint}</p>
      </div>
      <table className={styles.answers} aria-live="polite">
        <thead>
          <tr>
            {words.columns(base).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          <Answer
            name={words.instant}
            title={words.instantMeaning}
            answer={instant}
            note={instant ? undefined : words.noClosedForm}
          />
          <Answer
            name={words.structure}
            answer={structure.state === 'failed' ? undefined : structure.answer}
            note={structureNote(structure)}
          />
          <Answer
            name={words.published}
            answer={published}
            note={published ? undefined : words.notPublished}
          />
        </tbody>
      </table>
    </div>
  );
}
