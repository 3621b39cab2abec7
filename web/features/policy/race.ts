// The policy on stage against A with ten seeds, in the workers of sweeps; runs that were finished are kept and not run again.

import { useEffect, useRef, useState } from 'react';
import { fingerprint } from '../../base/canonical.ts';
import { ranProgram } from '../../engine/ran-program.ts';
import { sweepInBrowser } from '../../engine/sweep/browser.ts';
import { type FinishedPair, SweepCancelled } from '../../engine/sweep/collect.ts';
import { pairsOf } from '../../engine/sweep/grid.ts';
import type { Session } from '../../stage/session.ts';
import { messageOf } from '../../ui/errors.ts';
import type { RaceProps } from '../../views/policy/Race.tsx';

const seedCount = 10;

/** What there is to run: both variants of the scene, seed by seed. */
function raceOf({ opened, definitions }: Session, own: string) {
  const { duration, window, seed: first } = opened;
  const seeds = Array.from({ length: seedCount }, (_, i) => first + i);
  const both = { A: definitions.A!, [own]: definitions[own]! };
  return {
    pairs: pairsOf(1, seeds),
    variants: ['A', own],
    jobOf: ({ seed }: { readonly seed: number }, variant: string) => ({
      definition: {
        ...both[variant]!,
        seed_low: seed % 2 ** 32,
        seed_high: Math.floor(seed / 2 ** 32),
      },
      ...{ duration, windowStart: window.from, lines: [], rows: false },
      program: ranProgram(opened.program),
    }),
    cellKeys: [fingerprint([both, duration, window])],
  };
}

type State = Pick<RaceProps, 'done' | 'isRunning' | 'problem'>;
const idle: State = { done: 0, isRunning: false, problem: undefined };

/** The race of the policy on stage; another policy begins anew. */
export function useRace(session: Session): RaceProps {
  const own = session.opened.policy?.variant ?? 'C';
  const [state, setState] = useState(idle);
  const [pairs, setPairs] = useState<readonly FinishedPair[]>([]);
  const stop = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scene is another race
  useEffect(
    () => () => {
      stop.current?.abort();
      setState(idle);
      setPairs([]);
    },
    [session],
  );
  const run = async () => {
    const mine = new AbortController();
    stop.current = mine;
    const change = (next: Partial<State>) =>
      stop.current === mine &&
      !mine.signal.aborted &&
      setState((before) => ({ ...before, ...next }));
    change({ ...idle, isRunning: true });
    try {
      const finished = await sweepInBrowser({
        ...raceOf(session, own),
        signal: mine.signal,
        onProgress: ({ done }) => void change({ done }),
      });
      if (!mine.signal.aborted) setPairs(finished);
      change({ isRunning: false });
    } catch (error) {
      if (error instanceof SweepCancelled) setState(idle);
      else change({ isRunning: false, problem: messageOf(error) });
    }
  };
  return {
    own,
    ...state,
    total: 2 * seedCount,
    runs: pairs.map(({ runs }) => ({ A: runs.A!.metrics, own: runs[own]!.metrics })),
    onRun: () => void run(),
    onCancel: () => stop.current?.abort(),
  };
}
