// The shell: one scene on stage at a time, and the parts around it. It opens scenes and places parts;
// what happens inside them is theirs.

import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import styles from './App.module.css';
import { type Content, openContent, openNamed } from './content.ts';
import { onForeignAddress, pushScene, recipeInBar } from './history.ts';
import { panels, app as words } from './messages.ts';
import { keepPanelsFitting } from './panels.ts';
import { CaptionBar } from './parts/CaptionBar.tsx';
import { Dock } from './parts/Dock.tsx';
import { MachineStage } from './parts/MachineStage.tsx';
import { NoticeBar } from './parts/NoticeBar.tsx';
import { SidePanel } from './parts/SidePanel.tsx';
import { TopBar } from './parts/TopBar.tsx';
import { TransportBar } from './parts/TransportBar.tsx';
import { noticeOf, openScene, type Scene } from './scene.ts';
import { SessionContext } from './session.ts';
import { choose, firstChoice, sidesOn, useChoice } from './store.ts';

// What the first picture does not need comes after it.
const Glossary = lazy(() => import('./parts/Glossary.tsx'));
const Talk = lazy(() => import('./parts/Talk.tsx'));
const LessonQuestions = lazy(() => import('./parts/LessonQuestions.tsx'));
const LessonResults = lazy(() => import('./parts/LessonResults.tsx'));
const HelpDialog = lazy(() => import('./parts/HelpDialog.tsx'));
const StoryPanel = lazy(() => import('./parts/StoryPanel.tsx'));
const InspectorPanel = lazy(() => import('./parts/InspectorPanel.tsx'));

async function contentOfAddress(): Promise<Content> {
  const recipe = await recipeInBar();
  return recipe ? openContent(recipe) : openNamed(firstChoice.scenario);
}

type OpenScene = (find: () => Promise<Content>) => Promise<Content | undefined>;

/** The scene on stage, and how to open another; one that is refused leaves it as it was. */
function useScene(): { scene: Scene | undefined; open: OpenScene } {
  const [scene, setScene] = useState<Scene>();
  const current = useRef<Scene>(undefined);
  const open = useCallback<OpenScene>(async (find) => {
    try {
      const content = await find();
      const next = openScene(content);
      current.current?.close();
      current.current = next;
      setScene(next);
      return content;
    } catch (error) {
      choose({ notice: noticeOf(error) });
      return undefined;
    }
  }, []);
  useEffect(() => () => current.current?.close(), []);
  return { scene, open };
}

export function App() {
  const { scene, open } = useScene();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    // A damaged link must not leave an empty page: the first scenario opens, with the notice over it.
    void open(contentOfAddress).then((content) => {
      if (!content) void open(() => openNamed(firstChoice.scenario));
    });
  }, [open]);
  useEffect(() => onForeignAddress(() => void open(contentOfAddress)), [open]);
  const onScenario = (name: string) => {
    void open(() => openNamed(name)).then((content) => {
      if (!content) return;
      choose({ notice: undefined });
      void pushScene(content.opened.recipe);
    });
  };
  if (!scene) {
    return (
      <main className={styles.opening}>
        <p>{words.opening}</p>
        <NoticeBar />
      </main>
    );
  }
  return (
    <SessionContext value={scene}>
      <Stage key={scene.opened.name} onScenario={onScenario} />
    </SessionContext>
  );
}

function Stage(props: Parameters<typeof TopBar>[0]) {
  const stage = useChoice((choice) => choice.stage);
  const presenting = useChoice((choice) => choice.presenting);
  const lesson = useChoice((choice) => choice.lesson?.phase);
  useEffect(keepPanelsFitting, []);
  if (lesson === 'predict') {
    return (
      <div className={styles.app}>
        <main className={styles.sheet}>
          <Suspense>
            <LessonQuestions />
          </Suspense>
        </main>
        <Overlays />
      </div>
    );
  }
  return (
    <div className={styles.app}>
      {presenting ? (
        <Suspense>
          <Talk />
        </Suspense>
      ) : (
        <TopBar {...props} />
      )}
      <NoticeBar />
      <main className={styles.stage}>
        {!presenting && (
          <SidePanel panel="story" name={lesson ? panels.lesson : panels.story}>
            {lesson ? <LessonResults /> : <StoryPanel />}
          </SidePanel>
        )}
        <div className={styles.middle}>
          <div className={styles.machines} data-both={sidesOn(stage).length > 1}>
            {sidesOn(stage).map((side) => (
              <MachineStage key={side} side={side} />
            ))}
          </div>
          <CaptionBar />
        </div>
        {!presenting && (
          <SidePanel panel="inspector" name={panels.inspector}>
            <InspectorPanel />
          </SidePanel>
        )}
      </main>
      {!presenting && <Dock />}
      <TransportBar />
      <Overlays />
    </div>
  );
}

/** What opens over whatever is on the page. */
function Overlays() {
  const help = useChoice((choice) => choice.help);
  const glossary = useChoice((choice) => choice.glossary !== undefined);
  return (
    <>
      <Suspense>{help && <HelpDialog />}</Suspense>
      <Suspense>{glossary && <Glossary />}</Suspense>
    </>
  );
}
