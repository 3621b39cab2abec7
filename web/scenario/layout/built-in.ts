// The layouts of root_domain that were posted, as edits of the baseline. What they are called is what
// scenarios and the core call them; that they lie as posted is held by tests/vectors.
//
// Source: "sched/rt: mitigate root_domain cache line contention" v1 to v3 (Pan Deng, 2025 and 2026) on
// Linux 6.18. p1alt's padding and p3 without p2 are reconstructed.

import { LAYOUT } from '../../engine/abi.gen.ts';
import { applyEdits, type LayoutEdit } from './edits.ts';
import { baseline, type RootDomain } from './root-domain-struct.ts';

/** The core's codes of the layouts of root_domain, by name. */
export const layoutCodes = {
  base: LAYOUT.BASE,
  p1: LAYOUT.P1,
  p1alt: LAYOUT.P1ALT,
  p2: LAYOUT.P2,
  p3: LAYOUT.P3,
  'p1+p2': LAYOUT.P1_P2,
  'p1+p3': LAYOUT.P1_P3,
  'p2+p3': LAYOUT.P2_P3,
  'p1+p2+p3': LAYOUT.P1_P2_P3,
} as const;
export type LayoutName = keyof typeof layoutCodes;
export const layoutNames = Object.keys(layoutCodes) as readonly LayoutName[];

const LINE = 64;
const move = (member: string, before?: string): LayoutEdit => ({ kind: 'move', member, before });
const align = (member: string, bytes = LINE): LayoutEdit => ({ kind: 'align', member, bytes });

const patches: Readonly<Record<string, readonly LayoutEdit[]>> = {
  base: [],
  /** Aligning the mask member makes every vector two lines. */
  p1: [align('mask')],
  /** The author's alternative: two arrays, and the count of NORMAL padded to a line of its own. */
  p1alt: [
    { kind: 'split' },
    align('cpupri'),
    { kind: 'cut', member: 'count[0..100]', at: 1 },
    { kind: 'pad', member: 'count[1..100]', bytes: 60 },
    { kind: 'pad', member: 'mask[0..100]', bytes: 48 },
  ],
  p2: [
    move('rto_mask'),
    move('overloaded'),
    move('overutilized'),
    move('dlo_mask', 'cpupri'),
    move('visit_cookie', 'cpupri'),
    align('cpupri'),
    align('pd'),
    align('overloaded'),
  ],
  p3: [{ kind: 'per-node' }],
};

/** The edits that make a posted layout from the baseline. */
export const editsOf = (name: LayoutName): readonly LayoutEdit[] =>
  name.split('+').flatMap((patch) => patches[patch]!);

const known = new Map<LayoutName, RootDomain>();

/** A posted layout. */
export function builtInLayout(name: LayoutName): RootDomain {
  let layout = known.get(name);
  if (!layout) {
    const outcome = applyEdits(editsOf(name), baseline);
    if (!outcome.ok) throw new Error(`${name}: ${outcome.reason}`);
    layout = outcome.layout;
    known.set(name, layout);
  }
  return layout;
}

export const isLayoutName = (name: string): name is LayoutName =>
  (layoutNames as readonly string[]).includes(name);

/** What patches make of the baseline: a layout, and masks of cpupri split by node. */
export interface Patched {
  readonly layout: LayoutName;
  readonly masksPerNode: boolean;
}

const withoutPatch4 = layoutNames.map((layout): [string, Patched] => [
  layout,
  { layout, masksPerNode: false },
]);
const withPatch4 = layoutNames.map((layout): [string, Patched] => [
  layout === 'base' ? 'p4' : `${layout}+p4`,
  { layout, masksPerNode: true },
]);
const combinations = new Map([...withoutPatch4, ...withPatch4]);

/**
 * Every combination of the four patches by name. Patch 4 moves no member, so "p1+p4" has the layout p1;
 * as patch 3 is said by a layout's name, so is patch 4.
 */
export const patchNames: readonly string[] = [...combinations.keys()];

/** The combination of that name, or undefined if it is none: the name of a layout of one's own, say. */
export const patchesNamed = (name: string): Patched | undefined => combinations.get(name);
