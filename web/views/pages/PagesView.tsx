// The page allocator of a node at one moment: every CPU's list between 0, batch and high, the holders and queues of
// the two locks, the zone's free blocks, what the last refill and flush did page by page, and how fragmented the
// zone became. Draws moments and knows nothing of how they are computed.

import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { LockNow, PagesMoment, ZonePages } from '../../engine/pages-moment.ts';
import type { Frame } from '../../engine/types.ts';
import { duration as lasting, percent, plural, whole } from '../../ui/format.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { alongRow } from '../../ui/use-roving.ts';
import { bandEdges, barScale, blockShares, cpusOfZone, waitedShare, waitersOf } from './facts.ts';
import styles from './PagesView.module.css';
import { TransferPicture } from './Transfer.tsx';
import { latestKind } from './transfer.ts';
import { words } from './words.ts';

/** The holds of one CPU. */
export type FollowedHolds = Pick<ZonePages, 'refill' | 'flush'>;

export interface PagesViewProps {
  readonly side: string;
  readonly moment: PagesMoment;
  readonly frame: Pick<Frame, 'cpus'>;
  /** ns: length of the run, and of the measured window up to this moment. */
  readonly duration: number;
  readonly window: number;
  /** What the core calls the reasons of its decisions. */
  readonly reasons: readonly string[];
  readonly cpu: number | undefined;
  readonly onCpu: (cpu: number | undefined) => void;
  /** The last refill and flush of the selected CPU; undefined where any CPU's are to be shown. */
  readonly followed?: FollowedHolds | undefined;
  /** The batch slider, where the scenario has one. */
  readonly children?: ReactNode;
}

export function PagesView(props: PagesViewProps) {
  const { side, moment, children } = props;
  const [node, setNode] = useState(0);
  const zone = moment.zones.find((each) => each.node === node) ?? moment.zones[0];
  if (!zone) return <p className={styles.nothing}>{words.nothing}</p>;
  return (
    <section className={styles.view} aria-label={words.region(side)}>
      <div className={styles.top}>
        <Lists {...props} zone={zone} />
        <Transfers {...props} zone={zone} />
        <Locks {...props} zone={zone} />
        <FreeBlocks zone={zone} />
        <History {...props} zone={zone} />
      </div>
      {moment.zones.length > 1 && (
        <Select
          name={words.node}
          offers={moment.zones.map(({ node: key }) => ({ key, label: `${key}` }))}
          value={zone.node}
          onChange={setNode}
        />
      )}
      {children}
    </section>
  );
}

interface ZoneProps extends PagesViewProps {
  readonly zone: ZonePages;
}

/** What a CPU has to do with a lock now, in words; '' if nothing. */
function roleOf(frame: Pick<Frame, 'cpus'>, lock: LockNow, name: string, cpu: number): string {
  if (lock.holder === cpu) return words.holds(name);
  return frame.cpus.lock[cpu] === lock.lock ? words.waits(name) : '';
}

function Lists({ moment, zone, frame, cpu: selected, onCpu }: ZoneProps) {
  const { lists } = moment;
  const cpus = cpusOfZone(lists, zone.node);
  const scale = barScale(lists, cpus);
  const id = useId();
  const held = cpus.reduce((sum, cpu) => sum + lists.held[cpu]!, 0);
  const first = cpus[0] ?? 0;
  const active = selected !== undefined && cpus.includes(selected) ? selected : first;
  const move = (event: KeyboardEvent) => {
    const by = alongRow(event);
    if (by === 0) return;
    const next = cpus[(cpus.indexOf(active) + by + cpus.length) % cpus.length];
    if (next !== undefined) onCpu(next);
    event.preventDefault();
    event.stopPropagation();
  };
  const marks = { batch: lists.batch[first] ?? 0, high: lists.high[first] ?? 0 };
  return (
    <div className={styles.part}>
      <h3 id={`${id}-name`}>{words.lists}</h3>
      <p className={styles.note}>
        {words.listsText(cpus.length, held)}; {words.batch(marks.batch)}, {words.high(marks.high)}
      </p>
      <div
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${id}-name`}
        aria-activedescendant={`${id}-${active}`}
        title={words.listsHint}
        className={styles.bars}
        onKeyDown={move}
      >
        {cpus.map((cpu) => (
          <Bar
            key={cpu}
            id={`${id}-${cpu}`}
            cpu={cpu}
            lists={lists}
            scale={scale}
            zoneRole={roleOf(frame, zone.locks.zone, words.lockNames.zone, cpu)}
            lruRole={roleOf(frame, zone.locks.lru, words.lockNames.lru, cpu)}
            selected={cpu === selected}
            onSelect={() => onCpu(cpu === selected ? undefined : cpu)}
          />
        ))}
      </div>
      <p className={styles.key}>
        <span className={styles.keyHolds} /> {words.keyHolds}
        <span className={styles.keyWaits} /> {words.keyWaits}
      </p>
    </div>
  );
}

interface BarProps {
  readonly id: string;
  readonly cpu: number;
  readonly lists: PagesMoment['lists'];
  readonly scale: number;
  readonly zoneRole: string;
  readonly lruRole: string;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

const roleMark = (role: string, lock: string) =>
  role === '' ? undefined : role === words.holds(lock) ? 'holds' : 'waits';

function Bar({ id, cpu, lists, scale, zoneRole, lruRole, selected, onSelect }: BarProps) {
  const part = (pages: number) => `${(100 * Math.min(pages, scale)) / scale}%`;
  const [held, high, batch] = [lists.held[cpu]!, lists.high[cpu]!, lists.batch[cpu]!];
  const text = words.listOf(cpu, held, high, [zoneRole, lruRole].filter(Boolean).join(', '));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys of all its bars
    // biome-ignore lint/a11y/useFocusableInteractive: the list is focused, and names the active bar
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-label={text}
      title={text}
      className={styles.bar}
      onClick={onSelect}
    >
      <div className={styles.well}>
        <div className={styles.fill} style={{ height: part(held) }} />
        <div className={styles.mark} style={{ bottom: part(high) }} />
        <div className={styles.mark} data-mark="batch" style={{ bottom: part(batch) }} />
      </div>
      <span className={styles.role} data-role={roleMark(zoneRole, words.lockNames.zone)} />
      <span className={styles.role} data-role={roleMark(lruRole, words.lockNames.lru)} />
    </div>
  );
}

/** Waiters named one by one; the rest is counted. */
const shownWaiters = 12;

function Locks({ zone, frame, window }: ZoneProps) {
  return (
    <div className={styles.part}>
      <h3>{words.locks}</h3>
      {(['zone', 'lru'] as const).map((which) => {
        const lock = zone.locks[which];
        const waiters = waitersOf(frame, lock);
        const share = waitedShare(zone, lock, window);
        return (
          <dl key={which} className={styles.lock}>
            <dt className={styles.lockName}>{words.lockNames[which]}</dt>
            <dd />
            <dt>{words.holder}</dt>
            <dd>{lock.holder < 0 ? words.nobody : words.cpu(lock.holder)}</dd>
            <dt>{words.queue}</dt>
            <dd className={styles.queue}>
              {waiters.length === 0 && words.noQueue}
              {waiters.slice(0, shownWaiters).map(({ cpu, since }) => (
                <span key={cpu} title={words.since(cpu, since)}>
                  {cpu}
                </span>
              ))}
              {waiters.length > shownWaiters && words.more(waiters.length - shownWaiters)}
            </dd>
            <dt title={words.waitedMeaning}>{words.waited}</dt>
            <dd>{percent(share)}</dd>
            <dt>{words.longest}</dt>
            <dd>{lasting(lock.longestHold)}</dd>
          </dl>
        );
      })}
    </div>
  );
}

function FreeBlocks({ zone }: { readonly zone: ZonePages }) {
  const most = zone.freeBlocks.reduce(
    (top, blocks, order) => Math.max(top, blocks * 2 ** order),
    1,
  );
  return (
    <div className={styles.part}>
      <h3>{words.free}</h3>
      <p className={styles.note}>{words.freeOf(zone.freePages, zone.pages)}</p>
      <table className={styles.free}>
        <thead>
          <tr>
            <th scope="col">{words.order}</th>
            <th scope="col">{words.blocks}</th>
            <th scope="col">{words.pages}</th>
          </tr>
        </thead>
        <tbody>
          {zone.freeBlocks.map((blocks, order) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the order of the blocks
            <tr key={order}>
              <th scope="row">{order}</th>
              <td>{whole(blocks)}</td>
              <td className={styles.pages}>
                <meter
                  aria-label={plural(blocks * 2 ** order, 'page', 'pages')}
                  min={0}
                  max={most}
                  value={blocks * 2 ** order}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const shownKinds = ['latest', 'refill', 'flush'] as const;

function Transfers({ zone, moment, reasons, cpu, followed }: ZoneProps) {
  const [chosen, setChosen] = useState<(typeof shownKinds)[number]>('latest');
  const isHere = cpu !== undefined && moment.lists.zone[cpu] === zone.node;
  const holds = (isHere && followed) || zone;
  const kind = chosen === 'latest' ? latestKind(holds) : chosen;
  const hold = kind && holds[kind];
  return (
    <div className={`${styles.part} ${styles.transfers}`}>
      <div className={styles.kinds}>
        <strong aria-hidden="true">{words.hold}</strong>
        <Segments
          name={words.hold}
          values={shownKinds}
          value={chosen}
          label={(each) => words.holdKinds[each]}
          onChange={setChosen}
        />
        <span className={styles.whose}>{isHere && followed ? words.ofCpu(cpu) : words.ofAny}</span>
      </div>
      {kind && hold ? (
        <TransferPicture kind={kind} hold={hold} time={moment.time} reasons={reasons} />
      ) : (
        <p>{words.noHold}</p>
      )}
    </div>
  );
}

function History({ moment, duration, zone }: ZoneProps) {
  const [small, middle] = bandEdges(moment.history, duration);
  const shares = blockShares(zone.freeBlocks);
  const parts = shares.map((share, band) => `${words.bands[band]} ${percent(share)}`);
  const end = `${((moment.history.at(-1)?.time ?? 0) / duration).toFixed(4)}`;
  const now = moment.time / duration;
  return (
    <div className={styles.part}>
      <h3>{words.history}</h3>
      <svg
        className={styles.history}
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        role="img"
        aria-label={words.historyText(parts)}
      >
        <rect className={styles.large} width={end} height="1" />
        <polygon className={styles.middle} points={`0,1 ${middle} ${end},1`} />
        <polygon className={styles.small} points={`0,1 ${small} ${end},1`} />
        <line className={styles.now} x1={now} x2={now} y1="0" y2="1" />
      </svg>
      <ul className={styles.bandKey}>
        {parts.map((text, band) => (
          <li key={text} data-band={band}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
