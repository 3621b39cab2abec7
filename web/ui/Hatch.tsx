// The hatch of a waiting CPU, as an SVG pattern: one direction for a line, crosswise for a lock. The user of the
// pattern draws the filled shape; the picture on a canvas has hatches of its own (views/topology/draw/hatches.ts).

const strokes = {
  stalled: { path: 'M-1 1 1-1M0 6 6 0M5 7 7 5', width: 1.9, ground: 'var(--cpu-line)' },
  spinning: {
    path: 'M-1 1 1-1M0 6 6 0M5 7 7 5M-1 5 1 7M0 0 6 6M5-1 7 1',
    width: 1.3,
    ground: 'var(--cpu-lock)',
  },
} as const;

export type HatchKind = keyof typeof strokes;

export const isHatched = (activity: string): activity is HatchKind =>
  activity === 'stalled' || activity === 'spinning';

/** To be filled with as `url(#id)`. */
export function Hatch({ id, kind }: { readonly id: string; readonly kind: HatchKind }) {
  const { path, width, ground } = strokes[kind];
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect width="6" height="6" fill={ground} />
      <path d={path} stroke="var(--cpu-hatch)" strokeWidth={width} />
    </pattern>
  );
}
