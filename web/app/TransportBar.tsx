// The transport bar: steps, play, the playhead on its track, speed with its tempo. Always there.

import { useEffect } from 'react';
import * as commands from '../stage/commands.ts';
import { useFeatures } from '../stage/feature.ts';
import { transport } from '../stage/messages.ts';
import { keepPanelsFitting, useIsPhone } from '../stage/panels.ts';
import type { Summary } from '../stage/playback/playback.ts';
import { useSession, useSummaryPart } from '../stage/session.ts';
import { useStageState } from '../stage/store.ts';
import { tempoSpeed, UNBOUNDED } from '../stage/tempo.ts';
import { openQuestion } from '../stage/withheld.ts';
import { duration } from '../ui/format.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Segments } from '../ui/Segments.tsx';
import { unbroken } from '../ui/unbroken.tsx';
import { tempoFor } from '../views/topology/index.ts';
import { ShellParts } from './Parts.tsx';
import { Playhead, Readout } from './Playhead.tsx';
import styles from './TransportBar.module.css';

type StepName = 'previousDecision' | 'stepBack' | 'stepForward' | 'nextDecision';
type Kind = Parameters<typeof commands.step>[1];

const tempos = ['follow', 'flow', 'summary'] as const;

export function TransportBar() {
  const { scenario } = useSession().opened;
  const isPhone = useIsPhone();
  // It is there as long as the stage is.
  useEffect(
    () => keepPanelsFitting(() => openQuestion(scenario, useStageState.getState()) !== undefined),
    [scenario],
  );
  return (
    <section className={styles.bar} aria-label={transport.region}>
      {isPhone ? <Play /> : <StepButtons />}
      <div className={styles.head}>
        <Playhead />
      </div>
      {!isPhone && <Speed />}
    </section>
  );
}

function Play() {
  const keys = useFeatures();
  const playing = useStageState((state) => state.playing);
  return (
    <IconButton
      name={playing ? transport.pause : transport.play}
      icon={playing ? 'pause' : 'play'}
      shortcut={keys.shortcut('play')}
      strong
      onPress={commands.togglePlaying}
    />
  );
}

/** To events and decisions; a phone, which has them in a sheet, plays in its bar. */
export function StepButtons() {
  const session = useSession();
  const keys = useFeatures();
  const isPhone = useIsPhone();
  const step = (name: StepName, kind: Kind, by: 1 | -1) => (
    <IconButton
      name={transport[name]}
      icon={name}
      shortcut={keys.shortcut(name)}
      onPress={() => commands.step(session, kind, by)}
    />
  );
  return (
    <div className={styles.steps}>
      {step('previousDecision', 'decision', -1)}
      {step('stepBack', 'event', -1)}
      {!isPhone && <Play />}
      {step('stepForward', 'event', 1)}
      {step('nextDecision', 'decision', 1)}
      <ShellParts place="steps" />
      <Progress />
    </div>
  );
}

export function Speed() {
  const keys = useFeatures();
  const speed = useStageState((state) => state.speed);
  const ratio = speed === UNBOUNDED ? transport.unbounded : transport.ratio(duration(speed));
  return (
    <div className={styles.speed}>
      <div className={styles.tempo}>
        <IconButton
          name={transport.slower}
          icon="slower"
          shortcut={keys.shortcut('slower')}
          onPress={commands.playSlower}
        />
        <Segments
          name={transport.tempo}
          values={tempos}
          value={tempoFor(speed)}
          label={(tempo) => transport.tempos[tempo]}
          hint={(tempo) => transport.tempoMeaning[tempo]}
          onChange={(tempo) => commands.setSpeed(tempoSpeed[tempo])}
        />
        <IconButton
          name={transport.faster}
          icon="faster"
          shortcut={keys.shortcut('faster')}
          onPress={commands.playFaster}
        />
      </div>
      <div className={styles.said}>
        <span className={styles.ratio}>{ratio}</span>
        <Readout />
      </div>
    </div>
  );
}

/** How far the runs on stage are computed, in words. */
function progress({ head, duration: end, waiting }: Summary, warmup: number): string {
  const share = (part: number, of: number) => `${Math.floor((100 * part) / of)} %`;
  const before = waiting ? `${transport.waiting}; ` : '';
  if (head >= end) return transport.computed;
  if (head < warmup) {
    const what = transport.warmUp(duration(warmup));
    return before + transport.computing(what, share(head, warmup));
  }
  const window = end - warmup;
  const what = transport.window(duration(window));
  return before + transport.computing(what, share(head - warmup, window));
}

function Progress() {
  const warmup = useSession().opened.window.from;
  const text = useSummaryPart((summary) => progress(summary, warmup));
  return (
    <span className={styles.progress} title={text}>
      {unbroken(text)}
    </span>
  );
}
