// What says in words what a mechanism shows, once its code has come.

import { useEffect, useState } from 'react';
import type { MechanismName } from '../../scenario/mechanisms.ts';
import type { Face } from './layers/face.ts';
import { loadFace } from './layers/mechanism-faces.ts';

/** Undefined while there is none, and without a network. */
export function useMechanismFace(name: MechanismName | undefined): Face | undefined {
  const [face, setFace] = useState<Face>();
  useEffect(() => {
    let isWanted = name !== undefined;
    if (name) {
      loadFace(name).then(
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
