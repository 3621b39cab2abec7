// The live machine of Home: the first story at work, A beside B, drawn by the code that draws the stage. It is a
// picture with a button to stop it; its link leads to the story.

import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { startWorker } from '../../stage/start-worker.ts';
import { useStageState } from '../../stage/store.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { messageOf } from '../../ui/errors.ts';
import { duration } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import {
  ActivitySwatch,
  activities,
  MachineView,
  Pictures,
  tempoFor,
} from '../../views/topology/index.ts';
import styles from './LiveMachine.module.css';
import { type Live, type LiveSide, liveSides, liveSpeed, startLive } from './live.ts';
import { StoryPicture, waitingIn } from './StoryPicture.tsx';
import { home as words } from './words.ts';

// Asked for with this file, not after the page was drawn.
const first = startLive();
// Where the runs begin, as a build has computed it: it stands there until they have got so far.
const moments = import('virtual:live-moment').catch(() => undefined);
const Still = lazy(async () => {
  const pictures = (await moments)?.default;
  return {
    default: ({ side }: { readonly side: LiveSide }) =>
      pictures && <StoryPicture picture={pictures[side]} />,
  };
});

/** The runs, or why there are none. They end with the picture; another one starts its own. */
function useLive(): Live | string | undefined {
  const [live, setLive] = useState<Live | string>();
  useEffect(() => {
    let isOver = false;
    let own: Live | undefined;
    const starting = taken ? startLive() : first;
    taken = true;
    starting.then(
      (started) => {
        own = started;
        if (isOver) started.close();
        else setLive(started);
      },
      (error: unknown) => !isOver && setLive(messageOf(error)),
    );
    return () => {
      isOver = true;
      own?.close();
      setLive(undefined);
    };
  }, []);
  return live;
}
let taken = false;

export default function LiveMachine() {
  const live = useLive();
  if (live === undefined) return <p className={styles.wait}>{words.starting}</p>;
  if (typeof live === 'string') {
    return (
      <p className={styles.wait} role="alert">
        {live}
      </p>
    );
  }
  return <Running live={live} />;
}

function Running({ live }: { readonly live: Live }) {
  const { playback, opened } = live;
  const playing = useSyncExternalStore(playback.onSummary, () => playback.summary().playing);
  return (
    <>
      <header className={styles.head}>
        <p>{words.shown(opened.machine.cpus)}</p>
        <p className={styles.ratio}>{words.ratio(duration(liveSpeed))}</p>
        <IconButton
          name={playing ? words.pause : words.play}
          icon={playing ? 'pause' : 'play'}
          onPress={() => playback.setPlaying(!playing)}
        />
      </header>
      <div className={styles.machines}>
        {liveSides.map((side) => (
          <Boundary key={side} name={side}>
            <Machine side={side} live={live} />
          </Boundary>
        ))}
      </div>
      <p className={styles.key}>
        {keyed.map((activity) => (
          <span key={activity}>
            <ActivitySwatch activity={activity} /> {words.key[activity]}
          </span>
        ))}
      </p>
    </>
  );
}

/** What the cells of this story do. */
const keyed = ['user', 'kernel', 'stalled', 'idle'] as const;

const nothing = () => {};
const pictureWorker = () => startWorker('picture');
const noSelection = {};
const whole = { kind: 'all' } as const;

/** Home has one stage, and it is small. */
const pictures = new Pictures();

interface MachineProps {
  readonly side: LiveSide;
  readonly live: Live;
}

function Machine({ side, live }: MachineProps) {
  const { playback, opened } = live;
  const theme = useStageState((state) => state.theme);
  const lane = () => playback.summary().variants[side];
  // Deferred: the picture is mounted piece by piece, while the page answers.
  const catalog = useDeferredValue(useSyncExternalStore(playback.onSummary, () => lane().catalog));
  const failure = useSyncExternalStore(playback.onSummary, () => lane().failure);
  const isThere = useSyncExternalStore(playback.onSummary, () => lane().latestFrame !== undefined);
  const feed = useCallback(
    (port: MessagePort) => playback.subscribeFrames(side, port),
    [playback, side],
  );
  const latest = useCallback(() => playback.summary().variants[side].latestFrame, [playback, side]);
  const { cpus } = opened.machine;
  const { label = side } = opened.scenario.variants.find(({ id }) => id === side) ?? {};
  return (
    <figure className={styles.machine} data-side={side}>
      <figcaption className={styles.caption}>
        <span className={styles.letter}>{side}</span>
        <span className={styles.label}>{label}</span>
        <Waits side={side} live={live} />
      </figcaption>
      <div className={styles.picture} role="img" aria-label={words.picture(side, label, cpus)}>
        {failure !== undefined ? (
          <p className={styles.wait}>{failure}</p>
        ) : !catalog || !isThere ? (
          <Suspense>
            <Still side={side} />
          </Suspense>
        ) : (
          <MachineView
            {...{ side, catalog, feed, latest, theme }}
            worker={pictureWorker}
            together={pictures}
            selection={noSelection}
            onSelect={nothing}
            camera={whole}
            tempo={tempoFor(liveSpeed)}
            isBare
          />
        )}
      </div>
    </figure>
  );
}

/** How many CPUs wait now: all that changes with every frame that the page reads; first those of the moment it begins at. */
function Waits({ side, live: { playback, opened } }: MachineProps) {
  const { answer: pictures } = useAsked(() => moments, []);
  const now = useSyncExternalStore(playback.onSummary, () => {
    const { latestFrame } = playback.summary().variants[side];
    return latestFrame ? waiting(latestFrame.cpus.activity) : undefined;
  });
  const waits = now ?? (pictures && waitingIn(pictures.default[side]));
  if (waits === undefined) return null;
  const { figure, rest } = words.waits(waits, opened.machine.cpus);
  return (
    <span className={styles.waits}>
      <b>{figure}</b> {rest}
    </span>
  );
}

const stalled = activities.indexOf('stalled');

/** CPUs that wait for a line or a lock. */
function waiting(activity: ArrayLike<number>): number {
  let sum = 0;
  for (let cpu = 0; cpu < activity.length; cpu++) sum += activity[cpu]! >= stalled ? 1 : 0;
  return sum;
}
