// The shell: one scene on stage at a time, and the parts around it. It opens scenes and places parts;
// what happens inside them is theirs.

import {
  lazy,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { canSimulate } from '../stage/can-simulate.ts';
import { listenForDrops } from '../stage/drops.ts';
import { FeaturesContext, type Overlay, useFeatures } from '../stage/feature.ts';
import { launchIntent } from '../stage/launch.ts';
import type { Lost } from '../stage/lost.ts';
import { app as words } from '../stage/messages.ts';
import type { Scene } from '../stage/scene.ts';
import { SessionContext } from '../stage/session.ts';
import { PageStage } from '../stage/stage.ts';
import { choose, useStageState, variantsOn } from '../stage/store.ts';
import { Boundary } from '../ui/Boundary.tsx';
import styles from './App.module.css';
import { openDropped } from './dropped.ts';
import { features } from './features.ts';
import { LostNotice } from './LostNotice.tsx';
import { lazyPart } from './lazy-part.ts';
import { MachineStage } from './MachineStage.tsx';
import { NoticeBar } from './NoticeBar.tsx';
import { notifyProblem, useInstead } from './Parts.tsx';

// What the first picture does not need comes after it.
const BareView = lazyPart('BareView');
const Caption = lazyPart('Caption');
const Dock = lazyPart('Dock');
const Legend = lazyPart('Legend');
const NewsLine = lazyPart('NewsLine');
const SidePanel = lazyPart('SidePanel');
const TopBar = lazyPart('TopBar');
const TransportBar = lazyPart('TransportBar');
const EmbedBar = lazy(() => import('./EmbedBar.tsx'));
const LostPage = lazy(() =>
  import('../features/home/LostPage.tsx').catch(() => ({ default: LostNotice })),
);
const HelpDialog = lazy(() => import('./HelpDialog.tsx'));

/** The scene on stage, and the stage itself; lost where the address leads to none. */
function useStage() {
  const [scene, setScene] = useState<Scene>();
  const [lost, setLost] = useState<Lost>();
  // The whole stage at once would keep a slow device from answering for a while.
  const show = (next: Scene) => startTransition(() => setScene(next));
  const [stage] = useState(() => new PageStage(features, show));
  const [errand] = useState(launchIntent);
  const begin = useCallback(() => void stage.begin(errand).then(setLost), [stage, errand]);
  useEffect(() => {
    const stopFollowing = stage.followAddress(setLost);
    begin();
    return () => {
      stopFollowing();
      stage.close();
    };
  }, [stage, begin]);
  const beginAgain = () => {
    choose({ notice: undefined });
    setLost(undefined);
    begin();
  };
  // The choices say so as soon as something is on stage, and not before.
  const isFramed = useStageState((state) => state.embed) || errand?.choice?.embed === true;
  return { scene, stage, lost, beginAgain, isFramed };
}

/** The stage as a page. */
export default function App() {
  const { scene, stage, lost, beginAgain, isFramed } = useStage();
  useEffect(() => {
    if (isFramed) return undefined;
    const stop = new AbortController();
    listenForDrops(document, (file) => void openDropped(stage, file), stop.signal);
    return () => stop.abort();
  }, [stage, isFramed]);
  if (!scene && lost) {
    const Instead = isFramed ? LostNotice : LostPage;
    return (
      <Suspense>
        <Instead lost={lost} onAgain={beginAgain} />
      </Suspense>
    );
  }
  if (!scene) {
    return (
      <div className={styles.opening}>
        {canSimulate() && <p>{words.opening}</p>}
        <NoticeBar />
      </div>
    );
  }
  return (
    <FeaturesContext value={features}>
      <SessionContext value={scene}>
        <StagePage key={scene.opened.name} />
      </SessionContext>
    </FeaturesContext>
  );
}

/** The stage, or what a feature puts in its place. */
function StagePage() {
  const Instead = useInstead('whole');
  const isBesideView = useStageState(
    ({ dock, wholeView, presenting, embed }) =>
      dock !== undefined && !wholeView && !presenting && !embed,
  );
  // What index.html shows until there is something better.
  useLayoutEffect(() => document.getElementById('first')?.remove(), []);
  return (
    <div className={styles.app} data-open-view={isBesideView}>
      {Instead ? (
        <main className={styles.sheet}>
          <Boundary name={words.page}>
            <Suspense>
              <Instead />
            </Suspense>
          </Boundary>
        </main>
      ) : (
        <Stage />
      )}
      <Overlays />
    </div>
  );
}

function Stage() {
  const presenting = useStageState((state) => state.presenting);
  const embed = useStageState((state) => state.embed);
  const bare = presenting || embed;
  const hasView = useStageState(({ dock }) => dock !== undefined);
  const whole = useStageState(({ wholeView }) => wholeView) && hasView && !bare;
  const story = useStageState((state) => state.story);
  const Top = useInstead('top') ?? (embed ? EmbedBar : TopBar);
  return (
    <>
      <Suspense fallback={presenting ? <Covering /> : <div className={styles.top} />}>
        <Top />
      </Suspense>
      <NoticeBar />
      <main className={styles.stage} data-whole={whole}>
        {!bare && !whole && (
          <Suspense fallback={story && <div className={styles.side} />}>
            <SidePanel place="story" />
          </Suspense>
        )}
        {presenting && hasView ? (
          <Suspense>
            <BareView />
          </Suspense>
        ) : (
          !whole && <Machines />
        )}
        {!bare && !whole && (
          <Suspense>
            <SidePanel place="inspector" />
          </Suspense>
        )}
      </main>
      {!presenting && (
        <Suspense fallback={<div className={styles.transport} />}>
          <TransportBar />
        </Suspense>
      )}
      {!bare && (
        <Suspense fallback={<div className={styles.dock} />}>
          <Dock />
        </Suspense>
      )}
    </>
  );
}

/** Over everything until the bar of a talk has come: it covers the stage itself until the talk begins. */
function Covering() {
  return (
    <div className={styles.covering}>
      <p className={styles.opening}>{words.opening}</p>
    </div>
  );
}

/** The machines side by side, or two by two, and what belongs to all of them. */
function Machines() {
  const sides = variantsOn(useStageState((state) => state.stage));
  // In a talk the speaker says what is seen.
  const presenting = useStageState((state) => state.presenting);
  return (
    <div className={styles.middle}>
      <Suspense>
        <NewsLine />
      </Suspense>
      <div className={styles.machines} data-count={sides.length}>
        {sides.map((side) => (
          <MachineStage key={side} side={side} />
        ))}
      </div>
      {!presenting && (
        <Suspense fallback={<div className={styles.caption} />}>
          <Caption />
        </Suspense>
      )}
      <Suspense fallback={<div className={styles.legend} />}>
        <Legend />
      </Suspense>
    </div>
  );
}

/** What opens over whatever is on the page. */
function Overlays() {
  const { overlays } = useFeatures();
  const help = useStageState((state) => state.help);
  return (
    <>
      <Boundary name={words.help} tell={notifyProblem}>
        <Suspense>{help && <HelpDialog />}</Suspense>
      </Boundary>
      {overlays.map((overlay, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is that of the build
        <OverlayPlace key={at} {...overlay} />
      ))}
    </>
  );
}

function OverlayPlace({ when, view: View }: Overlay) {
  const isShown = useStageState(when);
  return (
    <Boundary name={words.part} tell={notifyProblem}>
      <Suspense>{isShown && <View />}</Suspense>
    </Boundary>
  );
}
