// What a field is called where there is little room: the whole name, else its end, else its beginning.

/** Mean advance of a character in Inter, in em. */
const ADVANCE = 0.55;

/** Ends of names that several fields share: they would not tell which. */
const shared = new Set(['count', 'counts', 'mask']);

/** "rto_loop_next" and what may stand for it beside its neighbours: "loop_next", "next". */
function shorter(label: string): string[] {
  const level = /^(?:count|mask)(\[\d+\])$/.exec(label);
  if (level) return [label, level[1]!];
  const parts = label.split('_');
  return parts.map((_, from) => parts.slice(from).join('_')).filter((form) => !shared.has(form));
}

/** The longest form of a label that fits in `width` px at `size` px; '' where none does. */
export function fittingLabel(label: string, width: number, size: number): string {
  const room = Math.floor(width / (size * ADVANCE));
  const form = shorter(label).find((text) => text.length <= room);
  if (form) return form;
  return room >= 4 ? `${label.slice(0, room - 1)}…` : '';
}

/** A number, if it fits: a number is never cut. */
export const fittingNumber = (text: string, width: number, size: number): string =>
  text.length * size * ADVANCE <= width ? text : '';
