// The story column: one thing at a time, by its tabs. The story itself, step by step; what was measured beside what was
// published; what can be turned; what is not modelled.

import { type ComponentType, lazy, Suspense, useId } from 'react';
import { story as words } from '../../stage/messages.ts';
import { choose, type StageState, useStageState } from '../../stage/store.ts';
import { useRoving } from '../../ui/use-roving.ts';
import styles from './StoryPanel.module.css';
import { StoryText } from './StoryText.tsx';

type Tab = StageState['storyTab'];
const pages: Readonly<Record<Tab, ComponentType>> = {
  story: StoryText,
  figures: lazy(() => import('./Figures.tsx')),
  turn: lazy(() => import('./Knobs.tsx')),
  about: lazy(() => import('./About.tsx')),
};
const tabs = Object.keys(pages) as readonly Tab[];

export default function StoryPanel() {
  const open = useStageState((state) => state.storyTab);
  const id = useId();
  const stop = useRoving(tabs.length, { chosen: tabs.indexOf(open) });
  const Page = pages[open];
  return (
    <div className={styles.panel}>
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
      >
        <Suspense>
          <Page />
        </Suspense>
      </div>
    </div>
  );
}
