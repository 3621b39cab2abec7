// The Policy view in the dock: keeps the text that is being written, checks it, runs it when asked, and reads what the
// policy on stage was asked. A chunk of its own, with the compiler.

import { useEffect, useState } from 'react';
import type { PolicyCounts, PolicyFault } from '../../engine/policy.ts';
import { classStarters } from '../../policy/class-starters.ts';
import { starters } from '../../policy/starters.ts';
import { useBrought } from '../../stage/brought.ts';
import { dock } from '../../stage/messages.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { type Session, useSession } from '../../stage/session.ts';
import { choose, useStageState, variantsOn } from '../../stage/store.ts';
import { type Problem, problemOf } from '../../views/policy/check.ts';
import type { FirstStep } from '../../views/policy/first-steps.ts';
import { PolicyView } from '../../views/policy/PolicyView.tsx';
import { draftOf, keepDraft } from './draft.ts';
import { momentOfFailure } from './failed-call.ts';
import { useRace } from './race.ts';
import { runPolicy } from './run.ts';
import { isFull, ownSide } from './sides.ts';

/** ms after the last key. */
const checkDelay = 300;
/** ms between two looks at what the policy was asked. */
const countDelay = 500;
const allStarters = [...starters, ...classStarters];
/** The text before anything was written: it beats Linux somewhere, and pays for it. */
const firstText = starters.find(({ id }) => id === 'least-loaded')!.source;

/** What is wrong with the text, a moment after the last key. */
function useProblem(text: string): Problem | undefined {
  const [problem, setProblem] = useState(() => problemOf(text));
  useEffect(() => {
    const timer = setTimeout(() => setProblem(problemOf(text)), checkDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return problem;
}

/** What the policy on stage has been asked, as far as its run has come. */
function useCounts({ playback, opened }: Session): PolicyCounts | undefined {
  const [counts, setCounts] = useState<PolicyCounts>();
  const side = opened.policy?.variant;
  useEffect(() => {
    if (!side) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async () => {
      // A run that broke says so on its own machine; here the last counts stay.
      const found = await playback
        .engine(side)
        ?.policyCounts()
        .catch(() => undefined);
      if (isOver) return;
      if (found) setCounts(found);
      timer = setTimeout(look, countDelay);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      setCounts(undefined);
    };
  }, [playback, side]);
  return counts;
}

/** The text in the making, and the way to change it; another policy on stage brings its own. */
function useText(onStage: string | undefined) {
  const of = onStage ?? '';
  const [known, setKnown] = useState(of);
  const [text, setText] = useState(() => draftOf(of) ?? onStage ?? firstText);
  if (known !== of) {
    setKnown(of);
    if (of !== '') setText(of);
  }
  const change = (next: string) => {
    keepDraft({ of, text: next });
    setText(next);
  };
  return [text, change] as const;
}

/** Opens the story of the starter with its text, as a link brings one: it runs when the button is pressed. */
async function openStep({ stage }: Session, { starter, scenario }: FirstStep): Promise<void> {
  const { source } = starters.find(({ id }) => id === starter)!;
  await stage.open({
    format: 'schedscape-recipe/3',
    scenario,
    view: { tab: 'policy' },
    policy: { language: 1, from: 'A', source },
  });
}

/** To the call that failed; Why? speaks of its machine then. */
async function goTo({ playback }: Session, side: VariantId, fault: PolicyFault): Promise<void> {
  choose({ playing: false, dockSide: side });
  playback.setPlaying(false);
  // The end of the call is known, even if there is no engine to answer or the run has failed.
  playback.seek(fault.time);
  const codes = playback.summary().variants[side].catalog?.reasonCodes ?? [];
  const engine = playback.engine(side);
  const moment = engine && (await momentOfFailure(engine, codes, fault).catch(() => undefined));
  const isStillThere = playback.summary().time === fault.time;
  if (moment !== undefined && isStillThere) playback.seek(moment);
}

export default function PolicyTab(_props: { readonly side: VariantId }) {
  const session = useSession();
  const { opened } = session;
  const stage = useStageState((state) => state.stage);
  const { policy, recipe } = opened;
  const [text, setText] = useText(recipe.policy?.source);
  const [isOpening, setOpening] = useState(false);
  const problem = useProblem(text);
  const counts = useCounts(session);
  const race = useRace(session);
  const own = ownSide(opened);
  useBrought('policy', ({ file }) => void file.text().then(setText));
  const run = async () => {
    if (problemOf(text) || isOpening || isFull(opened)) return;
    setOpening(true);
    await runPolicy(session, text).finally(() => setOpening(false));
  };
  // Until its text is here, Run would run the one before.
  const step = async (taken: FirstStep) => {
    if (isOpening) return;
    setOpening(true);
    // Its text as it comes, whatever was made of it before.
    const { source } = starters.find(({ id }) => id === taken.starter)!;
    setText(source);
    keepDraft({ of: source, text: source });
    await openStep(session, taken).finally(() => setOpening(false));
  };
  if (!opened.scenario.variants.some(({ id }) => id === 'A')) return <p>{dock.loading}</p>;
  const isOnStage = variantsOn(stage).includes(own);
  return (
    <PolicyView
      text={text}
      onText={setText}
      starters={allStarters}
      onStage={recipe.policy?.source}
      problem={problem}
      own={own}
      isFull={isFull(opened)}
      runs={policy && isOnStage ? policy.compiled.source : undefined}
      waits={recipe.policy && !policy ? recipe.policy.source : undefined}
      isOpening={isOpening}
      onRun={() => void run()}
      compiled={policy?.compiled}
      counts={counts}
      race={policy && race}
      onFault={(fault) => void goTo(session, own, fault)}
      onStep={(taken) => void step(taken)}
    />
  );
}
