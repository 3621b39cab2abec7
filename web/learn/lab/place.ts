// The machine of a question and the length of its run, which some questions are answered with.

import { useEffect, useState } from 'react';
import type { Recipe } from '../../scenario/recipe-schema.ts';

export interface LabPlace {
  readonly cpus: number;
  /** By CPU. */
  readonly llc: readonly number[];
  /** By last-level cache. */
  readonly node: readonly number[];
  /** ns. */
  readonly duration: number;
}

async function placeOf(recipe: Recipe): Promise<LabPlace> {
  const [{ openRecipe }, { browserReader }] = await Promise.all([
    import('../../scenario/recipe.ts'),
    import('../../scenario/browser.ts'),
  ]);
  const { machine, duration } = await openRecipe(recipe, browserReader);
  const { cpus, llc } = machine;
  const node: number[] = [];
  for (let cpu = 0; cpu < cpus; cpu++) node[llc[cpu]!] = machine.node[cpu]!;
  return { cpus, llc, node, duration };
}

/** Undefined until it is known; a scenario that cannot be opened says so when it is run. */
export function usePlace(recipe: Recipe): LabPlace | undefined {
  const [place, setPlace] = useState<LabPlace>();
  const key = JSON.stringify(recipe);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is opened
  useEffect(() => {
    let isOver = false;
    placeOf(recipe).then(
      (found) => !isOver && setPlace(found),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [key]);
  return place;
}
