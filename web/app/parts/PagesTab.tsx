// The Pages view in the dock: asks one side's engine for the page allocators at the playhead, and feeds
// the batch slider. A chunk of its own.

import { useEffect, useState } from 'react';
import type { PagesMoment } from '../../engine/pages.ts';
import { hashOfRecipe } from '../../scenario/index.ts';
import {
  type BatchAnswer,
  BatchSlider,
  PagesView,
  type StructureState,
  words,
} from '../../views/pages/index.ts';
import {
  batchOf,
  batchVariant,
  instantAnswer,
  publishedAnswers,
  recipeWithBatch,
  structureAnswers,
} from '../batchPoint.ts';
import type { Playback, Side } from '../playback/playback.ts';
import { type Session, useSession, useStill } from '../session.ts';
import { choose, useChoice } from '../store.ts';

/** ms between two questions while playing: for reading, not for watching. */
const interval = 300;

/** The allocators as they stood at a moment of the playhead, never long ago. */
function useMoment(playback: Playback, side: Side): PagesMoment | undefined {
  const [moment, setMoment] = useState<PagesMoment>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let current = true;
    let shown = -1;
    const look = async () => {
      const time = playback.summary().lanes[side].still?.time;
      const engine = playback.engine(side);
      if (engine && time !== undefined && time !== shown) {
        // A run that broke says so on its own machine; here the last moment stays.
        const found = await engine.pages(time).catch(() => undefined);
        if (current && found) {
          shown = time;
          setMoment(found);
        }
      }
      if (current) timer = setTimeout(look, interval);
    };
    void look();
    return () => {
      current = false;
      clearTimeout(timer);
      setMoment(undefined);
    };
  }, [playback, side]);
  return moment;
}

export default function PagesTab({ side }: { readonly side: Side }) {
  const session = useSession();
  const { playback, opened } = session;
  const still = useStill(side);
  const moment = useMoment(playback, side);
  const selection = useChoice((choice) => choice.selection);
  const variant = batchVariant(opened);
  if (!still || !moment) return <p>{words.loading}</p>;
  return (
    <PagesView
      side={side}
      moment={moment}
      frame={still.frame}
      duration={opened.duration}
      window={moment.time - opened.window.from}
      reasons={still.catalog.reasons}
      cpu={selection.cpu}
      onCpu={(cpu) => {
        const { cpu: _before, ...rest } = selection;
        choose({ selection: cpu === undefined ? rest : { ...rest, cpu } });
      }}
    >
      {variant && (
        <Batch key={opened.name ?? opened.scenario.title} session={session} variant={variant} />
      )}
    </PagesView>
  );
}

/** ms the slider must rest before a simulation begins. */
const rest = 500;

function useStructure({ opened }: Session, variant: string, batch: number): StructureState {
  const [state, setState] = useState<StructureState>({ state: 'running', answer: undefined });
  useEffect(() => {
    const stop = new AbortController();
    setState({ state: 'running', answer: undefined });
    const tell = (answer: BatchAnswer, isWhole: boolean) =>
      setState({ state: isWhole ? 'done' : 'running', answer });
    const timer = setTimeout(() => {
      structureAnswers(opened, variant, batch, stop.signal, tell).catch((error: unknown) => {
        if (stop.signal.aborted) return;
        const message = error instanceof Error ? error.message : String(error);
        setState({ state: 'failed', message });
      });
    }, rest);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [opened, variant, batch]);
  return state;
}

function Batch({ session, variant }: { readonly session: Session; readonly variant: string }) {
  const { opened } = session;
  const [batch, setBatch] = useState(() => batchOf(opened, variant));
  const [published, setPublished] = useState<ReadonlyMap<number, BatchAnswer>>(new Map());
  useEffect(() => {
    let current = true;
    publishedAnswers(opened).then(
      (found) => current && setPublished(found),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [opened]);
  const structure = useStructure(session, variant, batch);
  return (
    <BatchSlider
      variant={variant}
      batch={batch}
      onBatch={setBatch}
      instant={instantAnswer(opened, batch)}
      structure={structure}
      published={published.get(batch)}
      onStage={() => {
        globalThis.location.hash = hashOfRecipe(recipeWithBatch(opened.recipe, variant, batch));
      }}
    />
  );
}
