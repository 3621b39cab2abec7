// Every mark that layers and mechanisms can have in the key, with the sentence that the key says of it, whatever a picture
// shows now: for the page of all parts.

import { useEffect, useState } from 'react';
import { mechanismNames } from '../../scenario/mechanisms.ts';
import type { LayerLegend } from './layers/legend.ts';
import { legends } from './layers/legends.ts';
import { loadLegend } from './layers/mechanism-legends.ts';
import styles from './MachineKey.module.css';

/** The legends of layers, and those of mechanisms as soon as they are there; without a network they are not. */
function useAllLegends(): readonly LayerLegend[] {
  const [ofMechanisms, setOfMechanisms] = useState<readonly LayerLegend[]>([]);
  useEffect(() => {
    let isWanted = true;
    Promise.all(mechanismNames.map(loadLegend)).then(
      (loaded) => isWanted && setOfMechanisms(loaded.filter((face) => face !== undefined)),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return [...legends, ...ofMechanisms];
}

export function LegendMarks() {
  return (
    <dl className={styles.all}>
      {useAllLegends().map(({ name, entries = [] }) => (
        <div key={name} data-layer={name}>
          <dt>{name}</dt>
          {entries
            .filter(({ mark }) => mark !== null)
            .map(({ mark, meaning }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a legend are a list in its file
              <dd key={at} className={styles.meaning}>
                {mark}
                <span>{meaning}</span>
              </dd>
            ))}
        </div>
      ))}
    </dl>
  );
}
