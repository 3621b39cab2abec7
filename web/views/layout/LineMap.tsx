// The bytes of root_domain as cache lines: one row per line, one box per field, holes hatched. Fields are dragged
// here, or picked up with Enter and moved with the arrow keys.

import { useEffect, useId, useMemo, useRef, useState } from 'react';
import {
  type LayoutEdit,
  type LayoutPart,
  type LayoutPicture,
  LINE_BYTES,
  lineOfOffset,
  pictureOf,
  type RootDomain,
} from '../../scenario/layout/index.ts';
import { useSize } from '../../ui/use-size.ts';
import { caretOf, type Drag, useDrag } from './drag.ts';
import type { EditRefusal } from './editing.ts';
import { boxesOf, type Geometry, geometryOf, rowHeight, rowOfLine, xOfByte } from './geometry.ts';
import { useMapKeys } from './keys.ts';
import styles from './LineMap.module.css';
import { foldedRows, type LayoutRow, lineRowsOf } from './lines.ts';
import { FoldLine, HolePatterns, type LineContext, LineRowView, unseen } from './MapRows.tsx';
import { partsOfMember, type Selected, type SelectedPart } from './selected.ts';
import { useZoom } from './use-zoom.ts';
import { type FieldHeat, type FieldUses, fieldScale } from './uses.ts';
import { words } from './words.ts';

export interface LineMapProps {
  readonly layout: RootDomain;
  readonly picture: LayoutPicture;
  /** The layout begun with: where the ghost lies. */
  readonly before: LayoutPicture;
  readonly uses: FieldUses;
  readonly heat: FieldHeat;
  readonly selected: SelectedPart | undefined;
  readonly onSelect: (selected: Selected | undefined) => void;
  /** The selected line of root_domain, from 1. */
  readonly line: number | undefined;
  readonly onLine: (line: number | undefined) => void;
  /** Members that edits of one's own speak of. */
  readonly touched: ReadonlySet<string>;
  readonly onEdit: (edit: LayoutEdit) => void;
  readonly onRefuse: (refusal: EditRefusal | undefined) => void;
  readonly onSay: (said: string) => void;
}

/** The width of the scrolling frame, and how much larger than 12 px the theme's small text is. */
function useFrame() {
  const frame = useRef<HTMLDivElement>(null);
  return { frame, ...useSize(frame, frameOf, { width: 800, scale: 1 }) };
}

function frameOf(element: HTMLElement) {
  const small = Number.parseFloat(getComputedStyle(element).fontSize) / 12;
  const scale = Number.isFinite(small) && small > 0 ? Math.min(2, small) : 1;
  return { width: element.clientWidth || 800, scale };
}

/** The rows to draw: idle lines are folded, unless they are selected or unfolded. */
function useRows({ picture, uses, selected, line }: LineMapProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const lines = useMemo(() => lineRowsOf(picture), [picture]);
  const rows = useMemo(() => {
    const open = new Set(unfolded);
    if (line !== undefined) open.add(line);
    if (selected) open.add(lineOfOffset(selected.part.offset));
    const isBusy = ({ field }: LayoutPart) => {
      const use = field === undefined ? undefined : uses.get(field);
      return use !== undefined && use.hitm + use.stores > 0;
    };
    return foldedRows(lines, { isBusy, open });
  }, [lines, uses, selected, line, unfolded]);
  const unfold = (first: number, last: number) =>
    setUnfolded((before) => {
      const more = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      return new Set([...before, ...more]);
    });
  return { rows, unfold, hasUnfolded: unfolded.size > 0, foldAgain: () => setUnfolded(new Set()) };
}

export function LineMap(props: LineMapProps) {
  const { layout, picture, uses, heat, selected, touched, onSelect, onLine } = props;
  const { frame, width: frameWidth, scale } = useFrame();
  const width = frameWidth * useZoom(frame);
  const { rows, unfold, hasUnfolded, foldAgain } = useRows(props);
  const geometry = useMemo(() => geometryOf(rows, width, scale), [rows, width, scale]);
  const { drag, press, move, release, cancel } = useDrag({ ...props, geometry, rows });
  const { keyDown, tabStop, grabbed, focusOn } = useMapKeys({ ...props, rows, unfold, frame });
  const hatch = useId();
  useShown(frame, geometry, rows, props);
  const context: LineContext = {
    structure: layout.structure ?? 'root_domain',
    geometry,
    hatch,
    uses,
    heat,
    scale: useMemo(() => fieldScale(uses, heat), [uses, heat]),
    selected,
    line: props.line,
    touched,
    grabbed,
    tabStop,
    dragged: drag?.member,
    onPress: press,
    onSelect: (part) => {
      onSelect({ label: part.label, level: undefined });
      focusOn(part.label);
    },
    onLine: (line) => onLine(line === props.line ? undefined : line),
    onUnfold: unfold,
  };
  return (
    <div className={styles.scroll} ref={frame} style={{ fontSize: 'var(--text-small)' }}>
      <Ruler geometry={geometry} />
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn to the byte. */}
      <div
        role="grid"
        aria-label={words.map(layout.structure ?? 'root_domain')}
        onKeyDown={keyDown}
      >
        <svg
          className={styles.picture}
          role="none"
          style={{ fontSize: geometry.type }}
          data-wide={width > frameWidth}
          width={width}
          height={geometry.height}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={cancel}
        >
          <HolePatterns id={hatch} />
          {rows.map((row, index) =>
            row.kind === 'line' ? (
              <LineRowView
                key={`l${row.number}`}
                row={row}
                top={geometry.tops[index]!}
                {...context}
              />
            ) : (
              <FoldLine key={`f${row.first}`} row={row} top={geometry.tops[index]!} {...context} />
            ),
          )}
          {selected && (
            <Ghost {...props} member={drag?.member ?? selected.member} {...{ geometry, rows }} />
          )}
          {drag && (
            <Caret at={caretOf(layout, picture, drag)} drag={drag} {...{ geometry, rows }} />
          )}
        </svg>
      </div>
      {drag && <Float drag={drag} before={picture} width={width} />}
      {hasUnfolded && (
        <button type="button" onClick={foldAgain}>
          {words.foldAgain}
        </button>
      )}
    </div>
  );
}

/** Brings the selected line, chosen elsewhere, into sight. */
function useShown(
  frame: { readonly current: HTMLDivElement | null },
  geometry: Geometry,
  rows: readonly LayoutRow[],
  { line, picture }: LineMapProps,
): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const wanted = `${line}`;
    const index = line === undefined || line > picture.lines ? -1 : rowOfLine(rows, line);
    const element = frame.current;
    if (!element || index < 0 || shown.current === wanted) return;
    shown.current = wanted;
    const top = geometry.tops[index]!;
    const bottom = top + rowHeight(geometry, rows[index]!);
    const room = element.clientHeight;
    if (top < element.scrollTop || bottom > element.scrollTop + room - 24) {
      element.scrollTop = top - room / 2;
    }
  });
}

function Ruler({ geometry }: { readonly geometry: Geometry }) {
  const marks = Array.from({ length: LINE_BYTES / 8 }, (_, index) => index * 8);
  return (
    <svg
      aria-hidden="true"
      className={styles.ruler}
      width={geometry.width}
      height={geometry.type * 1.5}
      style={{ fontSize: geometry.type }}
    >
      {marks.map((byte) => (
        <text
          key={byte}
          className={styles.rulerText}
          x={xOfByte(geometry, byte) + 2}
          y={geometry.type * 1.1}
        >
          {words.hex(byte)}
        </text>
      ))}
    </svg>
  );
}

interface OverlayProps {
  readonly geometry: Geometry;
  readonly rows: readonly LayoutRow[];
}

/** Dashed: where the selected member lay in the layout begun with. */
function Ghost({
  member,
  picture,
  before,
  geometry,
  rows,
}: LineMapProps & OverlayProps & { readonly member: string }) {
  const [first] = partsOfMember(picture, member);
  const old = partsOfMember(before, member);
  const [firstOld] = old;
  if (!first || !firstOld || first.offset === firstOld.offset) return null;
  const last = old.at(-1)!;
  const extent = { offset: firstOld.offset, size: last.offset + last.size - firstOld.offset };
  return (
    <g {...unseen}>
      {boxesOf(geometry, rows, extent).map((box) => (
        <rect key={`${box.x} ${box.y}`} className={styles.ghost} rx={3} {...inset(box)} />
      ))}
    </g>
  );
}

const inset = ({
  x,
  y,
  width,
  height,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
}) => ({
  x: x + 2,
  y: y - 2,
  width: Math.max(1, width - 4),
  height: height + 4,
});

function Caret({
  at,
  drag,
  geometry,
  rows,
}: OverlayProps & { readonly at: number; readonly drag: Drag }) {
  const index = rowOfLine(rows, lineOfOffset(at));
  const row = rows[index] ?? rows.at(-1);
  if (!row) return null;
  const top = geometry.tops[index] ?? geometry.tops.at(-1)!;
  const x = xOfByte(geometry, index < 0 ? LINE_BYTES : at % LINE_BYTES);
  const height = rowHeight(geometry, row);
  const refused = drag.outcome.ok ? '' : styles.caretRefused;
  return (
    <path
      {...unseen}
      className={`${styles.caret} ${refused}`}
      d={`M${x - 5} ${top - 5}h10l-4 5v${height}l4 5h-10l4 -5v${-height}z`}
    />
  );
}

/** Beside the pointer: what letting go here would do, or why it would be refused. */
function Float({
  drag,
  before,
  width,
}: {
  readonly drag: Drag;
  readonly before: LayoutPicture;
  readonly width: number;
}) {
  const { outcome, member } = drag;
  const preview = outcome.ok ? previewText(outcome.layout, member, before) : outcome.reason;
  const isOwnLine = outcome.ok && drag.edit.kind === 'align';
  const text = isOwnLine && preview !== words.stays ? words.ownLine(preview) : preview;
  const toLeft = drag.x > width / 2;
  const style = {
    top: drag.y + 28,
    ...(toLeft ? { right: width - drag.x + 12 } : { left: drag.x + 12 }),
  };
  return (
    <div className={styles.float} data-refused={!outcome.ok} style={style} aria-hidden="true">
      <strong className={styles.name}>{member}</strong> {text}
    </div>
  );
}

function previewText(layout: RootDomain, member: string, before: LayoutPicture): string {
  const next = pictureOf(layout);
  const [part] = partsOfMember(next, member);
  const [old] = partsOfMember(before, member);
  if (!part || (part.offset === old?.offset && next.size === before.size)) return words.stays;
  return words.wouldGo(
    part.offset,
    lineOfOffset(part.offset),
    next.size,
    words.change(next.size - before.size),
  );
}
