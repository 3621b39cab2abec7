// Every word of the Struct layout view. Names of fields, C and pahole texts are the kernel's and are
// never translated.

import { capitalised } from '../../base/capital.ts';
import { percent, plural, count as short, whole } from '../../ui/format.ts';
import type { FieldHeat } from './uses.ts';

const hex = (value: number): string => `0x${value.toString(16).padStart(2, '0')}`;

export const words = {
  region: 'Struct layout',
  short,
  percent,
  hex,
  whole,

  base: 'Begin with',
  baseName: (name: string) => (name === 'base' ? 'baseline' : name),
  undo: 'Undo',
  redo: 'Redo',
  reset: 'Reset',
  run: 'Run as C',
  running: 'C runs this layout',
  runHint: 'Runs the same work with this layout as a third variant',
  split: 'Split counts from masks',
  join: 'Join counts and masks',
  perNode: 'Per-node counts',
  single: 'Single count',
  perNodeHint: 'RT overload counted by node, as patch 3 does',
  paste: 'Paste a structure…',
  exportC: 'C declaration',
  exportPahole: 'pahole',
  exportTitle: { c: 'The layout as C declarations', pahole: 'The layout as pahole prints it' },
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  close: 'Close',

  bytes: (count: number) => plural(count, 'byte'),
  lines: (count: number) => plural(count, 'line'),
  unused: (count: number) => `${whole(count)} unused`,
  unusedHint: (hole: number, padding: number, tail: number) =>
    `${plural(hole, 'byte')} in holes, ${whole(padding)} of declared padding, ${whole(tail)} at the ends`,
  memoryTerm: 'Memory',
  unusedTerm: 'Unused',
  change: (difference: number) =>
    difference === 0 ? '' : `${difference > 0 ? '+' : '−'}${whole(Math.abs(difference))}`,
  comparedWith: (name: string) => `compared with ${name}`,

  heat: 'Heat',
  heats: { hitm: 'HITM', loads: 'Loads', stores: 'Stores' } satisfies Record<FieldHeat, string>,
  heatMeaning: {
    hitm: 'Loads that found the line modified in another core',
    loads: 'Loads, hits included',
    stores: 'Stores and atomics, hits included',
  } satisfies Record<FieldHeat, string>,
  heatOf: (side: string) => `Heat: the measured window of ${side}.`,
  warmingUp: (side: string) => `${side} is warming up: heat comes with the measured window.`,
  least: 'none',
  most: (value: string) => value,

  structure: 'Structure',
  map: (structure: string) => `Bytes of ${structure}, one row per cache line`,
  lineName: (line: number) => `line ${line}`,
  selectLine: (line: number) => `Select line ${line}`,
  lineShare: (line: number, share: string, heat: FieldHeat, structure: string) =>
    `Line ${line}: ${share} of the ${words.heats[heat]} in ${structure}`,
  fold: (first: number, last: number, parts: string, use: string, structure: string) =>
    `lines ${first} to ${last} of ${structure} · ${parts} · ${use}`,
  unfold: (first: number, last: number) => `Show lines ${first} to ${last}`,
  foldUse: (loads: number, hitm: number) =>
    loads === 0 ? 'no loads' : `${short(loads)} loads, ${hitm === 0 ? 'no' : short(hitm)} HITM`,
  foldAgain: 'Fold idle lines',
  gap: (kind: 'hole' | 'padding' | 'tail', bytes: number) =>
    `${{ hole: 'Hole', padding: 'Padding', tail: 'Unused end' }[kind]} of ${plural(bytes, 'byte')}`,
  cell: (label: string, offset: number, size: number, line: number) =>
    `${label}, offset ${offset}, ${plural(size, 'byte')}, line ${line}`,
  cellUse: (loads: number, stores: number, hitm: number) =>
    `${plural(loads, 'load')}, ${plural(stores, 'store')}, ${whole(hitm)} HITM`,
  untouched: 'not touched in the measured window',

  hint: 'Drag a field among the others, or onto a line’s number to make it start a line. Enter picks it up, arrow keys move it. Ctrl and the wheel, two fingers, or + and - widen the bytes.',
  grabbed: (name: string) =>
    `${name} is picked up: arrow keys move it, Enter puts it down, Escape puts it back.`,
  carried: (name: string, offset: number, line: number) =>
    `${name} would lie at offset ${offset}, line ${line}: Enter puts it down, Escape puts it back.`,
  put: (name: string, offset: number, line: number) =>
    `${name} is at offset ${offset}, line ${line}.`,
  wouldGo: (offset: number, line: number, size: number, change: string) =>
    `offset ${offset}, line ${line} · ${plural(size, 'byte')}${change ? ` (${change})` : ''}`,
  ownLine: (what: string) => `begins a line: ${what}`,
  stays: 'stays where it is',
  end: 'It cannot go further that way.',

  details: 'Selected field',
  nothing: 'No field is selected',
  nothingHint:
    'Select a field to see who reads and writes it, and to move, align or pad it. Dashed: where it was before.',
  actOn: 'Act on',
  everyElement: (name: string) => `every ${name}`,
  type: 'Type',
  size: 'Size',
  place: 'Place',
  placeOf: (offset: number, line: number, inLine: number) =>
    `${offset} = line ${line}, ${hex(inLine)}`,
  before: 'Before',
  alignment: 'Alignment',
  alignmentOf: (own: number, extra: number) =>
    extra > own ? `${own}, raised to ${extra}` : `${own}`,
  usedBy: 'Used by',
  loads: 'Loads',
  stores: 'Stores',
  order: 'Order',
  earlier: 'Earlier',
  later: 'Later',
  up: 'Line up',
  down: 'Line down',
  toOffset: 'Move to offset',
  move: 'Move',
  align: 'Align to',
  natural: (bytes: number) => `${bytes} (natural)`,
  alignChoice: (bytes: number) => (bytes === 64 ? '64 (cache line)' : String(bytes)),
  pad: 'Pad before',
  set: 'Pad',
  cut: 'Split before level',
  doCut: 'Cut',
  merge: 'Merge with what follows',
  edits: 'Edits',
  noEdits: 'None yet: this is the layout as posted.',
  noEditsOfOthers: 'None yet: this is the structure of the simulated kernel.',
  kind: (name: string) => capitalised(name),
} as const;
