// The key to the marks in the pictures of a stage, one for all of them: what their layers mean, as their faces say it, and
// only what one of them shows. Texts that change (the scale of ribbons, how many migrations one flight stands for) are
// written past React.

import { useEffect, useMemo, useRef, useState } from 'react';
import type { MechanismName } from '../../scenario/mechanisms.ts';
import type { LayerLegend, LegendEntry } from './layers/legend.ts';
import { legends } from './layers/legends.ts';
import styles from './MachineKey.module.css';
import type { PictureNotes } from './messages.ts';
import type { PictureReport, Pictures } from './pictures.ts';
import type { Tempo } from './tempo.ts';
import { useMechanismFace } from './use-mechanism-legend.ts';

interface Shown {
  readonly id: string;
  readonly text: string;
}

interface Entry extends LegendEntry<unknown> {
  readonly face: LayerLegend;
  readonly id: string;
}

const entriesOf = (face: LayerLegend): Entry[] =>
  (face.entries ?? []).map((entry, index) => ({ ...entry, face, id: `${face.name} ${index}` }));

const ofLayers = legends.flatMap(entriesOf);

const isCrowdedBy = (notes: PictureNotes | undefined): boolean =>
  legends.some((face) => face.isCrowding?.(notes?.layers[face.name]));

/** What the key is drawn from. */
interface Drawn {
  readonly entries: readonly Entry[];
  readonly tempo: Tempo;
  readonly pictures: Pictures;
}

/** The entries of one picture, with their texts. */
function entriesIn(
  { entries, tempo }: Drawn,
  { rate: fullRate, notes }: PictureReport,
  isCrowded: boolean,
): Shown[] {
  // Where CPUs are cards of a mechanism, the layers with entries of their own are not drawn.
  const isAlone = notes?.mechanism === 'cards';
  return entries.flatMap((entry) => {
    if (isAlone && ofLayers.includes(entry)) return [];
    const now = {
      tempo,
      note: notes?.layers[entry.face.name],
      fullRate,
      isCrowded,
      traffic: notes?.traffic,
      isHeld: notes?.isHeld ?? false,
    };
    return (entry.when?.(now) ?? true) ? [{ id: entry.id, text: entry.text(now) }] : [];
  });
}

const areCrowded = (pictures: Pictures): boolean =>
  pictures.reports().some(({ notes }) => isCrowdedBy(notes));

/** The entries that one of the pictures has now; of several that say the same thing the first speaks. */
function entriesNow(drawn: Drawn): ReadonlyMap<string, string> {
  const { pictures } = drawn;
  const isCrowded = areCrowded(pictures);
  const texts = new Map<string, string>();
  const all = pictures.reports();
  const speaking = all.filter(({ notes }) => notes);
  for (const told of speaking.length > 0 ? speaking : all) {
    for (const { id, text } of entriesIn(drawn, told, isCrowded)) {
      if (!texts.has(id)) texts.set(id, text);
    }
  }
  return texts;
}

interface MachineKeyProps {
  readonly tempo: Tempo;
  /** The mechanism that is shown. */
  readonly mechanism?: MechanismName | undefined;
  readonly pictures: Pictures;
}

export function MachineKey({ tempo, mechanism, pictures }: MachineKeyProps) {
  const texts = useRef(new Map<string, HTMLElement>());
  const [, setNames] = useState('');
  const face = useMechanismFace(mechanism);
  const entries = useMemo(() => (face ? [...entriesOf(face), ...ofLayers] : ofLayers), [face]);
  const drawn = useMemo(() => ({ entries, tempo, pictures }), [entries, tempo, pictures]);
  const shown = entriesNow(drawn);
  useEffect(() => {
    const write = () => {
      const now = entriesNow(drawn);
      for (const [id, text] of now) {
        const element = texts.current.get(id);
        if (element) element.textContent = text;
      }
      // The same where no entry came or went: notes come twice a second.
      setNames(`${[...now.keys()].join()} ${areCrowded(drawn.pictures)}`);
    };
    write();
    return drawn.pictures.onTold(write);
  }, [drawn]);
  return (
    <div className={styles.key} data-full={areCrowded(pictures)} data-mechanism={face?.name}>
      {entries.map(({ id, mark, meaning, isNumber }) => {
        const text = shown.get(id);
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
