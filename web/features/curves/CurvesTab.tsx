// The Curves view in the dock: plans a sweep from the scenario on stage, runs it when asked, and opens
// the run of a mark. A chunk of its own.

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { provenanceLines, provenanceOf } from '../../exchange/provenance.ts';
import type { Chapter } from '../../scenario/index.ts';
import type { Side } from '../../stage/playback/playback.ts';
import { useSession } from '../../stage/session.ts';
import { Benchmarks } from '../../views/curves/Benchmarks.tsx';
import { CurvesView } from '../../views/curves/CurvesView.tsx';
import { bandSeeds } from '../../views/curves/curve.ts';
import { words } from '../../views/curves/words.ts';
import { benchmarkTables } from './benchmarks.ts';
import {
  type CurveChoice,
  type CurveContent,
  curveContent,
  curveInputs,
  isAsItComes,
  knobValues,
  planCurves,
  recipeOfRun,
  seedChoices,
  sweepKey,
} from './curves.ts';
import { type Sweep, type SweepPicture, sweepOf } from './sweeps.ts';

/** Undefined while it opens; a message when it cannot be opened. */
type Loaded<Value> = { readonly value: Value } | { readonly problem: string } | undefined;

const problemOf = (error: unknown) => ({
  problem: error instanceof Error ? error.message : String(error),
});

/** What `load` gives for the present key; loads anew when the key changes. */
function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [found, setFound] = useState<{ key: string; loaded: Loaded<Value> }>();
  // The key says everything that `load` depends on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let current = true;
    const put = (loaded: Loaded<Value>) => current && setFound({ key, loaded });
    load().then(
      (value) => put({ value }),
      (error) => put(problemOf(error)),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return found?.key === key ? found.loaded : undefined;
}

const idle: SweepPicture = { state: 'none', done: 0, total: 0, left: '', pairs: [] };
const never = () => () => {};

function usePicture(sweep: Sweep | undefined): SweepPicture {
  return useSyncExternalStore(sweep?.subscribe ?? never, sweep?.picture ?? (() => idle));
}

export default function CurvesTab(_props: { readonly side: Side }) {
  const { opened } = useSession();
  const name = opened.name ?? opened.scenario.title;
  const content = useLoaded(name, () => curveContent(opened));
  if (!content) return <p>{words.opening}</p>;
  if ('problem' in content) return <p role="alert">{content.problem}</p>;
  if (content.value.axes.length === 0) return <p>{words.noKnobs}</p>;
  return <Curves key={name} content={content.value} />;
}

/** Other benchmarks that were published of the story. */
function OtherBenchmarks({ of }: { readonly of: NonNullable<Chapter['benchmarks']> }) {
  const tables = useLoaded(of.file, () => benchmarkTables(of));
  if (!tables) return <p>{words.opening}</p>;
  if ('problem' in tables) return <p role="alert">{tables.problem}</p>;
  return <Benchmarks tables={tables.value} />;
}

function Curves({ content }: { readonly content: CurveContent }) {
  const { stage, opened } = useSession();
  const { recipe } = opened;
  const [choice, setChoice] = useState<CurveChoice>({
    axis: content.axes[0]!.key,
    beside: '',
    metric: content.metrics[0]!.key,
    length: content.lengths[0]!.key,
    seeds: bandSeeds,
  });
  const loaded = useLoaded(sweepKey(recipe, choice), () =>
    sweepOf(sweepKey(recipe, choice), () => planCurves(recipe, content, choice)),
  );
  const sweep = loaded && 'value' in loaded ? loaded.value : undefined;
  const picture = usePicture(sweep);
  const inputs = useMemo(
    () => (sweep ? curveInputs(recipe, content, choice, sweep.planned, picture) : []),
    [sweep, recipe, content, choice, picture],
  );
  // What cannot be planned says so beside the controls: another choice may be possible.
  const problem = loaded && 'problem' in loaded ? loaded.problem : undefined;
  if (!sweep && problem === undefined) return <p>{words.opening}</p>;
  const span = sweep?.planned.head.cells[0];
  const ids = opened.scenario.variants.map(({ id }) => id);
  // A point is of many seeds: the one of the stage would say something wrong.
  const said = provenanceLines(provenanceOf({ ...opened, recipe }, ids)).map((line) =>
    line.startsWith('seed: ') ? words.seedsOfFile(choice.seeds) : line,
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
      lengths={content.lengths}
      length={choice.length}
      onLength={(length) => setChoice({ ...choice, length })}
      sweep={problem === undefined ? picture : { ...idle, state: 'failed', message: problem }}
      seeds={choice.seeds}
      seedOffers={seedChoices.map((seeds) => ({ key: `${seeds}`, label: words.seedsOf(seeds) }))}
      onSeeds={(seeds) => setChoice({ ...choice, seeds: Number(seeds) })}
      window={span ? words.window(span.duration_ns, span.window_ns.from) : ''}
      said={said}
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
        void stage.open(recipeOfRun(recipe, choice, values, point.seed));
      }}
    />
  );
}
