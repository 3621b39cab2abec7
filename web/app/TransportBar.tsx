// The transport bar: steps, play, the playhead on its track, speed with its tempo. Always there.

import { useEffect } from 'react';
import * as commands from '../stage/commands.ts';
import { useFeatures } from '../stage/feature.ts';
import { transport } from '../stage/messages.ts';
import { keepPanelsFitting } from '../stage/panels.ts';
import type { Summary } from '../stage/playback/playback.ts';
import { useSession, useSummaryPart } from '../stage/session.ts';
import { useStageState } from '../stage/store.ts';
import { tempoSpeed, UNBOUNDED } from '../stage/tempo.ts';
import { duration } from '../ui/format.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Segments } from '../ui/Segments.tsx';
import { tempoFor } from '../views/topology/index.ts';
import { Parts } from './Parts.tsx';
import { Playhead, Readout } from './Playhead.tsx';
import styles from './TransportBar.module.css';

const tempos = ['follow', 'flow', 'summary'] as const;

export function TransportBar() {
  const session = useSession();
  const keys = useFeatures();
  const playing = useStageState((state) => state.playing);
  // It is there as long as the stage is.
  useEffect(keepPanelsFitting, []);
  return (
    <section className={styles.bar} aria-label={transport.region}>
      <div className={styles.steps}>
        <IconButton
          name={transport.previousDecision}
          icon="previousDecision"
          shortcut={keys.shortcut('previousDecision')}
          onPress={() => commands.step(session, 'decision', -1)}
        />
        <IconButton
          name={transport.stepBack}
          icon="stepBack"
          shortcut={keys.shortcut('stepBack')}
          onPress={() => commands.step(session, 'event', -1)}
        />
        <IconButton
          name={playing ? transport.pause : transport.play}
          icon={playing ? 'pause' : 'play'}
          shortcut={keys.shortcut('play')}
          strong
          onPress={commands.togglePlaying}
        />
        <IconButton
          name={transport.stepForward}
          icon="stepForward"
          shortcut={keys.shortcut('stepForward')}
          onPress={() => commands.step(session, 'event', 1)}
        />
        <IconButton
          name={transport.nextDecision}
          icon="nextDecision"
          shortcut={keys.shortcut('nextDecision')}
          onPress={() => commands.step(session, 'decision', 1)}
        />
        <Parts place="steps" />
      </div>
      <div className={styles.head}>
        <Playhead />
        <div className={styles.below}>
          <Progress />
          <Parts place="below" />
        </div>
      </div>
      <Speed />
    </section>
  );
}

function Speed() {
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
          onPress={commands.slower}
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
          onPress={commands.faster}
        />
      </div>
      <p className={styles.ratio}>{ratio}</p>
      <Readout />
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
  return <span className={styles.progress}>{text}</span>;
}
