// A selected line on both sides: variants lay the same structure out differently, so a line is found
// again by structure, instance and number, not by its index. A selection speaks in the indices of
// machine A.

import type { Catalog } from '../engine/types.ts';
import type { Selection } from '../views/topology/index.ts';
import type { Summary, VariantId } from './playback/playback.ts';

/** The line of `to` that `line` of `from` corresponds to, or undefined if it has none. */
export function lineOnSide(line: number, from: Catalog, to: Catalog): number | undefined {
  if (from === to) return line;
  const structure = from.structures[from.lines.structure[line] ?? -1];
  const number = from.lines.lineNumber[line];
  const instance = from.lines.instance[line];
  for (let other = 0; other < to.lines.count; other += 1) {
    if (to.lines.lineNumber[other] !== number || to.lines.instance[other] !== instance) continue;
    if (to.structures[to.lines.structure[other]!] === structure) return other;
  }
  return undefined;
}

/** The selected line as `side` counts it; undefined if none is selected or this layout lacks it. */
export function lineSelectedOn(
  side: VariantId,
  { line }: Selection,
  { variants }: Summary,
): number | undefined {
  const here = variants[side].catalog;
  const first = variants.A.catalog ?? here;
  return line === undefined || !here || !first ? undefined : lineOnSide(line, first, here);
}
