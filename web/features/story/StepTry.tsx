// Something to try: a button that sets the control of the story where it stands, what to see then, and what came out of
// each setting that was tried. The runs are those on stage: what is set is what one sees.

import { useEffect } from 'react';
import { create } from 'zustand';
import type { AxisValue } from '../../engine/sweep/grid.ts';
import type { Recipe } from '../../scenario/index.ts';
import { settingOf } from '../../scenario/setting.ts';
import type { StepTry as Tried } from '../../scenario/step-schema.ts';
import { recipeChunk } from '../../stage/content.ts';
import { inSentence } from '../../stage/in-sentence.ts';
import { withLazyChunk } from '../../stage/lazy-chunk.ts';
import { measure } from '../../stage/measures.ts';
import { metricLabels } from '../../stage/metric-words.ts';
import { type Session, useSession, useSummaryPart } from '../../stage/session.ts';
import { useStageState } from '../../stage/store.ts';
import { useWholeReports } from '../../stage/whole-reports.ts';
import { useAskedIn, useWithheldSide } from '../../stage/withheld.ts';
import { Button } from '../../ui/Button.tsx';
import { axisText, isSame } from '../../views/curves/curve.ts';
import { words as knobWords } from './knobs-words.ts';
import { LinkedText } from './LinkedText.tsx';
import styles from './StepEye.module.css';
import { eye as words } from './step-words.ts';

/** What came out of a setting; undefined: its run has not come to its end. */
type Row = readonly [setting: string, value: number | undefined];

/** What came out, by what was asked, in the order in which it was tried; it stays as long as the page does. */
type Found = Readonly<Record<string, readonly Row[]>>;
const useFound = create<{ readonly found: Found }>(() => ({ found: {} }));

/** The rows with one more, or with another figure for its setting. */
const withRow = (rows: readonly Row[], [setting, value]: Row): readonly Row[] =>
  rows.some(([each]) => each === setting)
    ? rows.map((row) => (row[0] === setting ? [setting, value ?? row[1]] : row))
    : [...rows, [setting, value]];

function note(key: string, setting: string, value: number): void {
  const { found } = useFound.getState();
  useFound.setState({ found: { ...found, [key]: withRow(found[key] ?? none, [setting, value]) } });
}

/** Opens the recipe on stage with one setting changed; undefined: as the story has it. */
async function turn({ stage, opened }: Session, path: string, value: AxisValue | undefined) {
  const chunk = await withLazyChunk(knobWords.region, recipeChunk);
  if (!chunk) return;
  const set: Record<string, AxisValue> = { ...opened.recipe.set };
  if (value === undefined) delete set[path];
  else set[path] = value;
  const recipe = { ...opened.recipe, set: set as NonNullable<Recipe['set']> };
  await stage.open(chunk.recipeOf(recipe, useStageState.getState()));
}

const none: readonly Row[] = [];

/** The figure of the run on stage, once it is that of the whole run. */
function useFigure({ metric, variant, line }: Tried): number | undefined {
  const reports = useWholeReports();
  const withheld = useWithheldSide();
  const askedIn = useAskedIn();
  const isDone = useSummaryPart(({ variants }) => variants[variant].status?.state === 'finished');
  const report = reports[variant];
  if (!report || variant === withheld || askedIn(variant, metric, line) !== undefined)
    return undefined;
  if (!isDone && !report.isKept) return undefined;
  const value = measure(metric, report, reports.A, line);
  return typeof value === 'number' ? value : undefined;
}

/** Settings of the control as the table names them: the story's own first of all. */
function useSetting(path: string) {
  const { opened } = useSession();
  const isTurned = opened.recipe.set?.[path] !== undefined;
  const now = settingOf(opened, path);
  const said = now === undefined ? undefined : knobWords.value(axisText(now));
  return { now, isTurned, name: isTurned && said !== undefined ? said : words.home(said) };
}

export function StepTryButton({ tried }: { readonly tried: Tried }) {
  const session = useSession();
  const { opened } = session;
  const { label, value, metric, variant, line } = tried;
  const knob = opened.scenario.show?.knobs?.find((each) => each.label === label);
  const path = knob?.path ?? '';
  const { now, isTurned, name } = useSetting(path);
  const key = JSON.stringify([opened.name, metric, variant, line, path]);
  const figure = useFigure(tried);
  useEffect(() => {
    if (figure !== undefined) note(key, name, figure);
  }, [key, name, figure]);
  const found = useFound((state) => state.found[key]) ?? none;
  if (!knob) return null;
  const isThere = isTurned && now !== undefined && isSame(now, value);
  const said = knobWords.value(axisText(value));
  return (
    <div className={styles.try}>
      <p>
        <Button onClick={() => void turn(session, path, isThere ? undefined : value)}>
          {isThere ? words.back(label) : words.set(label, said)}
        </Button>
      </p>
      {isTurned && (
        <>
          <p role="status">
            <strong>{words.see}.</strong> <LinkedText>{tried.expect}</LinkedText>
          </p>
          <Results tried={tried} rows={withRow(found, [name, figure])} now={name} />
        </>
      )}
    </div>
  );
}

interface ResultsProps {
  readonly tried: Tried;
  readonly rows: readonly Row[];
  readonly now: string;
}

/** What came out of each setting that was tried. */
function Results({ tried, rows, now }: ResultsProps) {
  const { label, metric, variant } = tried;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">
            {words.figure(words.metrics[metric] ?? metricLabels[metric] ?? metric, variant)}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([setting, value]) => (
          <tr key={setting} data-now={setting === now}>
            <th scope="row">{setting}</th>
            <td>{value === undefined ? words.running : inSentence(value, { metric })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
