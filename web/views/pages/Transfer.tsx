// One refill or one flush as pages that move between the zone's free lists and a CPU's list, where they
// were at the playhead or at the step a person walked to. Draws what transfer.ts works out.

import { useId, useState, useSyncExternalStore } from 'react';
import type { LastHold } from '../../engine/pages-moment.ts';
import { Button } from '../../ui/Button.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './Transfer.module.css';
import {
  type DrawnBlock,
  type HoldKind,
  type HoldProgress,
  type OrderRow,
  orderRows,
  pageMarksOf,
  pagePlace,
  progressAt,
} from './transfer.ts';
import { transferWords as words } from './words.ts';

export interface TransferProps {
  readonly kind: HoldKind;
  readonly hold: LastHold;
  /** ns: of the playhead. */
  readonly time: number;
  readonly reasons: readonly string[];
}

/** Blocks are as wide as their pages up to this order; larger ones say how many of theirs move. */
const widestOrder = 5;
/** Pages' widths in one row at most; blocks beyond are counted. */
const mostCells = 64;

const cellsOf = ({ order }: DrawnBlock) => 2 ** Math.min(order, widestOrder);

const motion = '(prefers-reduced-motion: reduce)';
const onMotion = (changed: () => void) => {
  const query = globalThis.matchMedia(motion);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};
const isReduced = () => globalThis.matchMedia(motion).matches;

function BlockBox({ block }: { readonly block: DrawnBlock }) {
  const { order, own } = block;
  const cells = cellsOf(block);
  const isWide = order > widestOrder;
  const filled = Math.max(own > 0 ? 1 : 0, Math.round((cells * own) / 2 ** order));
  return (
    <span
      className={styles.block}
      data-wide={isWide}
      title={words.block(block)}
      style={{ width: `calc(${cells} * var(--cell))` }}
    >
      <span className={styles.own} style={{ width: `calc(${filled} * var(--cell))` }} />
      {isWide && own > 0 && <span className={styles.bundle}>{words.pages(own)}</span>}
    </span>
  );
}

function Row({ row }: { readonly row: OrderRow }) {
  const { order, blocks, change } = row;
  // Those that the hold has pages in come first: they are what is going on.
  const sorted = [...blocks].sort((a, b) => Number(b.own > 0) - Number(a.own > 0));
  let cells = 0;
  const shown = sorted.filter((block) => {
    cells += cellsOf(block);
    return cells <= mostCells;
  });
  return (
    <div className={styles.row} data-order={order} data-blocks={blocks.length}>
      <span className={styles.order}>{words.order(order)}</span>
      <span className={styles.blocks}>
        {shown.map((block) => (
          <BlockBox key={`${block.order} ${block.page}`} block={block} />
        ))}
        {shown.length < blocks.length && words.more(blocks.length - shown.length)}
      </span>
      <span className={styles.change} data-change={Math.sign(change)}>
        {change === 0 ? '' : words.change(change)}
      </span>
    </div>
  );
}

interface MovingProps {
  readonly kind: HoldKind;
  readonly hold: LastHold;
  readonly progress: HoldProgress;
  readonly rows: number;
}

/** The page under way, between the free lists and the CPU's list. */
function Lane({ kind, hold, progress, rows }: MovingProps) {
  const step = hold.steps[progress.moved];
  const place = step && pagePlace(kind, step.order, progress.fraction);
  return (
    <div className={styles.lane} style={{ height: `calc(${rows} * var(--row))` }}>
      {step && place && (
        <>
          <span
            className={styles.way}
            style={{ height: `calc(${step.order} * var(--row) + var(--line))` }}
          />
          <span
            key={progress.moved}
            className={styles.page}
            data-page={step.page}
            style={{
              left: `calc(${place.across.toFixed(3)} * (100% - var(--page)))`,
              bottom: `calc((${place.order.toFixed(3)} + 0.5) * var(--row) - var(--page) / 2)`,
            }}
          />
        </>
      )}
    </div>
  );
}

const stateOf = (first: number, end: number, moved: number) =>
  end <= moved ? 'moved' : first <= moved ? 'now' : 'waits';

/** The CPU's list: a mark for each page that comes or goes. */
function OwnList({ kind, hold, progress }: Omit<MovingProps, 'rows'>) {
  const marks = pageMarksOf(hold.steps.length);
  const [first] = marks;
  const bundle = first ? first.end - first.first : 1;
  return (
    <div className={styles.list}>
      <p className={styles.name}>
        {words.listOf(hold.cpu)}
        {bundle > 1 && ` ${words.bundles(bundle)}`}
      </p>
      <ol className={styles.marks} data-kind={kind} aria-label={words.steps(kind)}>
        {marks.map(({ first: from, end }) => (
          <li
            key={from}
            data-state={stateOf(from, end, progress.moved)}
            title={
              end === from + 1 ? words.step(kind, hold.steps[from]!) : words.bundle(from + 1, end)
            }
          />
        ))}
      </ol>
    </div>
  );
}

/** What a walk belongs to: another hold begins at the playhead again. */
const nameOf = (kind: HoldKind, { cpu, explain, steps }: LastHold) =>
  `${kind} ${cpu} ${explain?.id ?? steps[0]?.page}`;

export function TransferPicture({ kind, hold, time, reasons }: TransferProps) {
  const id = useId();
  const name = nameOf(kind, hold);
  const [walk, setWalk] = useState<{ readonly name: string; readonly moved: number }>();
  const isStill = useSyncExternalStore(onMotion, isReduced);
  const walked = walk?.name === name ? walk.moved : undefined;
  const reached = progressAt(hold, time);
  const progress =
    walked !== undefined
      ? { moved: walked, fraction: 0 }
      : isStill
        ? { ...reached, fraction: 0 }
        : reached;
  const { steps, explain } = hold;
  const rows = orderRows(kind, steps, progress.moved);
  const next = steps[progress.moved];
  const text = next
    ? `${words.place(progress.moved + 1, hold.pages)} ${words.step(kind, next)}`
    : words.done(kind, steps.length, hold.pages);
  const reason = explain ? (reasons[explain.reason] ?? '') : '';
  return (
    <>
      <p className={styles.story}>{unbroken(words.holdStory(kind, hold, reason))}</p>
      <div className={styles.picture} data-still={isStill || walked !== undefined}>
        <div className={styles.zone} role="img" aria-label={words.zoneText(rows)}>
          <p className={styles.name}>{words.zoneOf}</p>
          {rows.map((row) => (
            <Row key={row.order} row={row} />
          ))}
        </div>
        <Lane kind={kind} hold={hold} progress={progress} rows={rows.length} />
        <OwnList kind={kind} hold={hold} progress={progress} />
      </div>
      <div className={styles.walk}>
        <label htmlFor={id}>{words.walk(kind)}</label>
        <input
          id={id}
          type="range"
          min={0}
          max={steps.length}
          value={progress.moved}
          aria-valuetext={text}
          onChange={(event) => setWalk({ name, moved: Number(event.target.value) })}
        />
        <Button disabled={walked === undefined} onClick={() => setWalk(undefined)}>
          {words.follow}
        </Button>
      </div>
      <p className={styles.text}>{unbroken(text)}</p>
    </>
  );
}
