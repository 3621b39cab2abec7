// Where the knobs stand of which a scenario says nothing: a field that is left out has a value all the
// same, and that one is asked of what opens scenarios instead of being written down a second time.

import type { AxisValue } from '../engine/sweep/grid.ts';
import { buildDefinition } from './definition.ts';
import { ScenarioError } from './error.ts';
import type { ContentReader } from './platform.ts';
import { type OpenedRecipe, openRecipe } from './recipe.ts';
import type { OpenedScenario } from './scenario.ts';
import { settingOf } from './setting.ts';

/** Values of knobs by path. */
export type KnobSettings = Readonly<Record<string, AxisValue>>;

/** The knobs of a scenario whose fields it leaves out. */
export const knobsAtDefault = (opened: OpenedScenario) =>
  (opened.scenario.show?.knobs ?? []).filter(({ path }) => settingOf(opened, path) === undefined);

/** What the core gets for all variants: same text, same run. */
const runOf = (opened: OpenedScenario): string =>
  JSON.stringify(opened.scenario.variants.map(({ id }) => buildDefinition(opened, id)));

/** Reads every file once: the values of a knob are opened one after the other. */
function remembering(reader: ContentReader): ContentReader {
  const known = new Map<string, ReturnType<ContentReader['read']>>();
  return {
    names: () => reader.names(),
    read(name) {
      const file = known.get(name) ?? reader.read(name);
      known.set(name, file);
      return file;
    },
  };
}

/**
 * Of the knobs whose fields are left out, the values that change nothing when they are said. A knob is
 * missing where none of its values does: where the kernel computes a number from the machine, or where the
 * core alone knows what a version of a series has.
 */
export async function defaultSettings(
  opened: OpenedRecipe,
  reader: ContentReader,
): Promise<KnobSettings> {
  const { recipe } = opened;
  const present = runOf(opened);
  const files = remembering(reader);
  const isPresent = async (path: string, value: AxisValue): Promise<boolean> => {
    try {
      const said = { ...recipe, set: { ...recipe.set, [path]: value } };
      return runOf(await openRecipe(said, files)) === present;
    } catch (cause) {
      // What cannot be said together with the rest is not what runs.
      if (cause instanceof ScenarioError) return false;
      throw cause;
    }
  };
  const found: Record<string, AxisValue> = {};
  for (const { path, values } of knobsAtDefault(opened)) {
    for (const value of values) {
      if (!(await isPresent(path, value))) continue;
      found[path] = value;
      break;
    }
  }
  return found;
}
