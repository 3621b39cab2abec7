// The keyboard's way around the map: arrow keys go from field to field, Enter picks one up, arrow keys
// then move it, Enter puts it down, Escape puts it back where it was picked up.

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import {
  applyEdit,
  type LayoutEdit,
  type LayoutPart,
  lineOfOffset,
  memberPlace,
  type RootDomain,
} from '../../scenario/layout/index.ts';
import { type DropStep, stepEdit } from './drop.ts';
import type { EditRefusal } from './editing.ts';
import type { LayoutRow } from './lines.ts';
import { cellOfFold, cellOfLine, cellOfPart } from './MapRows.tsx';
import type { Selected, SelectedPart } from './selected.ts';
import { words } from './words.ts';

export interface MapKeysOptions {
  readonly layout: RootDomain;
  readonly rows: readonly LayoutRow[];
  readonly selected: SelectedPart | undefined;
  readonly line: number | undefined;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly onSelect: (selected: Selected | undefined) => void;
  readonly onLine: (line: number | undefined) => void;
  readonly onEdit: (edit: LayoutEdit) => void;
  readonly onRefuse: (refusal: EditRefusal | undefined) => void;
  readonly onSay: (said: string) => void;
  readonly unfold: (first: number, last: number) => void;
}

/** A place that the keyboard can be at. */
interface Stop {
  readonly cell: string;
  /** First byte in the line, for going up and down; -1: the line's number. */
  readonly start: number;
  readonly part?: LayoutPart;
}

function stopsOf(row: LayoutRow): Stop[] {
  if (row.kind === 'fold') return [{ cell: cellOfFold(row.first), start: 0 }];
  const parts = row.cells.flatMap(({ part, start, isFirst }) =>
    part && isFirst ? [{ cell: cellOfPart(part.label), start, part }] : [],
  );
  return [{ cell: cellOfLine(row.number), start: -1 }, ...parts];
}

const steps: Readonly<Record<string, DropStep>> = {
  ArrowLeft: 'earlier',
  ArrowRight: 'later',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** The stop that a key leads to from the one at [row, index]. */
function nextStop(
  stops: readonly (readonly Stop[])[],
  [row, index]: readonly [number, number],
  key: string,
): Stop | undefined {
  const here = stops[row]!;
  if (key === 'Home') return here[0];
  if (key === 'End') return here.at(-1);
  if (key === 'ArrowLeft') return here[index - 1] ?? stops[row - 1]?.at(-1);
  if (key === 'ArrowRight') return here[index + 1] ?? stops[row + 1]?.[0];
  const other = stops[row + (key === 'ArrowDown' ? 1 : -1)];
  const { start } = here[index]!;
  return other?.findLast((stop) => stop.start <= start) ?? other?.[0];
}

/** What is picked up, and what keys do to it. `focusOn` keeps the focus on the field as it moves. */
function useCarrying(options: MapKeysOptions, focusOn: (label: string) => void) {
  const { layout, selected, onSay } = options;
  const [grabbed, setGrabbed] = useState<{ member: string; back: LayoutEdit }>();

  const grab = (part: LayoutPart) => {
    const isSelected = selected?.part.label === part.label;
    const member = isSelected ? selected.member : part.member;
    if (!isSelected) options.onSelect({ label: part.label, level: undefined });
    setGrabbed({ member, back: backTo(layout, member) });
    onSay(words.grabbed(member));
  };

  const moveBy = (member: string, step: DropStep) => {
    const edit = stepEdit(layout, member, step);
    const outcome = edit && applyEdit(layout, edit);
    if (!edit || !outcome) return options.onRefuse({ reason: words.end, remedy: undefined });
    if (selected) focusOn(selected.part.label);
    options.onEdit(edit);
    const place = outcome.ok && memberPlace(outcome.layout, member);
    if (grabbed && place) onSay(words.carried(member, place.offset, lineOfOffset(place.offset)));
  };

  const putDown = (member: string, back: LayoutEdit | undefined) => {
    setGrabbed(undefined);
    if (back) options.onEdit(back);
    if (!selected) return;
    focusOn(selected.part.label);
    const place = !back && memberPlace(layout, member);
    if (place) onSay(words.put(member, place.offset, lineOfOffset(place.offset)));
  };

  /** True if the key was for what is picked up. */
  const carry = (key: string): boolean => {
    if (!grabbed) return false;
    const { member, back } = grabbed;
    const step = steps[key];
    if (step) moveBy(member, step);
    else if (key === 'Escape') putDown(member, back);
    else if (key === 'Enter' || key === ' ') putDown(member, undefined);
    else return false;
    return true;
  };

  return { grabbed: grabbed?.member, grab, moveBy, carry };
}

/** The cell that has the focus or would get it, and the way to give it to another. */
function useFocus(frame: RefObject<HTMLDivElement | null>) {
  const [focused, setFocused] = useState<string>();
  /** The cell to focus once it is drawn: a moved field is drawn anew. */
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const name = CSS.escape(wanted.current);
    const element = frame.current?.querySelector<SVGElement>(`[data-cell="${name}"]`);
    if (!element) return;
    wanted.current = undefined;
    element.focus();
  });
  const goTo = (cell: string) => {
    wanted.current = cell;
    setFocused(cell);
  };
  return { focused, setFocused, goTo };
}

export function useMapKeys(options: MapKeysOptions) {
  const { rows, selected, frame } = options;
  const { focused, setFocused, goTo } = useFocus(frame);
  const carrying = useCarrying(options, (label) => goTo(cellOfPart(label)));
  const stops = rows.map(stopsOf);
  const isThere = stops.some((row) => row.some(({ cell }) => cell === focused));

  const visit = (stop: Stop) => {
    goTo(stop.cell);
    if (stop.part) options.onSelect({ label: stop.part.label, level: undefined });
  };

  const act = (stop: Stop, row: LayoutRow) => {
    if (stop.part) carrying.grab(stop.part);
    else if (row.kind === 'fold') {
      options.unfold(row.first, row.last);
      goTo(cellOfLine(row.first));
    } else options.onLine(options.line === row.number ? undefined : row.number);
  };

  const navigate = ({ target, key, altKey }: KeyboardEvent): boolean => {
    const cell = (target as Element).closest('[data-cell]')?.getAttribute('data-cell');
    const row = stops.findIndex((each) => each.some((stop) => stop.cell === cell));
    if (row < 0) return false;
    const index = stops[row]!.findIndex((stop) => stop.cell === cell);
    const here = stops[row]![index]!;
    const step = steps[key];
    if (key === 'Enter' || key === ' ') act(here, rows[row]!);
    else if (altKey && step && here.part) {
      carrying.moveBy(selected?.member ?? here.part.member, step);
    } else if (step || key === 'Home' || key === 'End') {
      const next = nextStop(stops, [row, index], key);
      if (next) visit(next);
    } else return false;
    return true;
  };

  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.key === 'Tab') return;
    // Also keeps the keys of the stage (playhead, play) away from what is done here.
    if (carrying.carry(event.key) || navigate(event)) event.preventDefault();
  };

  return {
    keyDown,
    tabStop: isThere ? focused! : (stops[0]?.[1]?.cell ?? ''),
    grabbed: carrying.grabbed,
    focusOn: (label: string) => setFocused(cellOfPart(label)),
  };
}

/** The edit that puts a member back where it is now. */
function backTo(layout: RootDomain, member: string): LayoutEdit {
  for (const members of [layout.root_domain, layout.cpupri, layout.cpupri_vec]) {
    const at = members.findIndex(({ name }) => name === member);
    if (at >= 0) return { kind: 'move', member, before: members[at + 1]?.name };
  }
  return { kind: 'move', member, before: undefined };
}
