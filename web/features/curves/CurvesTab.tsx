// The Curves view in the dock: plans a sweep from the scenario on stage, runs it when asked, and opens
// the run of a mark. A chunk of its own.

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { provenanceLines, provenanceOf } from '../../exchange/provenance.ts';
import type { Chapter, OpenedRecipe, Recipe } from '../../scenario/index.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { useSession } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { useAsked } from '../../ui/use-asked.ts';
import { Benchmarks } from '../../views/curves/Benchmarks.tsx';
import { CurvesView } from '../../views/curves/CurvesView.tsx';
import { bandSeeds } from '../../views/curves/curve.ts';
import { words } from '../../views/curves/words.ts';
import { benchmarkTables } from './benchmarks.ts';
import {
  type CurveChoice,
  type CurveContent,
  choiceOf,
  curveContent,
  curveInputs,
  farFrom,
  firstChoice,
  isAsItComes,
  keptOf,
  knobValues,
  planCurves,
  recipeOfRun,
  recipeOfShipped,
  seedChoices,
  sweepKey,
  whyNoneShipped,
} from './curves.ts';
import { earlyEndOf } from './early-end.ts';
import { type Sweep, type SweepPicture, sweepsOn } from './sweeps.ts';

const idle: SweepPicture = { state: 'none', done: 0, total: 0, left: '', pairs: [] };
const never = () => () => {};

function usePicture(sweep: Sweep | undefined): SweepPicture {
  return useSyncExternalStore(sweep?.subscribe ?? never, sweep?.picture ?? (() => idle));
}

export default function CurvesTab(_props: { readonly side: VariantId }) {
  const { opened } = useSession();
  const name = opened.name ?? opened.scenario.title;
  const { answer: content, problem } = useAsked(() => curveContent(opened), [name]);
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  if (!content) return <p>{words.opening}</p>;
  return <Curves key={name} content={content} />;
}

/** Other benchmarks that were published of the story. */
function OtherBenchmarks({ of }: { readonly of: NonNullable<Chapter['benchmarks']> }) {
  const { answer: tables, problem } = useAsked(() => benchmarkTables(of), [of.file]);
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  return tables ? <Benchmarks tables={tables} /> : <p>{words.opening}</p>;
}

/** What the tab shows: the link's choice over the scenario's own, and how to change it. */
function useCurveChoice(content: CurveContent, { chapter }: OpenedRecipe) {
  const kept = useStageState((state) => state.curves);
  const first = useMemo(() => firstChoice(content), [content]);
  const hasOthers = chapter.benchmarks !== undefined;
  const choice = useMemo(
    () => choiceOf(content, first, kept, hasOthers),
    [content, first, kept, hasOthers],
  );
  const setChoice = (next: CurveChoice) => choose({ curves: keptOf(first, next) });
  return { kept, choice, setChoice };
}

function Curves({ content }: { readonly content: CurveContent }) {
  const { stage, opened } = useSession();
  const { recipe } = opened;
  const { kept, choice, setChoice } = useCurveChoice(content, opened);
  const openHere = (run: Recipe) =>
    void stage.open({ ...run, view: { tab: 'curves', ...(kept && { curves: kept }) } });
  const key = sweepKey(recipe, choice);
  // What cannot be planned says so beside the controls: another choice may be possible.
  const { answer: sweep, problem } = useAsked(
    () =>
      sweepsOn(stage).of(
        key,
        () => planCurves(recipe, content, choice),
        farFrom(opened, content, choice),
      ),
    [key],
  );
  const { metric, seeds } = choice;
  useEffect(() => {
    sweep?.endBy(earlyEndOf(content, { metric, seeds }, sweep.planned));
  }, [sweep, content, metric, seeds]);
  const picture = usePicture(sweep);
  const inputs = useMemo(
    () => (sweep ? curveInputs(recipe, content, choice, sweep.planned, picture) : []),
    [sweep, recipe, content, choice, picture],
  );
  if (!sweep && problem === undefined) return <p>{words.opening}</p>;
  const isOpenEnded = choice.seeds > bandSeeds;
  const span = sweep?.planned.head.cells[0];
  const ids = opened.scenario.variants.map(({ id }) => id);
  // A point is of many seeds: the one of the stage would say something wrong.
  const said = provenanceLines(provenanceOf({ ...opened, recipe }, ids)).map((line) =>
    line.startsWith('seed: ')
      ? isOpenEnded
        ? words.seedsOfFileUntil
        : words.seedsOfFile(choice.seeds)
      : line,
  );
  const besides = content.axes.filter(({ key }) => key !== choice.axis);
  return (
    <CurvesView
      title={opened.scenario.title}
      inputs={inputs}
      axes={content.axes}
      axis={choice.axis}
      onAxis={(axis) => setChoice({ ...choice, axis, beside: '' })}
      besides={[{ key: '', label: words.noBeside }, ...besides]}
      beside={choice.beside}
      onBeside={(beside) => setChoice({ ...choice, beside })}
      metrics={content.metrics}
      metric={choice.metric}
      onMetric={(metric) => setChoice({ ...choice, metric })}
      form={choice.form}
      onForm={(form) => setChoice({ ...choice, form })}
      lengths={content.lengths}
      length={choice.length}
      onLength={(length) => setChoice({ ...choice, length })}
      sweep={problem === undefined ? picture : { ...idle, state: 'failed', message: problem }}
      seeds={Math.min(choice.seeds, bandSeeds)}
      seedChoice={`${choice.seeds}`}
      seedOffers={seedChoices.map((seeds) => ({ key: `${seeds}`, label: words.seedsOf(seeds) }))}
      onSeeds={(seeds) => setChoice({ ...choice, seeds: Number(seeds) })}
      window={span ? words.window(span.duration_ns, span.window_ns.from) : ''}
      {...(isOpenEnded && { until: words.until })}
      said={said}
      whyNone={whyNoneShipped(content, choice)}
      isAsItComes={
        isAsItComes(recipe, choice) || inputs.some(({ published }) => published.length > 0)
      }
      others={opened.chapter.benchmarks && <OtherBenchmarks of={opened.chapter.benchmarks} />}
      onRun={() => void sweep?.run()}
      onCancel={() => sweep?.cancel()}
      onOpen={(chart, { curve, point }) => {
        const values = {
          [choice.axis]: curve.xs[point.at]!,
          ...(choice.beside && { [choice.beside]: knobValues(content, choice.beside)[chart]! }),
        };
        openHere(recipeOfRun(recipe, choice, values, point.seed));
      }}
      onShipped={({ run }) => openHere(recipeOfShipped(run))}
    />
  );
}
