// Dragging a field with the pointer: what would happen if it were let go here. Tells the rules from the
// picture; letting go makes the edit.

import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import {
  applyEdit,
  type EditOutcome,
  type LayoutEdit,
  type LayoutPicture,
  memberPlace,
  type RootDomain,
} from '../../scenario/layout/index.ts';
import { dropEdit, ownLineEdit } from './drop.ts';
import type { EditRefusal } from './editing.ts';
import { byteAt, type Geometry } from './geometry.ts';
import type { LayoutRow } from './lines.ts';

/** Pixels a pointer may tremble before a press becomes a drag. */
const TREMBLE = 5;

export interface Drag {
  readonly member: string;
  /** In the coordinates of the map. */
  readonly x: number;
  readonly y: number;
  /** The byte under the pointer. */
  readonly byte: number;
  readonly edit: LayoutEdit;
  readonly outcome: EditOutcome;
}

interface Pressed {
  readonly member: string;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
}

export interface DragOptions {
  readonly layout: RootDomain;
  readonly picture: LayoutPicture;
  readonly geometry: Geometry;
  readonly rows: readonly LayoutRow[];
  readonly onEdit: (edit: LayoutEdit) => void;
  readonly onRefuse: (refusal: EditRefusal | undefined) => void;
}

/** Where the caret of a drop stands: at the byte the member would be declared before. */
export function caretOf(
  layout: RootDomain,
  picture: LayoutPicture,
  { edit, byte, outcome }: Drag,
): number {
  if (outcome.ok && edit.kind === 'align') {
    return memberPlace(outcome.layout, edit.member)?.offset ?? byte;
  }
  if (!outcome.ok || edit.kind !== 'move') return Math.floor(byte);
  if (edit.before !== undefined) return memberPlace(layout, edit.before)?.offset ?? byte;
  const { container } = memberPlace(layout, edit.member)!;
  const last = layout[container].at(-1)!;
  const place = memberPlace(layout, last.name)!;
  return Math.min(picture.size, place.offset + place.size);
}

/** The drag under way, and the handlers that make it. */
export function useDrag(options: DragOptions) {
  const latest = useRef(options);
  latest.current = options;
  const pressed = useRef<Pressed>(undefined);
  const [drag, setDrag] = useState<Drag>();

  const cancel = useCallback(() => {
    pressed.current = undefined;
    setDrag(undefined);
  }, []);

  const press = useCallback(
    (event: PointerEvent, member: string) => {
      // A second finger zooms: nothing is carried then.
      if (!event.isPrimary) return cancel();
      if (event.button !== 0) return;
      pressed.current = { member, pointer: event.pointerId, x: event.clientX, y: event.clientY };
    },
    [cancel],
  );

  const move = useCallback((event: PointerEvent<SVGSVGElement>) => {
    const from = pressed.current;
    if (!from || from.pointer !== event.pointerId) return;
    const map = event.currentTarget;
    if (!map.hasPointerCapture(from.pointer)) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < TREMBLE) return;
      map.setPointerCapture(from.pointer);
    }
    const { layout, picture, geometry, rows } = latest.current;
    const { left, top } = map.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const byte = byteAt(geometry, rows, x, y);
    const edit =
      x < geometry.gutter ? ownLineEdit(from.member) : dropEdit(layout, picture, from.member, byte);
    setDrag({ member: from.member, x, y, byte, edit, outcome: applyEdit(layout, edit) });
  }, []);

  const release = useCallback(() => {
    pressed.current = undefined;
    setDrag((current) => {
      if (current) queueMicrotask(() => finish(current, latest.current));
      return undefined;
    });
  }, []);

  useEffect(() => {
    if (!drag) return;
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      cancel();
    };
    document.addEventListener('keydown', onEscape, { capture: true });
    return () => document.removeEventListener('keydown', onEscape, { capture: true });
  }, [drag, cancel]);

  return { drag, press, move, release, cancel };
}

function finish({ edit, outcome }: Drag, { onEdit, onRefuse }: DragOptions): void {
  if (outcome.ok) onEdit(edit);
  else onRefuse({ reason: outcome.reason, remedy: outcome.remedy });
}
