// The Pages view in the dock: asks one side's engine for the page allocators at the playhead, and feeds
// the batch slider. A chunk of its own.

import { useEffect, useState } from 'react';
import type { LastHold, PagesMoment } from '../../engine/pages-moment.ts';
import type { Catalog } from '../../engine/types.ts';
import {
  baseBatch,
  batchOf,
  batchVariant,
  instantAnswer,
  publishedAnswers,
  recipeWithBatch,
  structureAnswers,
} from '../../stage/batch-point.ts';
import { GuessPlate } from '../../stage/GuessPlate.tsx';
import type { Playback, VariantId } from '../../stage/playback/playback.ts';
import { type Session, useSession, useStill } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { useWithheldSide } from '../../stage/withheld.ts';
import { messageOf } from '../../ui/errors.ts';
import { useAsked } from '../../ui/use-asked.ts';
import {
  type BatchAnswer,
  BatchSlider,
  type FollowedHolds,
  PagesView,
  type StructureState,
  words,
} from '../../views/pages/index.ts';

/** ms between two questions while playing: for reading, not for watching. */
const interval = 300;

/** The allocators at a moment of the playhead, never long ago; their history grows while the run is computed. */
function useMoment(playback: Playback, side: VariantId): PagesMoment | undefined {
  const [moment, setMoment] = useState<PagesMoment>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let current = true;
    let shown = '';
    const look = async () => {
      const { latestFrame, status } = playback.summary().variants[side];
      const time = latestFrame?.time;
      const asked = `${time} ${status?.headTime}`;
      const engine = playback.engine(side);
      if (engine && time !== undefined && asked !== shown) {
        // A run that broke says so on its own machine; here the last moment stays.
        const found = await engine.pages(time).catch(() => undefined);
        if (current && found) {
          shown = asked;
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

const holdKinds = ['refill', 'flush'] as const;
const decisionOf = { refill: 'rmqueue_bulk', flush: 'free_pcppages_bulk' } as const;
/** Decisions of a CPU looked through for its last refill and flush. */
const looked = 64;

/** What a moment knows of a CPU's own holds: a zone keeps only its last ones, whosever they are. */
function ownHolds({ zones, lists }: PagesMoment, cpu: number): FollowedHolds {
  const zone = zones.find(({ node }) => node === lists.zone[cpu]);
  const own = (hold: LastHold | undefined) => (hold?.cpu === cpu ? hold : undefined);
  return { refill: own(zone?.refill), flush: own(zone?.flush) };
}

/** The last refill and flush of a CPU up to a moment, found again in the past of the run. */
async function pastHolds(
  playback: Playback,
  side: VariantId,
  { decisions }: Catalog,
  time: number,
  cpu: number,
): Promise<FollowedHolds> {
  const engine = playback.engine(side);
  const marks = (await engine?.decisions({ asker: 'pages', cpu, time, most: looked })) ?? [];
  const find = async (kind: (typeof holdKinds)[number]) => {
    const mark = marks.find(({ decision }) => decisions[decision] === decisionOf[kind]);
    const then = mark && (await engine?.pages(mark.time));
    return then && ownHolds(then, cpu)[kind];
  };
  return { refill: await find('refill'), flush: await find('flush') };
}

const isPast = (hold: LastHold | undefined, time: number) =>
  hold?.explain && hold.explain.time <= time ? hold : undefined;

/** The selected CPU's holds: the last seen while playing, the last there were while it stands still. */
function useFollowed(
  playback: Playback,
  side: VariantId,
  catalog: Catalog | undefined,
  moment: PagesMoment | undefined,
  cpu: number | undefined,
): FollowedHolds | undefined {
  const playing = useStageState((state) => state.playing);
  const [found, setFound] = useState<FollowedHolds & { readonly cpu: number }>();
  useEffect(() => {
    if (cpu === undefined || !moment || !catalog) return undefined;
    const own = ownHolds(moment, cpu);
    const withPast = (past: FollowedHolds | undefined) => ({
      cpu,
      refill: own.refill ?? isPast(past?.refill, moment.time),
      flush: own.flush ?? isPast(past?.flush, moment.time),
    });
    setFound((before) => withPast(before?.cpu === cpu ? before : undefined));
    if (playing || (own.refill && own.flush)) return undefined;
    let current = true;
    // A run that broke says so on its own machine.
    pastHolds(playback, side, catalog, moment.time, cpu).then(
      (past) => current && setFound(withPast(past)),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [playback, side, catalog, moment, cpu, playing]);
  return found?.cpu === cpu ? found : undefined;
}

export default function PagesTab({ side }: { readonly side: VariantId }) {
  const session = useSession();
  const { playback, opened } = session;
  const still = useStill(side);
  const moment = useMoment(playback, side);
  const selection = useStageState((state) => state.selection);
  const followed = useFollowed(playback, side, still?.catalog, moment, selection.cpu);
  const variant = batchVariant(opened);
  // What is told of the batch is told of other machines than the one looked at, too.
  const withheld = useWithheldSide();
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
      followed={followed}
      onCpu={(cpu) => {
        const { cpu: _before, ...rest } = selection;
        choose({ selection: cpu === undefined ? rest : { ...rest, cpu } });
      }}
    >
      {variant &&
        (withheld ? (
          <GuessPlate side={withheld} />
        ) : (
          <Batch key={opened.name ?? opened.scenario.title} session={session} variant={variant} />
        ))}
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
        const message = messageOf(error);
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
  const { stage, opened } = session;
  const [batch, setBatch] = useState(() => batchOf(opened, variant));
  const { answer: published } = useAsked(() => publishedAnswers(opened), [opened]);
  const structure = useStructure(session, variant, batch);
  return (
    <BatchSlider
      variant={variant}
      batch={batch}
      base={baseBatch(opened)}
      onBatch={setBatch}
      instant={instantAnswer(opened, batch)}
      structure={structure}
      published={published?.get(batch)}
      onStage={() => void stage.open(recipeWithBatch(opened.recipe, variant, batch))}
    />
  );
}
