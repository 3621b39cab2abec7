// The key under the picture: what its layers mean, as their faces say it. Texts that change (the scale of
// ribbons, how many migrations one flight stands for) are written past React.

import { type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { faces } from './layers/faces.ts';
import styles from './MachineView.module.css';
import type { Notes } from './messages.ts';
import type { Tempo } from './tempo.ts';

export interface LiveTexts {
  /** Transfers per second drawn at full width; 0: none seen yet. */
  readonly scale: (fullRate: number) => void;
  /** What the layers say. */
  readonly notes: (notes: Notes) => void;
}

/** What was told last: a paused run says nothing more, so who comes late reads it here. */
export interface Told {
  /** Transfers per second drawn at full width; 0: none seen yet. */
  rate: number;
  notes: Notes | undefined;
}

interface Shown {
  readonly id: string;
  readonly text: string;
}

const entries = faces.flatMap((face) =>
  (face.key ?? []).map((entry, index) => ({ ...entry, face, id: `${face.name} ${index}` })),
);

const isCrowdedBy = (notes: Notes | undefined): boolean =>
  faces.some((face) => face.crowds?.(notes?.layers[face.name]));

/** The entries there are now, with their texts. */
function entriesNow(tempo: Tempo, { rate: fullRate, notes }: Told): readonly Shown[] {
  const isCrowded = isCrowdedBy(notes);
  return entries.flatMap((entry) => {
    const now = {
      tempo,
      note: notes?.layers[entry.face.name],
      fullRate,
      isCrowded,
      traffic: notes?.traffic,
    };
    return (entry.when?.(now) ?? true) ? [{ id: entry.id, text: entry.text(now) }] : [];
  });
}

/** The same text where no entry came or went: notes come twice a second. */
const namesOf = (shown: readonly Shown[], notes: Notes | undefined): string =>
  `${shown.map(({ id }) => id).join()} ${isCrowdedBy(notes)}`;

export function MachineKey({
  tempo,
  live,
  told,
}: {
  readonly tempo: Tempo;
  readonly live: RefObject<LiveTexts | null>;
  /** Before the key came. */
  readonly told: RefObject<Told>;
}) {
  const last = useRef<Told>({ ...told.current });
  const texts = useRef(new Map<string, HTMLElement>());
  const [, setNames] = useState('');
  const shown = entriesNow(tempo, last.current);
  const write = () => {
    const now = entriesNow(tempo, last.current);
    for (const { id, text } of now) {
      const element = texts.current.get(id);
      if (element) element.textContent = text;
    }
    setNames(namesOf(now, last.current.notes));
  };
  useImperativeHandle(live, () => ({
    scale: (rate) => {
      last.current.rate = rate;
      write();
    },
    notes: (notes) => {
      last.current.notes = notes;
      write();
    },
  }));
  return (
    <div className={styles.key} data-full={isCrowdedBy(last.current.notes)}>
      {entries.map(({ id, mark, meaning, isNumber }) => {
        const text = shown.find((entry) => entry.id === id)?.text;
        return text === undefined ? null : (
          <span key={id} className={styles.entry} title={meaning}>
            {mark}
            <span
              className={isNumber ? styles.number : undefined}
              ref={(element) => {
                if (element) texts.current.set(id, element);
                else texts.current.delete(id);
              }}
            >
              {text}
            </span>
          </span>
        );
      })}
    </div>
  );
}
