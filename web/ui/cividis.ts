// The colour scale of all heat in the product: cividis (Nuñez, Anderton, Renslow 2018), legible with
// colour-vision deficiencies. Ten equally spaced stops, linear between them.

const stops: readonly (readonly [number, number, number])[] = [
  [0x00, 0x20, 0x4d],
  [0x00, 0x33, 0x6f],
  [0x39, 0x48, 0x6b],
  [0x57, 0x5c, 0x6d],
  [0x70, 0x71, 0x73],
  [0x8a, 0x87, 0x79],
  [0xa6, 0x9d, 0x75],
  [0xc4, 0xb5, 0x6c],
  [0xe4, 0xcf, 0x5b],
  [0xff, 0xea, 0x46],
];

/** The colour at `position` (0 dark blue to 1 yellow, clamped) as "rgb(r g b)". */
export function cividis(position: number): string {
  const scaled = Math.min(1, Math.max(0, position)) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(scaled));
  const fraction = scaled - index;
  const channel = (c: 0 | 1 | 2): number =>
    Math.round(stops[index]![c] + (stops[index + 1]![c] - stops[index]![c]) * fraction);
  return `rgb(${channel(0)} ${channel(1)} ${channel(2)})`;
}

/** The part of cividis a theme uses: position for a share 0 … 1 of the largest heat. */
export interface HeatRange {
  readonly from: number;
  readonly to: number;
}

/** The colour of a heat 0 … 1 in a theme. */
export function heatColour(share: number, range: HeatRange): string {
  const bounded = Math.min(1, Math.max(0, share));
  return cividis(range.from + (range.to - range.from) * bounded);
}
