// The sizes of panels and of the open view: machines come first. A panel closes when the machines on stage would
// get too narrow to read, and nothing can be made larger than the room left beside them.

import { useSyncExternalStore } from 'react';
import {
  choose,
  type PanelSizes,
  PHONE_WIDTH,
  phoneLayout,
  SHEET_WIDTH,
  type StageState,
  useStageState,
  variantsOn,
} from './store.ts';

export type SidePanelName = 'story' | 'inspector';
/** What has a size of its own. */
export type Sized = keyof PanelSizes;

/** CSS pixels: least width of a machine, least width of a panel, and its default width. */
const machineWidth = 520;
const leastPanel = 200;
const panelWidth = 240;
/** Two machines beside each other in a table need more, but less than prose in a wide window. */
const inspectorWidth = 320;
/** Prose reads better in a wider one, as soon as there is room beside the machines. */
const proseWidth = 360;
const proseWindow = 1400;

/**
 * CSS pixels: least height of a view, what bars, heads, captions and queues need beside it, which all give way to it
 * (App.module.css), and what machines keep whatever a person wants of the view.
 */
const leastView = 120;
const besideView = 341;
const leastPicture = 220;
/** In a lower window the key of colours gives way, too. */
const highWindow = 800;
const keyHeight = 32;
/** The same where two machines stand one above the other, in a narrow window: two pictures, taller bars. */
const besideViewStacked = 835;
/** In a hall words are so much larger, and bars with them. */
const hallScale = 1.4;

/** How many panels may be open: at least one, because a person asked for it. */
export function panelsThatFit(width: number, machines: number): number {
  if (width < SHEET_WIDTH) return 1;
  const room = width - columnsOf(machines) * machineWidth;
  return room < usualWidth('story', width) + usualWidth('inspector', width) ? 1 : 2;
}

/** What is known of the story column besides the choices. */
export interface StoryColumn {
  /** The panel gave way, and has not been opened or closed by hand since. */
  readonly isPutAway: boolean;
  /** A question of it stands open: it is answered there. */
  readonly isAsking: boolean;
}

const ofItself: StoryColumn = { isPutAway: false, isAsking: false };

/** The column gives way to a view that opens, to be a caption with the way on; it comes back when all that is beside has gone. */
function storyGiven(choice: StageState, before: StageState, { isPutAway, isAsking }: StoryColumn) {
  const isOpened = choice.dock !== undefined && before.dock === undefined;
  if (isOpened && choice.story && !isAsking && !choice.presenting) return { story: false };
  const isAlone = choice.dock === undefined && !choice.inspector;
  return isAlone && isPutAway && !choice.story ? { story: true } : undefined;
}

/** What of a choice has to give way, all at once: each change is told to `settle` again, as one of its own. */
export function wayGiven(
  choice: StageState,
  before: StageState,
  width: number,
  column: StoryColumn = ofItself,
): Partial<StageState> | undefined {
  const sides = variantsOn(choice.stage);
  const opened = (['story', 'inspector'] as const).some((panel) => choice[panel] && !before[panel]);
  const isFull = choice.story && choice.inspector && panelsThatFit(width, sides.length) === 1;
  const given = {
    // A phone shows two machines at most.
    ...(width < PHONE_WIDTH && sides.length > 2 && { stage: phoneLayout(choice.stage) }),
    ...(choice.wholeView && opened && { wholeView: false }),
    ...(width >= SHEET_WIDTH && storyGiven(choice, before, column)),
    ...(isFull && (before.inspector ? { inspector: false } : { story: false })),
  };
  return Object.keys(given).length > 0 ? given : undefined;
}

/** Watches choices and the window from now on; `isAsking`: a question of the story stands open. Returns the way to stop. */
export function keepPanelsFitting(isAsking: () => boolean): () => void {
  let [isPutAway, isOwn] = [false, false];
  const settle = (choice: StageState, before: StageState): void => {
    if (choice.story !== before.story && !isOwn) isPutAway = false;
    const column = { isPutAway, isAsking: isAsking() };
    const given = wayGiven(choice, before, window.innerWidth, column);
    if (!given) return;
    if (given.story !== undefined) isPutAway = !given.story;
    isOwn = true;
    choose(given);
    isOwn = false;
  };
  const now = () => settle(useStageState.getState(), useStageState.getState());
  now();
  window.addEventListener('resize', now);
  const stop = useStageState.subscribe(settle);
  return () => {
    window.removeEventListener('resize', now);
    stop();
  };
}

/** CSS pixels: a size, and between what it can be. */
export interface Extent {
  readonly now: number;
  readonly least: number;
  readonly most: number;
}

const extent = (wanted: number, least: number, most: number): Extent => {
  const greatest = Math.max(least, most);
  return { now: Math.round(Math.min(greatest, Math.max(least, wanted))), least, most: greatest };
};

type Open = Pick<StageState, 'sizes' | 'stage' | SidePanelName>;

function usualWidth(panel: SidePanelName, width: number, machines = 2): number {
  if (panel === 'inspector') return inspectorWidth;
  return width >= proseWindow || machines === 1 ? proseWidth : panelWidth;
}

/** Four machines stand two by two. */
const columnsOf = (machines: number): number => (machines === 4 ? 2 : machines);

/** The width of a side panel in a window of `width`. */
export function panelExtent(panel: SidePanelName, choice: Open, width: number): Extent {
  const other = panel === 'story' ? 'inspector' : 'story';
  const usual = usualWidth(panel, width, variantsOn(choice.stage).length);
  const beside = choice[other] ? (choice.sizes[other] ?? usualWidth(other, width)) : 0;
  const most = width - columnsOf(variantsOn(choice.stage).length) * machineWidth - beside;
  return extent(choice.sizes[panel] ?? usual, leastPanel, Math.floor(most));
}

/** The height of an open view in a window of `width` and `height`. */
export function viewExtent(
  { sizes, stage, theme }: Pick<StageState, 'sizes' | 'stage' | 'theme'>,
  isWork: boolean,
  { width, height }: { readonly width: number; readonly height: number },
): Extent {
  const usual = isWork ? Math.min(576, height / 2) : Math.min(384, 0.3 * height);
  const isStacked = width < SHEET_WIDTH && variantsOn(stage).length > 1;
  const scale = theme === 'projector' ? hallScale : 1;
  const bars = besideView - (height < highWindow ? keyHeight : 0);
  const beside = isStacked ? scale * besideViewStacked : scale * bars + leastPicture;
  const most = height - Math.round(beside);
  return extent(sizes.dock ?? Math.max(160, usual), leastView, most);
}

/** Gives a panel or the view a size; undefined: back to the usual one. */
export function resize(part: Sized, size: number | undefined): void {
  const { [part]: _, ...others } = useStageState.getState().sizes;
  choose({ sizes: size === undefined ? others : { ...others, [part]: Math.round(size) } });
}

function watchWindow(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

const widthNow = () => window.innerWidth;
const heightNow = () => window.innerHeight;
const useWindowWidth = () => useSyncExternalStore(watchWindow, widthNow);
const isPhoneNow = () => window.innerWidth < PHONE_WIDTH;
/** Whether the window is that of a phone, renewed when it changes. */
export const useIsPhone = (): boolean => useSyncExternalStore(watchWindow, isPhoneNow);

/** The width of an open side panel, renewed when choices or the window change. */
export function usePanelExtent(panel: SidePanelName): Extent {
  const width = useWindowWidth();
  const [sizes, stage] = [
    useStageState((state) => state.sizes),
    useStageState((state) => state.stage),
  ];
  const story = useStageState((state) => state.story);
  const inspector = useStageState((state) => state.inspector);
  return panelExtent(panel, { sizes, stage, story, inspector }, width);
}

/** The height of the open view; `isWork`: it is read or worked on, not glanced at. */
export function useViewExtent(isWork: boolean): Extent {
  const [width, height] = [useWindowWidth(), useSyncExternalStore(watchWindow, heightNow)];
  const [sizes, stage] = [
    useStageState((state) => state.sizes),
    useStageState((state) => state.stage),
  ];
  const theme = useStageState((state) => state.theme);
  return viewExtent({ sizes, stage, theme }, isWork, { width, height });
}
