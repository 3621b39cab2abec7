// Talks by their names, and where in their stories their steps are. Bad talks are refused by the path of the field.

import { meantOr, ScenarioError, shown } from '../error.ts';
import { validated } from '../fields.ts';
import { readJson } from '../json.ts';
import type { ContentReader } from '../platform.ts';
import { type Talk, TalkSchema, type TalkStep } from './talk-schema.ts';

const folder = 'talks/';

/** The names of all talks, without their folder, in order. */
export const talkNames = (reader: ContentReader): string[] =>
  reader
    .names()
    .filter((name) => name.startsWith(folder))
    .map((name) => name.slice(folder.length))
    .sort();

/** A talk from JSON text. Throws ScenarioError. */
export const parseTalk = (text: string): Talk => validated(TalkSchema, readJson(text));

/** The talk of that name. Throws ScenarioError. */
export async function loadTalk(name: string, reader: ContentReader): Promise<Talk> {
  const names = talkNames(reader);
  if (names.includes(name)) return parseTalk(await reader.read(folder + name));
  throw new ScenarioError(
    'talk',
    `is ${shown(name)}, which is not the name of a talk`,
    meantOr(name, names, `the talks are ${names.join(', ')}`),
  );
}

/** The stories of a talk, in the order in which they come first. */
export const storiesOfTalk = ({ steps }: Pick<Talk, 'steps'>): string[] => [
  ...new Set(steps.map(({ on }) => on.scenario)),
];

interface Told {
  readonly title: string;
}

/**
 * Where each step stands among the steps of its story, counted from 0; `toldIn` gives those of a story. Throws
 * ScenarioError where a story has no step of that title.
 */
export function talkPlacesOf(
  steps: readonly TalkStep[],
  toldIn: (scenario: string) => readonly Told[],
): number[] {
  return steps.map(({ on }, at) => {
    const titles = toldIn(on.scenario).map(({ title }) => title);
    const found = titles.indexOf(on.step);
    if (found >= 0) return found;
    throw new ScenarioError(
      `steps[${at}].on.step`,
      `is ${shown(on.step)}, which is not a step of ${on.scenario} is called`,
      meantOr(on.step, titles, `its steps are ${titles.join(', ')}`),
    );
  });
}

/** The variants whose runs a talk needs of a story: those of its steps, and of what its notes say. */
export function variantsIn(
  steps: readonly TalkStep[],
  scenario: string,
  sides: readonly string[],
): string[] {
  const own = steps.filter(({ on }) => on.scenario === scenario);
  const asked = own.flatMap(({ values = [] }) => values.map(({ variant }) => variant as string));
  return [...new Set(['A', ...sides, ...asked])].sort();
}
