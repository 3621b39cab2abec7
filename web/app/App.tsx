// The shell: one scene on stage at a time, and the parts around it. It opens scenes and places parts;
// what happens inside them is theirs.

import {
  lazy,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Recipe } from '../scenario/index.ts';
import { askCoreOf, openContent, openNamed } from '../stage/content.ts';
import { onForeignAddress, pushScene, recipeInBar, whileOpening } from '../stage/history.ts';
import { notices, panels, app as words } from '../stage/messages.ts';
import { keepPanelsFitting } from '../stage/panels.ts';
import { canSimulate, noticeOf, openScene, type Scene } from '../stage/scene.ts';
import { SessionContext } from '../stage/session.ts';
import type { Content } from '../stage/stage-content.ts';
import { choose, firstChoice, sidesOn, useChoice } from '../stage/store.ts';
import { Boundary } from '../ui/Boundary.tsx';
import styles from './App.module.css';
import { CaptionBar } from './CaptionBar.tsx';
import { listenForDrops } from './drops.ts';
import { later } from './later.ts';
import { MachineStage } from './MachineStage.tsx';
import { NoticeBar } from './NoticeBar.tsx';
import { SidePanel } from './SidePanel.tsx';
import { TopBar } from './TopBar.tsx';
import { TransportBar } from './TransportBar.tsx';

// What the first picture does not need comes after it.
const Glossary = lazy(() => import('../features/glossary/Glossary.tsx'));
const Talk = lazy(() => import('../features/talk/Talk.tsx'));
const LessonQuestions = lazy(() => import('../features/lesson/LessonQuestions.tsx'));
const LessonResults = lazy(() => import('../features/lesson/LessonResults.tsx'));
const Dock = later('Dock');
const EmbedBar = lazy(() => import('./EmbedBar.tsx'));
const HelpDialog = lazy(() => import('./HelpDialog.tsx'));
const StoryPanel = lazy(() => import('../features/story/StoryPanel.tsx'));
const InspectorPanel = lazy(() => import('../features/inspector/InspectorPanel.tsx'));
const StartBand = lazy(() => import('../features/start/StartBand.tsx'));
const MachineDialog = lazy(() => import('../features/machines/MachineDialog.tsx'));

/** Content that may run: what is costly only when a person says so. */
async function allowedContent(recipe: Recipe): Promise<Content> {
  const content = await openContent(recipe);
  if (content.opened.cost.ask)
    await (await import('../stage/cost-question.ts')).allowed(content.opened);
  await askCoreOf(content);
  return content;
}

async function contentOfAddress(): Promise<Content> {
  const recipe = await recipeInBar();
  // No link: the first story runs at once, and all of them are offered over it.
  if (!recipe) return { ...(await openNamed(firstChoice.scenario)), choice: { stories: true } };
  return allowedContent(recipe);
}

/** `overtaken`: something else was opened before this was found. */
type Outcome = Content | 'refused' | 'overtaken';
type OpenScene = (
  find: () => Promise<Content>,
  /** What a reader is told if it cannot be opened. */
  refused?: string,
) => Promise<Outcome>;

/** What a person can open. */
interface Openers {
  readonly onScenario: (name: string) => void;
  readonly onRecipe: (recipe: Recipe) => void;
  readonly onFile: (file: File) => void;
}

/** The scene on stage, and how to open another; one that is refused leaves it as it was. */
function useScene(): { scene: Scene | undefined; open: OpenScene } {
  const [scene, setScene] = useState<Scene>();
  const current = useRef<Scene>(undefined);
  const asked = useRef(0);
  const open = useCallback<OpenScene>(async (find, refused) => {
    if (!canSimulate()) {
      choose({ notice: { tone: 'problem', text: notices.noWorkers } });
      return 'refused';
    }
    asked.current += 1;
    const mine = asked.current;
    try {
      const content = await whileOpening(find);
      if (mine !== asked.current) return 'overtaken';
      const next = openScene(content, () => current.current?.close());
      current.current = next;
      // The whole stage at once would keep a slow device from answering for a while.
      startTransition(() => setScene(next));
      return content;
    } catch (error) {
      if (mine !== asked.current) return 'overtaken';
      choose({ notice: noticeOf(error, refused) });
      return 'refused';
    }
  }, []);
  useEffect(() => () => current.current?.close(), []);
  return { scene, open };
}

/** What a person opens becomes a new entry of the history; what was left out or cut is said. */
function openersWith(open: OpenScene): Openers {
  const enter = async (find: () => Promise<Content>, refused?: string) => {
    const content = await open(find, refused);
    if (content === 'refused' || content === 'overtaken') return;
    const { recipe, notices: said } = content.opened;
    choose({ notice: said.length > 0 ? { tone: 'news', text: said.join(' ') } : undefined });
    await pushScene(recipe);
  };
  const onFile = async (file: File) => {
    const { recipeOfFile, refusedFile } = await import('../stage/open-file.ts');
    await enter(async () => allowedContent(await recipeOfFile(file)), refusedFile(file));
  };
  return {
    onScenario: (name) => void enter(() => openNamed(name)),
    onRecipe: (recipe) => void enter(() => allowedContent(recipe), words.notRun),
    onFile: (file) => void onFile(file),
  };
}

export function App() {
  const { scene, open } = useScene();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    // A damaged link must not leave an empty page: the first scenario opens, with the notice over it.
    void open(contentOfAddress).then((outcome) => {
      if (outcome === 'refused') void open(() => openNamed(firstChoice.scenario));
    });
  }, [open]);
  useEffect(() => onForeignAddress(() => void open(contentOfAddress)), [open]);
  const openers = useMemo(() => openersWith(open), [open]);
  const embed = useChoice((choice) => choice.embed);
  useEffect(() => (embed ? undefined : listenForDrops(document, openers.onFile)), [openers, embed]);
  if (!scene) {
    return (
      <div className={styles.opening}>
        {canSimulate() && <p>{words.opening}</p>}
        <NoticeBar />
      </div>
    );
  }
  return (
    <SessionContext value={scene}>
      <Stage key={scene.opened.name} {...openers} />
    </SessionContext>
  );
}

function Stage({ onScenario, onRecipe, onFile }: Openers) {
  const stage = useChoice((choice) => choice.stage);
  const presenting = useChoice((choice) => choice.presenting);
  const embed = useChoice((choice) => choice.embed);
  const bare = presenting || embed;
  const lesson = useChoice((choice) => choice.lesson?.phase);
  const stories = useChoice((choice) => choice.stories);
  const whole = useChoice(({ dock, wholeView }) => wholeView && dock !== undefined) && !bare;
  useEffect(keepPanelsFitting, []);
  // What index.html shows until there is something better.
  useLayoutEffect(() => document.getElementById('first')?.remove(), []);
  if (lesson === 'predict') {
    return (
      <div className={styles.app}>
        <main className={styles.sheet}>
          <Boundary name={panels.lesson}>
            <Suspense>
              <LessonQuestions />
            </Suspense>
          </Boundary>
        </main>
        <Overlays onRecipe={onRecipe} />
      </div>
    );
  }
  return (
    <div className={styles.app}>
      {presenting ? (
        <Suspense>
          <Talk />
        </Suspense>
      ) : embed ? (
        <Suspense>
          <EmbedBar />
        </Suspense>
      ) : (
        <TopBar onScenario={onScenario} onRecipe={onRecipe} />
      )}
      <NoticeBar />
      {stories && !bare && (
        <div className={styles.start}>
          <Suspense>
            <StartBand onScenario={onScenario} onFile={onFile} />
          </Suspense>
        </div>
      )}
      <main className={styles.stage} data-whole={whole}>
        {!bare && !whole && (
          <SidePanel panel="story" name={lesson ? panels.lesson : panels.story}>
            <Boundary key={lesson} name={lesson ? panels.lesson : panels.story}>
              {lesson ? <LessonResults /> : <StoryPanel />}
            </Boundary>
          </SidePanel>
        )}
        <div className={styles.middle}>
          {!whole && (
            <div className={styles.machines} data-both={sidesOn(stage).length > 1}>
              {sidesOn(stage).map((side) => (
                <MachineStage key={side} side={side} />
              ))}
            </div>
          )}
          <CaptionBar />
        </div>
        {!bare && !whole && (
          <SidePanel panel="inspector" name={panels.inspector}>
            <InspectorPanel />
          </SidePanel>
        )}
      </main>
      {!bare && (
        <Suspense fallback={<div className={styles.dock} />}>
          <Dock />
        </Suspense>
      )}
      <TransportBar />
      <Overlays onRecipe={onRecipe} />
    </div>
  );
}

/** What opens over whatever is on the page. */
function Overlays({ onRecipe }: Pick<Openers, 'onRecipe'>) {
  const help = useChoice((choice) => choice.help);
  const glossary = useChoice((choice) => choice.glossary !== undefined);
  const ownMachine = useChoice((choice) => choice.ownMachine);
  return (
    <>
      <Suspense>{help && <HelpDialog />}</Suspense>
      <Suspense>{glossary && <Glossary />}</Suspense>
      <Suspense>{ownMachine && <MachineDialog onRecipe={onRecipe} />}</Suspense>
    </>
  );
}
