// The rows of the map: one cache line with its fields and holes, or a fold of idle ones. Draws what it
// is given.

import type { PointerEvent } from 'react';
import { type LayoutPart, LINE_BYTES, lineOfOffset } from '../../scenario/layout/index.ts';
import type { HeatRange } from '../../ui/cividis.ts';
import { useHeatRange } from '../../ui/use-heat-range.ts';
import { type Geometry, xOfByte } from './geometry.ts';
import styles from './LineMap.module.css';
import { fittingLabel, fittingNumber } from './label.ts';
import type { Cell, FoldRow, LayoutLineRow } from './lines.ts';
import { heatPaint } from './palette.ts';
import type { SelectedPart } from './selected.ts';
import { type FieldHeat, type FieldScale, type FieldUses, usesTogether, warmth } from './uses.ts';
import { words } from './words.ts';

export interface LineContext {
  /** What is shown: the name of the structure. */
  readonly structure: string;
  readonly geometry: Geometry;
  /** Prefix of the ids of the hatches. */
  readonly hatch: string;
  readonly uses: FieldUses;
  readonly heat: FieldHeat;
  readonly scale: FieldScale;
  readonly selected: SelectedPart | undefined;
  readonly line: number | undefined;
  readonly touched: ReadonlySet<string>;
  /** The member that arrow keys move. */
  readonly grabbed: string | undefined;
  /** The cell that Tab comes to. */
  readonly tabStop: string;
  /** The member that the pointer drags. */
  readonly dragged: string | undefined;
  readonly onPress: (event: PointerEvent, member: string) => void;
  readonly onSelect: (part: LayoutPart) => void;
  readonly onLine: (line: number) => void;
  readonly onUnfold: (first: number, last: number) => void;
}

/** Said in words elsewhere: for the eye alone. */
export const unseen = { 'aria-hidden': true } as const;

/** How keys and tests find a cell: the part, or the line's number, or the fold. */
export const cellOfPart = (label: string): string => `part ${label}`;
export const cellOfLine = (line: number): string => `line ${line}`;
export const cellOfFold = (first: number): string => `fold ${first}`;

interface Placed {
  readonly top: number;
  readonly geometry: Geometry;
}

/** Stripes for holes, dots for padding that was declared. */
export function HolePatterns({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-hole`}
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line y2={6} className={styles.hatchLine} />
      </pattern>
      <pattern id={`${id}-padding`} width={6} height={6} patternUnits="userSpaceOnUse">
        <circle cx={3} cy={3} r={1} className={styles.hatchDot} />
      </pattern>
    </defs>
  );
}

export function LineRowView({
  row,
  top,
  ...context
}: LineContext & { row: LayoutLineRow; top: number }) {
  const { geometry, line, tabStop } = context;
  const { number, cells } = row;
  const isSelected = line === number;
  const fields = [...new Set(cells.flatMap(({ part }) => part?.field ?? []))];
  const value = usesTogether(context.uses, fields)[context.heat];
  const share = context.scale.total > 0 ? value / context.scale.total : 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table row cannot be drawn to the byte.
    <g role="row" className={styles.row} tabIndex={-1}>
      {isSelected && (
        <>
          <rect
            className={styles.band}
            y={top - 2}
            width={geometry.width}
            height={geometry.lineHeight + 4}
            rx={3}
          />
          <rect
            className={styles.bandMark}
            y={top - 2}
            width={3}
            height={geometry.lineHeight + 4}
          />
        </>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <g
        role="rowheader"
        className={styles.head}
        aria-label={headerName(row, share, context)}
        aria-selected={isSelected}
        tabIndex={tabStop === cellOfLine(number) ? 0 : -1}
        data-cell={cellOfLine(number)}
        onClick={() => context.onLine(number)}
      >
        <title>{words.selectLine(number)}</title>
        <rect
          width={geometry.gutter - 4}
          y={top}
          height={geometry.lineHeight}
          className={styles.focus}
          pointerEvents="all"
        />
        <text
          className={`${styles.lineNumber} ${isSelected ? styles.lineSelected : ''}`}
          x={geometry.gutter - 10}
          y={top + geometry.lineHeight / 2 + geometry.type * 0.36}
        >
          {number}
        </text>
      </g>
      {cells.map((cell) =>
        cell.part ? (
          <PartCell key={cell.start} cell={cell} part={cell.part} top={top} {...context} />
        ) : (
          <GapCell key={cell.start} cell={cell} top={top} {...context} />
        ),
      )}
      <GroupMark cells={cells} top={top} geometry={geometry} />
      <ShareMark share={share} top={top} geometry={geometry} />
    </g>
  );
}

/** What a reader of the screen hears at the head of a line, holes included. */
function headerName(
  { number, cells }: LayoutLineRow,
  share: number,
  { heat, structure }: Pick<LineContext, 'heat' | 'structure'>,
): string {
  const gaps = cells.flatMap(({ gap, size }) => (gap ? [words.gap(gap.kind, size)] : []));
  return [words.lineShare(number, words.percent(share), heat, structure), ...gaps.slice(0, 4)].join(
    '. ',
  );
}

/** Underlines what belongs to struct cpupri. */
function GroupMark({ cells, top, geometry }: Pick<LayoutLineRow, 'cells'> & Placed) {
  const inside = cells.filter(({ part }) => part && part.within.length > 1);
  const [first] = inside;
  const last = inside.at(-1);
  if (!first || !last) return null;
  return (
    <rect
      {...unseen}
      className={styles.group}
      x={xOfByte(geometry, first.start)}
      y={top + geometry.lineHeight + 1}
      width={(last.start + last.size - first.start) * geometry.byte}
      height={1.5}
    />
  );
}

/** At the right of a line: its share of the heat, as a number and a bar. */
function ShareMark({ share, top, geometry }: Placed & { share: number }) {
  if (share < 0.0005 || !geometry.hasShares) return null;
  const x = xOfByte(geometry, LINE_BYTES) + 8;
  const room = geometry.width - x - 4;
  const middle = top + geometry.lineHeight / 2;
  return (
    <g {...unseen}>
      <text className={styles.share} x={x} y={middle + 1}>
        {words.percent(share)}
      </text>
      <rect
        className={styles.shareBar}
        x={x}
        y={middle + geometry.type * 0.5}
        height={2}
        width={Math.max(1, room * share)}
      />
    </g>
  );
}

interface CellProps extends LineContext {
  readonly cell: Cell;
  readonly top: number;
}

function PartCell({ cell, part, top, ...context }: CellProps & { readonly part: LayoutPart }) {
  const { geometry, selected, grabbed, dragged } = context;
  const range = useHeatRange();
  const use = part.field === undefined ? undefined : context.uses.get(part.field);
  const value = use?.[context.heat] ?? 0;
  const acting = dragged ?? selected?.member;
  const isMember = acting !== undefined && part.within.includes(acting);
  const isGrabbed = (grabbed ?? dragged) !== undefined && isMember;
  const member = selected && part.within.includes(selected.member) ? selected.member : part.member;
  const classes = [styles.cell, isMember && styles.member, isGrabbed && styles.grabbed];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cell cannot be drawn to the byte.
    <g
      role="gridcell"
      className={classes.filter(Boolean).join(' ')}
      aria-label={nameOf(part, use)}
      aria-selected={selected?.part.label === part.label}
      tabIndex={context.tabStop === cellOfPart(part.label) && cell.isFirst ? 0 : -1}
      data-cell={cell.isFirst ? cellOfPart(part.label) : undefined}
      onPointerDown={(event) => context.onPress(event, member)}
      onClick={() => context.onSelect(part)}
    >
      <title>{nameOf(part, use)}</title>
      <PartBox cell={cell} part={part} top={top} value={value} context={context} range={range} />
      {cell.isFirst && part.within.some((name) => context.touched.has(name)) && (
        <circle
          className={styles.touched}
          cx={xOfByte(geometry, cell.start + cell.size) - 6}
          cy={top + 6}
          r={2.5}
        />
      )}
    </g>
  );
}

function nameOf(
  { label, offset, size }: LayoutPart,
  use: { loads: number; stores: number; hitm: number } | undefined,
) {
  const where = words.cell(label, offset, size, lineOfOffset(offset));
  return `${where}; ${use ? words.cellUse(use.loads, use.stores, use.hitm) : words.untouched}`;
}

/** The box of a field, its heat, its name and its number as far as there is room. */
function PartBox({
  cell,
  part,
  top,
  value,
  context,
  range,
}: {
  readonly cell: Cell;
  readonly part: LayoutPart;
  readonly top: number;
  readonly value: number;
  readonly context: LineContext;
  readonly range: HeatRange;
}) {
  const { geometry } = context;
  const { type } = geometry;
  const paint = value > 0 ? heatPaint(warmth(value, context.scale), range) : undefined;
  const box = {
    x: xOfByte(geometry, cell.start) + 0.75,
    y: top,
    width: Math.max(1, cell.size * geometry.byte - 1.5),
    height: geometry.lineHeight,
  };
  const room = box.width - 7;
  const name = cell.isFirst ? fittingLabel(part.label, room, type) : '';
  const number = value > 0 && name ? fittingNumber(words.short(value), room, type * 0.9) : '';
  const middle = top + geometry.lineHeight / 2;
  const ink = paint ? { style: { fill: paint.ink } } : {};
  return (
    <>
      <rect
        rx={3}
        {...box}
        className={`${styles.box} ${paint ? '' : styles.cold}`}
        {...(paint && { style: { fill: paint.fill } })}
      />
      {name && (
        <text
          className={styles.label}
          x={box.x + 4}
          y={number ? middle - type * 0.18 : middle + type * 0.36}
          {...ink}
        >
          {name}
        </text>
      )}
      {number && (
        <text className={styles.value} x={box.x + 4} y={middle + type} {...ink}>
          {number}
        </text>
      )}
      <rect
        className={styles.focus}
        rx={5}
        x={box.x - 2}
        y={top - 2}
        width={box.width + 4}
        height={box.height + 4}
      />
    </>
  );
}

function GapCell({ cell, top, geometry, hatch }: CellProps) {
  const { kind, size } = cell.gap!;
  const pattern = kind === 'padding' ? 'padding' : 'hole';
  return (
    <g {...unseen}>
      <title>{words.gap(kind, size)}</title>
      <rect
        className={styles.gapHole}
        fill={`url(#${hatch}-${pattern})`}
        opacity={kind === 'tail' ? 0.5 : 0.9}
        x={xOfByte(geometry, cell.start) + 0.75}
        y={top}
        width={Math.max(1, cell.size * geometry.byte - 1.5)}
        height={geometry.lineHeight}
        rx={3}
      />
    </g>
  );
}

export function FoldLine({ row, top, ...context }: LineContext & { row: FoldRow; top: number }) {
  const { geometry, uses, tabStop } = context;
  const { first, last, parts } = row;
  const use = usesTogether(
    uses,
    parts.flatMap(({ field }) => field ?? []),
  );
  const within = context.structure === 'root_domain' ? 'cpupri' : context.structure;
  const text = words.fold(first, last, spanOf(parts), words.foldUse(use.loads, use.hitm), within);
  const width = LINE_BYTES * geometry.byte;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see Line.
    <g role="row" className={styles.row} tabIndex={-1}>
      {/* biome-ignore lint/a11y/useSemanticElements: see Line. */}
      <g
        role="gridcell"
        className={styles.foldRow}
        aria-label={`${words.unfold(first, last)}: ${text}`}
        tabIndex={tabStop === cellOfFold(first) ? 0 : -1}
        data-cell={cellOfFold(first)}
        onClick={() => context.onUnfold(first, last)}
      >
        <rect
          className={styles.foldBox}
          x={geometry.gutter}
          y={top}
          width={width}
          height={geometry.foldHeight}
          rx={3}
          pointerEvents="all"
        />
        <text
          className={styles.foldText}
          x={geometry.gutter + 10}
          y={top + geometry.foldHeight / 2 + geometry.type * 0.36}
        >
          {`⌄  ${text}`}
        </text>
        <rect
          className={styles.focus}
          x={geometry.gutter - 2}
          y={top - 2}
          width={width + 4}
          height={geometry.foldHeight + 4}
          rx={5}
        />
      </g>
    </g>
  );
}

/** "count[4…99], mask[3…98]": the elements of a fold in two words. */
function spanOf(parts: readonly LayoutPart[]): string {
  const spans = new Map<string, { from: string; to: string }>();
  for (const { label } of parts) {
    const [, name, level] = /^(\w+)\[(\d+)\]$/.exec(label) ?? [];
    if (!name || !level) continue;
    spans.set(name, { from: spans.get(name)?.from ?? level, to: level });
  }
  return [...spans]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, { from, to }]) => (from === to ? `${name}[${from}]` : `${name}[${from}…${to}]`))
    .join(', ');
}
