// The key under the picture: what fills, dots and bundles mean, and the two numbers that change (the
// scale of bundles, how many migrations one flight stands for). Those are written past React.

import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { ActivitySwatch } from './ActivitySwatch.tsx';
import { activities } from './activity.ts';
import { keyWords } from './key-words.ts';
import styles from './MachineView.module.css';
import type { Notes } from './messages.ts';
import type { Tempo } from './tempo.ts';
import { words } from './words.ts';

type CacheNotes = Pick<Notes, 'homes' | 'holdings' | 'epoch'>;

export interface LiveTexts {
  /** Transfers per second drawn at full width; 0: none seen yet. */
  readonly scale: (fullRate: number) => void;
  /** Migrations for each one drawn. */
  readonly sampling: (oneOf: number) => void;
  /** What there is to see of caches. */
  readonly caches: (notes: CacheNotes) => void;
}

/** What was told last: a paused run says nothing more, so who comes late reads it here. */
export interface Told {
  /** Transfers per second drawn at full width; 0: none seen yet. */
  rate: number;
  notes: Notes | undefined;
}

function Entry({
  mark,
  meaning,
  children,
}: {
  readonly mark: ReactNode;
  readonly meaning: string;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.entry} title={meaning}>
      {mark}
      {children}
    </span>
  );
}

const TaskMark = () => (
  <svg width="24" height="12" aria-hidden="true">
    <circle cx="6" cy="6" r="4.5" fill="var(--ink-muted)" />
    <circle cx="16" cy="6" r="2" fill="var(--ink-muted)" />
    <circle cx="22" cy="6" r="2" fill="var(--ink-muted)" />
  </svg>
);

const BundleMark = () => (
  <svg width="22" height="12" aria-hidden="true">
    <path d="M0 .5h14v-0l8 5.5-8 5.5H0z" fill="var(--ink-muted)" />
  </svg>
);

const AwayMark = () => (
  <svg width="14" height="14" aria-hidden="true">
    <circle cx="7" cy="7" r="3" fill="var(--ink-muted)" />
    <circle cx="7" cy="7" r="5.5" fill="none" stroke="#c2570c" strokeWidth="1.5" />
  </svg>
);

const GaugeMark = () => (
  <svg width="7" height="14" aria-hidden="true">
    <rect x="1" y="6" width="5" height="7" fill="#c2570c" />
    <rect x=".5" y=".5" width="6" height="13" fill="none" stroke="var(--ink-muted)" />
  </svg>
);

const EpochMark = () => (
  <svg width="13" height="13" aria-hidden="true">
    <circle cx="6.5" cy="6.5" r="5.5" fill="none" stroke="var(--ink-muted)" />
    <path d="M6.5 6.5V1A5.5 5.5 0 0 1 12 6.5z" fill="var(--ink-muted)" />
  </svg>
);

const LineMark = () => (
  <svg width="26" height="12" aria-hidden="true">
    <path d="M0 9Q10 0 18 6" fill="none" stroke="var(--ink-muted)" strokeWidth="1.5" />
    <rect x="16" y="2" width="9" height="9" fill="var(--ink)" />
  </svg>
);

const FlightMark = () => (
  <svg width="26" height="12" aria-hidden="true">
    <path d="M0 9Q10 1 20 6" fill="none" stroke="var(--ink-muted)" strokeWidth="1.5" />
    <circle cx="21" cy="6" r="3.5" fill="var(--ink)" />
  </svg>
);

const PassMark = () => (
  <svg width="18" height="12" aria-hidden="true">
    <rect
      x="1"
      y="1"
      width="16"
      height="10"
      fill="none"
      stroke="var(--ink)"
      strokeDasharray="3.5 2"
    />
  </svg>
);

interface CachesShown {
  readonly homes: boolean;
  readonly holdings: boolean;
  readonly epoch: boolean;
}

const nothing: CachesShown = { homes: false, holdings: false, epoch: false };

/** The same object as before where nothing came or went: notes come twice a second. */
function shownOf(notes: CacheNotes, before: CachesShown): CachesShown {
  const shown = {
    homes: notes.homes.length > 0,
    holdings: notes.holdings.length > 0,
    epoch: notes.epoch !== '',
  };
  const isSame = (Object.keys(shown) as (keyof CachesShown)[]).every(
    (key) => shown[key] === before[key],
  );
  return isSame ? before : shown;
}

/** What only some runs have: preferred LLCs, footprints, epochs. */
function CacheEntries({ tempo, shown }: { readonly tempo: Tempo; readonly shown: CachesShown }) {
  return (
    <>
      {shown.homes && tempo !== 'summary' ? (
        <Entry mark={<AwayMark />} meaning={keyWords.meaning.away}>
          {keyWords.away}
        </Entry>
      ) : null}
      {shown.holdings ? (
        <Entry mark={<GaugeMark />} meaning={keyWords.meaning.held}>
          {keyWords.held}
        </Entry>
      ) : null}
      {shown.epoch ? (
        <Entry mark={<EpochMark />} meaning={keyWords.meaning.epoch}>
          {keyWords.epoch}
        </Entry>
      ) : null}
    </>
  );
}

export function MachineKey({
  tempo,
  live,
  told,
}: {
  readonly tempo: Tempo;
  readonly live: RefObject<LiveTexts | null>;
  /** Before the key came. */
  readonly told: RefObject<Told>;
}) {
  const scale = useRef<HTMLSpanElement>(null);
  const sampling = useRef<HTMLSpanElement>(null);
  const rate = useRef(told.current.rate);
  const of = useRef(told.current.notes?.oneOf ?? 1);
  const [shown, setShown] = useState(() =>
    told.current.notes ? shownOf(told.current.notes, nothing) : nothing,
  );
  const write = () => {
    if (scale.current) scale.current.textContent = keyWords.fullBundle(rate.current);
    if (sampling.current) sampling.current.textContent = keyWords.oneOf(of.current);
  };
  useImperativeHandle(live, () => ({
    scale: (fullRate) => {
      rate.current = fullRate;
      write();
    },
    sampling: (oneOf) => {
      of.current = oneOf;
      write();
    },
    caches: (notes) => setShown((before) => shownOf(notes, before)),
  }));
  return (
    <div className={styles.key} data-full={shown.homes || shown.epoch}>
      {activities.map((activity) => (
        <Entry
          key={activity}
          mark={<ActivitySwatch activity={activity} />}
          meaning={keyWords.meaning[activity]}
        >
          {words.activity[activity]}
        </Entry>
      ))}
      {tempo === 'summary' ? null : (
        <Entry mark={<TaskMark />} meaning={keyWords.meaning.tasks}>
          {keyWords.tasks}
        </Entry>
      )}
      <CacheEntries tempo={tempo} shown={shown} />
      {tempo === 'follow' ? (
        <Entry mark={<LineMark />} meaning={keyWords.meaning.transfer}>
          {shown.epoch ? keyWords.transferShort : keyWords.transfer}
        </Entry>
      ) : (
        <Entry mark={<BundleMark />} meaning={keyWords.meaning.bundle}>
          <span className={styles.number} ref={scale}>
            {keyWords.fullBundle(rate.current)}
          </span>
        </Entry>
      )}
      {tempo === 'flow' ? (
        <Entry mark={<FlightMark />} meaning={keyWords.meaning.flight}>
          <span className={styles.number} ref={sampling}>
            {keyWords.oneOf(of.current)}
          </span>
        </Entry>
      ) : null}
      {tempo === 'flow' ? (
        <Entry mark={<PassMark />} meaning={keyWords.meaning.pass}>
          {keyWords.pass}
        </Entry>
      ) : null}
    </div>
  );
}
