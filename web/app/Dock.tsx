// The dock: one strip of tabs in their groups, what the story has nothing for under "more", and below it the view of the
// pressed one, as high as a person makes it or in the place of the machines. Views come in their own chunks when first opened. Pressing the open tab
// closes it.

import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { toggleView } from '../stage/commands.ts';
import { useExported } from '../stage/export-registry.ts';
import { useFeatures, type ViewTab, viewGroups } from '../stage/feature.ts';
import { GuessPlate } from '../stage/GuessPlate.tsx';
import { isForFocused } from '../stage/keys.ts';
import { topBar, dock as words } from '../stage/messages.ts';
import { useIsPhone, useViewExtent } from '../stage/panels.ts';
import { useSession, variantName } from '../stage/session.ts';
import { choose, type StageState, useStageState } from '../stage/store.ts';
import { useToldSides, useWithheldSide } from '../stage/withheld.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './Dock.module.css';
import { PanelToggle } from './MoreMenu.tsx';
import { ShellParts } from './Parts.tsx';

const Separator = lazy(() => import('./Separator.tsx'));

export default function Dock() {
  const open = useStageState((state) => state.dock);
  const side = useStageState((state) => state.dockSide);
  const sides = useToldSides();
  const shown = sides.includes(side) ? side : sides[0];
  const withheld = useWithheldSide();
  const id = useId();
  const session = useSession();
  const tab = useFeatures().tabNamed(open);
  const View = tab?.view;
  const isCovered = tab?.of === 'stage' ? !tab.isApart && withheld : shown === undefined;
  const extent = useViewExtent(tab !== undefined && tab.size !== 'glance');
  useWholeForText(tab?.size === 'text' ? open : undefined, extent.now);
  const panel = useExported('view');
  const whole = useStageState((state) => state.wholeView);
  const isPhone = useIsPhone();
  // A phone has the views in the sheet of what is rarely used.
  if (isPhone && !tab) return null;
  return (
    <section
      className={styles.dock}
      aria-label={words.region}
      data-open={tab !== undefined}
      data-whole={tab !== undefined && whole}
      style={{ '--view-height': `${extent.now}px` } as CSSProperties}
    >
      {tab && !whole && (
        <Suspense>
          <Separator part="dock" name={words.height} extent={extent} controls={`${id}-panel`} />
        </Suspense>
      )}
      <div className={styles.strip}>
        <Tabs id={id} open={open} />
        {tab?.of === 'side' && shown && sides.length > 1 && (
          <Segments
            name={words.side}
            values={sides}
            value={shown}
            label={(each) => words.ofSide(variantName(session, each))}
            onChange={(value) => choose({ dockSide: value })}
          />
        )}
        <span className={styles.end}>
          {!isPhone && (
            <span className={styles.moments}>
              <ShellParts place="below" />
            </span>
          )}
          {tab && <WholeButton whole={whole} />}
          <ShellParts place="views" />
          <PanelToggle panel="inspector" name={topBar.inspector} />
        </span>
      </div>
      {View && (
        <div
          ref={panel}
          className={styles.panel}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${open}`}
        >
          <Boundary key={open} name={tab.title}>
            <Suspense fallback={<p className={styles.loading}>{words.loading}</p>}>
              {isCovered ? <GuessPlate side={withheld!} /> : <View side={shown ?? 'A'} />}
            </Suspense>
          </Boundary>
        </div>
      )}
    </section>
  );
}

/** CSS pixels: less is no room for eight lines of text in a hall. */
const leastForText = 400;

/** In a hall a view to write in takes the place of the machines where it would be too low to read; one press brings them back. */
function useWholeForText(link: string | undefined, height: number): void {
  const isHall = useStageState(({ theme }) => theme === 'projector');
  const isTooLow = isHall && link !== undefined && height < leastForText;
  const taken = useRef(false);
  useEffect(() => {
    if (isTooLow) {
      taken.current = true;
      choose({ wholeView: true });
    } else if (link === undefined && taken.current) {
      // Another view has no need of it.
      taken.current = false;
      choose({ wholeView: false });
    }
  }, [isTooLow, link]);
}

/** Gives the place of the machines, and of the panels beside them, to the view; or back. */
function WholeButton({ whole }: { readonly whole: boolean }) {
  const before = useRef<Pick<StageState, 'story' | 'inspector'>>(undefined);
  const press = () => {
    if (whole) return choose({ wholeView: false, ...before.current });
    const { story, inspector } = useStageState.getState();
    before.current = { story, inspector };
    choose({ wholeView: true, story: false, inspector: false });
  };
  return (
    <Button className={styles.whole} aria-pressed={whole} title={words.wholeHint} onClick={press}>
      {words.whole}
    </Button>
  );
}

interface TabsProps {
  readonly id: string;
  readonly open: string | undefined;
}

/** The views in their groups: those that the story has something for, and the one that is open. */
function Tabs({ id, open }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const session = useSession();
  const features = useFeatures();
  const { near, far } = features.tabsFor(session);
  const offered = features.tabsOf(session);
  const isThere = (tab: ViewTab) => near.includes(tab) || tab.link === open;
  const first = near[0]?.link;
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (
      !by ||
      !(event.target instanceof HTMLElement) ||
      !isForFocused(session.stage, event.nativeEvent)
    )
      return;
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
    const next = (tabs.indexOf(event.target) + by + tabs.length) % tabs.length;
    tabs[next]?.focus();
    event.preventDefault();
  };
  return (
    <>
      <span className={styles.lead}>{words.lead}</span>
      <div ref={list} role="tablist" aria-label={words.region} className={styles.tabs}>
        {viewGroups.map((group) => {
          const own = [...near, ...far].filter((tab) => tab.group === group && isThere(tab));
          if (own.length === 0) return null;
          return (
            <Fragment key={group}>
              <span className={styles.group} aria-hidden="true">
                {words.group[group]}
              </span>
              {own.map(({ link, title }) => (
                <button
                  key={link}
                  type="button"
                  role="tab"
                  id={`${id}-${link}`}
                  data-mark={`tab:${link}`}
                  aria-selected={open === link}
                  aria-controls={open === link ? `${id}-panel` : undefined}
                  tabIndex={open === link || (!open && link === first) ? 0 : -1}
                  className={styles.tab}
                  aria-keyshortcuts={String(offered.findIndex((each) => each.link === link) + 1)}
                  onClick={() => toggleView(link)}
                  onKeyDown={move}
                >
                  {title}
                </button>
              ))}
            </Fragment>
          );
        })}
      </div>
      <MoreViews views={far.filter((tab) => !isThere(tab))} />
    </>
  );
}

/** What the story has nothing for. */
function MoreViews({ views }: { readonly views: readonly ViewTab[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  if (views.length === 0) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.tab}
        aria-label={words.moreName}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={({ detail }) => {
          setByKeyboard(detail === 0);
          setOpen(!open);
        }}
      >
        {words.more} <span aria-hidden="true">▾</span>
      </button>
      <Menu
        name={words.moreName}
        button={button}
        open={open}
        byKeyboard={byKeyboard}
        onOpen={setOpen}
      >
        {views.map(({ link, title }) => (
          <MenuItem key={link} className={styles.item} onClick={() => toggleView(link)}>
            {title}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
