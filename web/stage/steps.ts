// The steps of the story on stage and their addresses. Comes after the machines (scene-chunk.ts).

import type { Recipe } from '../scenario/index.ts';
import { placeOf, storyHash } from '../scenario/place.ts';
import type { Session } from './session.ts';
import { useStageState } from './store.ts';

/** What a recipe may say of a story as it comes: how it is looked at. */
const ofLook: readonly string[] = ['format', 'scenario', 'view', 'playhead', 'selection'];
const isAsItComes = (recipe: Recipe): boolean =>
  Object.keys(recipe).every((name) => ofLook.includes(name));

/** The address of a step; undefined where the story on stage is not one as it comes. */
export function addressOfStep({ opened }: Session, step: number): string | undefined {
  // In a frame the address is the host's.
  if (useStageState.getState().embed) return undefined;
  const hash = isAsItComes(opened.recipe) ? storyHash(opened.name ?? '') : undefined;
  return hash && `${hash}/${step}`;
}

/** The step so many behind the one shown; undefined: there is none. Behind the last stands the end. */
export function stepFrom({ steps }: Session, by: number): number | undefined {
  const { step = steps.length, presenting } = useStageState.getState();
  const number = step + 1 + by;
  return !presenting && number >= 1 && number <= steps.length + 1 ? number : undefined;
}

/** Which step of the story on stage the address leads to, where it led to it `before`, too. */
export function stepBeside({ opened }: Session, before: string): number | undefined {
  const [here, from] = [placeOf(window.location.href), placeOf(before)];
  if (here.kind !== 'story' || from.kind !== 'story') return undefined;
  const isSame = from.scenario === here.scenario && opened.name === here.scenario;
  return isSame ? (here.step ?? 1) : undefined;
}
