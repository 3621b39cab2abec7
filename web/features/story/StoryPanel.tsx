// The story column: one thing at a time, by its tabs. The story itself, step by step; what was measured beside what was
// published; what can be turned; what is not modelled.

import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
} from 'react';
import { story as words } from '../../stage/messages.ts';
import { useIsPhone } from '../../stage/panels.ts';
import { useSession } from '../../stage/session.ts';
import { choose, type StageState, useStageState } from '../../stage/store.ts';
import { useRoving } from '../../ui/use-roving.ts';
import { useSwipe } from '../../ui/use-swipe.ts';
import styles from './StoryPanel.module.css';
import { StoryText } from './StoryText.tsx';

const TourBar = lazy(() => import('./TourBar.tsx'));

type Tab = StageState['storyTab'];
const pages: Readonly<Record<Tab, ComponentType>> = {
  story: StoryText,
  figures: lazy(() => import('./Figures.tsx')),
  turn: lazy(() => import('./Knobs.tsx')),
  about: lazy(() => import('./About.tsx')),
};
const tabs = Object.keys(pages) as readonly Tab[];

/** On a phone, where the page scrolls, a step that is gone to is read from its beginning. */
function useBeginning(panel: RefObject<HTMLDivElement | null>, step: number): void {
  const isPhone = useIsPhone();
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    if (isPhone) panel.current?.scrollIntoView({ block: 'start' });
  }, [panel, step, isPhone]);
}

export default function StoryPanel() {
  const open = useStageState((state) => state.storyTab);
  const id = useId();
  const stop = useRoving(tabs.length, { chosen: tabs.indexOf(open) });
  const Page = pages[open];
  const { stage, steps } = useSession();
  const step = useStageState((state) => state.step) ?? steps.length;
  const swipe = useSwipe((by) => {
    const isThere = open === 'story' && step + by >= 0 && step + by <= steps.length;
    if (isThere) void stage.stepBy(by);
  });
  const tour = useStageState((state) => state.tour);
  const panel = useRef<HTMLDivElement>(null);
  useBeginning(panel, step);
  return (
    <div ref={panel} className={styles.panel}>
      {tour !== undefined && (
        <Suspense>
          <TourBar stop={tour} />
        </Suspense>
      )}
      <div role="tablist" aria-label={words.tabsName} className={styles.tabs}>
        {tabs.map((tab, at) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={tab === open}
            aria-controls={tab === open ? `${id}-page` : undefined}
            className={styles.tab}
            onClick={() => choose({ storyTab: tab })}
            {...stop(at)}
          >
            {words.tabs[tab]}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-page`}
        aria-labelledby={`${id}-${open}`}
        className={styles.page}
        {...swipe}
      >
        <Suspense>
          <Page />
        </Suspense>
      </div>
    </div>
  );
}
