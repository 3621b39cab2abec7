// In the row under the machines: what their colours mean, as far as a machine on stage has something of it, and what they
// are to say. Pressing an entry keeps only that on all machines on stage; the others recede.

import { useEffect, useState } from 'react';
import {
  colourings,
  type HeatMeasure,
  heatMeasures,
  type LegendEntry,
} from '../../scenario/colouring.ts';
import { useColouring } from '../../stage/colouring.ts';
import { useExported } from '../../stage/export-registry.ts';
import { picturesOf } from '../../stage/pictures.ts';
import { useSession, useSummaryPart } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { useToldSides } from '../../stage/withheld.ts';
import { heatColour } from '../../ui/cividis.ts';
import { Select } from '../../ui/Select.tsx';
import { SelectBox } from '../../ui/SelectBox.tsx';
import { taskHueVariable } from '../../ui/theme.ts';
import { useHeatRange } from '../../ui/use-heat-range.ts';
import {
  type Activity,
  ActivitySwatch,
  type Colouring,
  heatBands,
  roleNames,
  type StageScale,
} from '../../views/topology/index.ts';
import styles from './ColourBy.module.css';
import { type HueEntry, type HueParts, hueInForce, huesOffered, legendOf } from './legend.ts';
import { entriesOnScreen, entryOfActivity } from './on-screen.ts';
import { words } from './words.ts';

/** A number that the machines on stage share, as it is now. */
function useShared(scale: StageScale): number {
  const [value, setValue] = useState(0);
  useEffect(() => scale.join(setValue).leave, [scale]);
  return value;
}

function useParts(): HueParts {
  const catalog = useSummaryPart(({ variants }) => variants.A.catalog ?? variants.B.catalog);
  const { parts } = picturesOf(useSession().stage);
  const process = useShared(parts.process);
  const instance = useShared(parts.instance);
  return { roles: catalog ? roleNames(catalog) : [], process, instance };
}

const activityOf: Readonly<Partial<Record<LegendEntry, Activity>>> = Object.fromEntries(
  Object.entries(entryOfActivity).map(([activity, entry]) => [entry, activity as Activity]),
);

/** The entries that are visible on a machine, or are kept alone. */
function useOnScreen(by: Colouring['by'], only: LegendEntry | undefined) {
  const told = useToldSides();
  // As text: a set made anew at every look would never be the same.
  const shown = useSummaryPart(({ variants }) => {
    const machines = told.flatMap((side) => {
      const { latestFrame, catalog } = variants[side];
      return latestFrame && catalog ? [{ frame: latestFrame, catalog }] : [];
    });
    const entries = entriesOnScreen(by, machines);
    return entries && [...entries].join();
  });
  return ({ key }: HueEntry) =>
    shown === undefined || key === only || shown.split(',').includes(key);
}

/** Caches have a hue each: what an entry is of, at home or away, is told by its form alone. */
const homeColours: Readonly<Partial<Record<LegendEntry, string>>> = {
  'at-home': 'var(--ink-muted)',
  away: 'var(--ink-muted)',
  'no-home': 'var(--cpu-user)',
};

const numberIn = (key: LegendEntry): number => Number(/\d+/.exec(key)?.[0] ?? 1) - 1;

function Swatch({ entry }: { readonly entry: LegendEntry }) {
  const range = useHeatRange();
  const activity = activityOf[entry];
  if (activity) return <ActivitySwatch activity={activity} />;
  const isHeat = entry.startsWith('heat-');
  const colour = isHeat
    ? heatColour(numberIn(entry) / (heatBands - 1), range)
    : (homeColours[entry] ?? taskHueVariable(numberIn(entry)));
  return (
    <svg width="12" height="12" aria-hidden="true">
      {entry === 'away' ? (
        <rect
          x="1.5"
          y="1.5"
          width="9"
          height="9"
          rx="1"
          fill="none"
          stroke={colour}
          strokeWidth="3"
        />
      ) : entry.startsWith('hue-') ? (
        <circle cx="6" cy="6" r="5.5" fill={colour} />
      ) : (
        <rect width="12" height="12" rx="2" fill={colour} />
      )}
    </svg>
  );
}

function LegendButton({ entry, only }: { readonly entry: HueEntry; readonly only: boolean }) {
  return (
    <button
      type="button"
      className={styles.entry}
      data-mark={`legend:${entry.key}`}
      aria-pressed={only}
      title={words.keep(entry.meaning)}
      onClick={() => choose({ only: only ? undefined : entry.key })}
    >
      <Swatch entry={entry.key} />
      {entry.name}
    </button>
  );
}

/** What more there is to choose of what the colours say. */
function Further({
  colouring,
  parts,
}: {
  readonly colouring: Colouring;
  readonly parts: HueParts;
}) {
  if (colouring.by === 'heat') {
    const offers = heatMeasures.map((key) => ({ key, label: words.measure[key].name }));
    const change = (heat: HeatMeasure) => choose({ heat, only: undefined });
    return (
      <SelectBox aria-label={words.heat} offers={offers} value={colouring.heat} onChange={change} />
    );
  }
  const offered = huesOffered(parts);
  if (colouring.by !== 'task' || offered.length < 2) return null;
  return (
    <SelectBox
      aria-label={words.hueBy}
      offers={offered.map((key) => ({ key, label: words.hue[key] }))}
      value={hueInForce(colouring.hue, parts)}
      onChange={(hue) => choose({ hue, only: undefined })}
    />
  );
}

/** To be read: what the colours of a slide mean. */
function Key({ entries }: { readonly entries: readonly HueEntry[] }) {
  return (
    <ul className={styles.key} aria-label={words.legend}>
      {entries.map(({ key, name }) => (
        <li key={key} data-mark={`legend:${key}`}>
          <Swatch entry={key} />
          {name}
        </li>
      ))}
    </ul>
  );
}

export default function ColourBy() {
  const colouring = useColouring();
  const parts = useParts();
  const full = useShared(picturesOf(useSession().stage).heat);
  const isOnScreen = useOnScreen(colouring.by, colouring.only);
  const entries = legendOf(colouring, parts, full).filter(isOnScreen);
  const presenting = useStageState((state) => state.presenting);
  const handedOut = useExported('key');
  if (presenting) return <Key entries={entries} />;
  return (
    <>
      <fieldset
        ref={handedOut}
        className={styles.entries}
        aria-label={words.legend}
        data-filtered={colouring.only !== undefined}
      >
        {entries.map((entry) => (
          <LegendButton key={entry.key} entry={entry} only={entry.key === colouring.only} />
        ))}
        {colouring.by === 'heat' && entries.length === 0 && (
          <span className={styles.none}>{words.noHeat}</span>
        )}
      </fieldset>
      <span className={styles.choices}>
        <Select
          className={styles.by}
          name={words.colourBy}
          hint={words.hint[colouring.by]}
          offers={colourings.map((key) => ({ key, label: words.by[key] }))}
          value={colouring.by}
          onChange={(colour) => choose({ colour, only: undefined })}
        />
        <Further colouring={colouring} parts={parts} />
      </span>
    </>
  );
}
