// The edge of a panel or of the open view, by which it is made larger or smaller: dragged, or moved with
// the arrow keys. A double click gives the usual size back.

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { type Extent, resize, type Sized } from '../stage/panels.ts';
import styles from './Separator.module.css';

/** CSS pixels an arrow key moves the edge. */
const stride = 16;

export interface SeparatorProps {
  readonly part: Sized;
  readonly name: string;
  readonly extent: Extent;
  /** The element whose size it is. */
  readonly controls: string;
}

/** Which way the part grows: along x or y, and whether it grows towards its beginning. */
const growth = {
  story: { axis: 'x', sign: 1 },
  inspector: { axis: 'x', sign: -1 },
  dock: { axis: 'y', sign: -1 },
} as const;

const keys: Readonly<Record<string, { readonly axis: 'x' | 'y'; readonly by: 1 | -1 }>> = {
  ArrowRight: { axis: 'x', by: 1 },
  ArrowLeft: { axis: 'x', by: -1 },
  ArrowDown: { axis: 'y', by: 1 },
  ArrowUp: { axis: 'y', by: -1 },
};

export default function Separator({ part, name, extent, controls }: SeparatorProps) {
  const { axis, sign } = growth[part];
  const { now, least, most } = extent;
  const grip = useRef<{ readonly at: number; readonly size: number }>(undefined);
  const put = (size: number) => resize(part, Math.min(most, Math.max(least, size)));
  const place = (event: PointerEvent) => (axis === 'x' ? event.clientX : event.clientY);
  const take = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { at: place(event), size: now };
  };
  const move = (event: PointerEvent) => {
    const { current } = grip;
    if (current) put(current.size + sign * (place(event) - current.at));
  };
  const release = () => {
    grip.current = undefined;
  };
  const press = (event: KeyboardEvent) => {
    const key = keys[event.key];
    if (key?.axis === axis) put(now + sign * key.by * stride);
    else if (event.key === 'Home') put(least);
    else if (event.key === 'End') put(most);
    else if (event.key === 'Enter') resize(part, undefined);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved; <hr> cannot
    <div
      role="separator"
      tabIndex={0}
      className={styles.separator}
      data-part={part}
      aria-label={name}
      aria-controls={controls}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-valuenow={now}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={`${now} px`}
      title={name}
      onPointerDown={take}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => resize(part, undefined)}
      onKeyDown={press}
    />
  );
}
