// What the colours of the machines on stage say: what a person chose, else what the scenario says, else states.

import { useMemo } from 'react';
import { type ColourBy, firstColouring, type LegendEntry } from '../scenario/colouring.ts';
import type { Scenario } from '../scenario/index.ts';
import type { Colouring } from '../views/topology/index.ts';
import { useSession } from './session.ts';
import { type StageState, useStageState } from './store.ts';

const prefixes: Readonly<Record<Exclude<ColourBy, 'state'>, RegExp>> = {
  task: /^hue-/,
  home: /home$|^away$/,
  heat: /^heat-/,
};

/** True if that entry stands in the legend of what the colours say. */
export const isEntryOf = (by: ColourBy, entry: LegendEntry): boolean =>
  by === 'state'
    ? Object.values(prefixes).every((prefix) => !prefix.test(entry))
    : prefixes[by].test(entry);

export type ColourChoice = Pick<StageState, 'colour' | 'hue' | 'heat' | 'only'>;

/** A filter of another legend, as a link may have it, says nothing. */
export function colouringOf(
  choice: ColourChoice,
  { show, scores }: Pick<Scenario, 'show' | 'scores'>,
): Colouring {
  const by = choice.colour ?? show?.colour?.by ?? firstColouring.by;
  return {
    by,
    hue: choice.hue ?? show?.colour?.hue ?? firstColouring.hue,
    heat: choice.heat ?? show?.colour?.heat ?? firstColouring.heat,
    only: choice.only && isEntryOf(by, choice.only) ? choice.only : undefined,
    marksShared:
      scores?.show.some((each) => each.of === 'caches-used' && each.better === 'more') ?? false,
  };
}

/** The same object until something of it changes. */
export function useColouring(): Colouring {
  const { scenario } = useSession().opened;
  const colour = useStageState((state) => state.colour);
  const hue = useStageState((state) => state.hue);
  const heat = useStageState((state) => state.heat);
  const only = useStageState((state) => state.only);
  return useMemo(
    () => colouringOf({ colour, hue, heat, only }, scenario),
    [colour, hue, heat, only, scenario],
  );
}
