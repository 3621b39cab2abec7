// What says in words what a mechanism shows, once its code has come.

import { useEffect, useState } from 'react';
import type { MechanismName } from '../../scenario/mechanisms.ts';
import type { LayerLegend } from './layers/legend.ts';
import { loadLegend } from './layers/mechanism-legends.ts';

/** Undefined while there is none, and without a network. */
export function useMechanismFace(name: MechanismName | undefined): LayerLegend | undefined {
  const [face, setFace] = useState<LayerLegend>();
  useEffect(() => {
    let isWanted = name !== undefined;
    if (name) {
      loadLegend(name).then(
        (loaded) => isWanted && setFace(loaded),
        () => {},
      );
    }
    return () => {
      isWanted = false;
    };
  }, [name]);
  return face?.name === name ? face : undefined;
}
