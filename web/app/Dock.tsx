// The dock: one strip of tabs, and below it the view of the pressed one, as high as a person makes it or
// in the place of the machines. Views come in their own chunks when first opened. Pressing the open tab
// closes it.

import { type CSSProperties, type KeyboardEvent, lazy, Suspense, useId, useRef } from 'react';
import type { Tab } from '../scenario/tabs.ts';
import { isForFocused, toggleView, viewsOf } from '../stage/commands.ts';
import { dock as words } from '../stage/messages.ts';
import { useViewExtent } from '../stage/panels.ts';
import { useSession } from '../stage/session.ts';
import { type Choice, choose, sidesOn, useChoice } from '../stage/store.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './Dock.module.css';

const Timeline = lazy(() => import('../features/timeline/TimelineTab.tsx'));
const CacheLines = lazy(() => import('../features/lines/CacheLinesTab.tsx'));
const Layout = lazy(() => import('../features/layout/LayoutTab.tsx'));
const C2c = lazy(() => import('../features/c2c/C2cTab.tsx'));
const Pages = lazy(() => import('../features/pages/PagesTab.tsx'));
const Curves = lazy(() => import('../features/curves/CurvesTab.tsx'));
const Separator = lazy(() => import('./Separator.tsx'));
const Races = lazy(() => import('../features/races/RacesTab.tsx'));
const Domains = lazy(() => import('../features/domains/DomainsTab.tsx'));
const views = {
  timeline: Timeline,
  'cache-lines': CacheLines,
  'struct-layout': Layout,
  c2c: C2c,
  pages: Pages,
  curves: Curves,
  races: Races,
  domains: Domains,
} as const;

/** Curves show all variants at once, races none. */
const ofOneSide = (tab: Tab): boolean => tab !== 'curves' && tab !== 'races';

/** Read or worked on, not glanced at: they take half of the page. */
const isWork = (tab?: Tab): boolean =>
  tab === 'curves' ||
  tab === 'pages' ||
  tab === 'struct-layout' ||
  tab === 'races' ||
  tab === 'domains';

export default function Dock() {
  const open = useChoice((choice) => choice.dock);
  const stage = useChoice((choice) => choice.stage);
  const side = useChoice((choice) => choice.dockSide);
  const sides = sidesOn(stage);
  const shown = sides.includes(side) ? side : sides[0]!;
  const id = useId();
  const View = open && views[open];
  const extent = useViewExtent(isWork(open));
  const whole = useChoice((choice) => choice.wholeView);
  return (
    <section
      className={styles.dock}
      aria-label={words.region}
      data-open={open !== undefined}
      data-whole={open !== undefined && whole}
      style={{ '--view-height': `${extent.now}px` } as CSSProperties}
    >
      {open && !whole && (
        <Suspense>
          <Separator part="dock" name={words.height} extent={extent} controls={`${id}-panel`} />
        </Suspense>
      )}
      <div className={styles.strip}>
        <Tabs id={id} open={open} />
        {open && ofOneSide(open) && sides.length > 1 && (
          <Segments
            name={words.side}
            values={sides}
            value={shown}
            label={words.ofSide}
            onChange={(value) => choose({ dockSide: value })}
          />
        )}
        {open && <WholeButton whole={whole} />}
      </div>
      {View && (
        <div
          className={styles.panel}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${open}`}
        >
          <Boundary key={open} name={words[open]}>
            <Suspense fallback={<p className={styles.loading}>{words.loading}</p>}>
              <View side={shown} />
            </Suspense>
          </Boundary>
        </div>
      )}
    </section>
  );
}

/** Gives the place of the machines, and of the panels beside them, to the view; or back. */
function WholeButton({ whole }: { readonly whole: boolean }) {
  const before = useRef<Pick<Choice, 'story' | 'inspector'>>(undefined);
  const press = () => {
    if (whole) return choose({ wholeView: false, ...before.current });
    const { story, inspector } = useChoice.getState();
    before.current = { story, inspector };
    choose({ wholeView: true, story: false, inspector: false });
  };
  return (
    <Button className={styles.whole} aria-pressed={whole} title={words.wholeHint} onClick={press}>
      {words.whole}
    </Button>
  );
}

function Tabs({ id, open }: { readonly id: string; readonly open: Tab | undefined }) {
  const list = useRef<HTMLDivElement>(null);
  const offered = viewsOf(useSession());
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || !(event.target instanceof HTMLElement) || !isForFocused(event.nativeEvent)) return;
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
    const next = (tabs.indexOf(event.target) + by + tabs.length) % tabs.length;
    tabs[next]?.focus();
    event.preventDefault();
  };
  return (
    <div ref={list} role="tablist" aria-label={words.region} className={styles.tabs}>
      {offered.map((tab, index) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`${id}-${tab}`}
          aria-selected={open === tab}
          aria-controls={open === tab ? `${id}-panel` : undefined}
          tabIndex={open === tab || (!open && index === 0) ? 0 : -1}
          className={styles.tab}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => toggleView(tab)}
          onKeyDown={move}
        >
          {words[tab]}
        </button>
      ))}
    </div>
  );
}
