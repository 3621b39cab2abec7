// The entries of the legend of what the colours say. Pure; what an entry looks like is ColourBy's.

import type { HuePart, LegendEntry } from '../../scenario/colouring.ts';
import { taskHues } from '../../ui/theme.ts';
import { type Colouring, heatBands } from '../../views/topology/index.ts';
import { words } from './words.ts';

export interface HueEntry {
  readonly key: LegendEntry;
  readonly name: string;
  readonly meaning: string;
}

/** What there is on stage that hues can be of. */
export interface HueParts {
  readonly roles: readonly string[];
  readonly process: number;
  readonly instance: number;
}

/** What tasks can be told apart by on this stage. */
export function huesOffered({ roles, process, instance }: HueParts): readonly HuePart[] {
  const offered: HuePart[] = [];
  if (roles.length > 0) offered.push('role');
  if (process > 0) offered.push('process');
  if (instance > 1 || offered.length === 0) offered.push('instance');
  return offered;
}

/** The hue in force: tasks without what was asked for are told apart by their group. */
export function hueInForce(asked: HuePart, parts: HueParts): HuePart {
  const offered = huesOffered(parts);
  return offered.includes(asked) ? asked : (offered[0] ?? 'instance');
}

const entriesOf = (said: Readonly<Record<string, Omit<HueEntry, 'key'>>>): readonly HueEntry[] =>
  Object.entries(said).map(([key, { name, meaning }]) => ({
    key: key as LegendEntry,
    name,
    meaning,
  }));

function hueEntries(hue: HuePart, parts: HueParts): readonly HueEntry[] {
  const count = hue === 'role' ? parts.roles.length : parts[hue];
  const named = Math.min(taskHues, count);
  return Array.from({ length: named }, (_, at) => {
    const name = hue === 'role' ? parts.roles[at]! : words.part(hue, at);
    const said = at + taskHues < count ? words.andMore(name) : name;
    return { key: `hue-${at + 1}` as LegendEntry, name: said, meaning: said };
  });
}

/** The bands of heat up to `full`, by what they reach to; none before something was seen. */
function heatEntries({ heat }: Colouring, full: number): readonly HueEntry[] {
  if (!(full > 0)) return [];
  const { meaning, text } = words.measure[heat];
  return Array.from({ length: heatBands }, (_, band) => ({
    key: `heat-${band + 1}` as LegendEntry,
    name: words.upTo(text((full * (band + 1)) / heatBands)),
    meaning,
  }));
}

export function legendOf(colouring: Colouring, parts: HueParts, full: number): readonly HueEntry[] {
  switch (colouring.by) {
    case 'state':
      return entriesOf(words.state);
    case 'home':
      return entriesOf(words.home);
    case 'heat':
      return heatEntries(colouring, full);
    case 'task':
      return hueEntries(hueInForce(colouring.hue, parts), parts);
  }
}
