// The choices of a person: scenario, stage, playhead, speed, selection, panels. Never what the simulation did; that
// stays with the engines and the playback.

import { create } from 'zustand';
import type { Lesson } from '../learn/lesson/lesson.ts';
import type { GivenAnswer } from '../scenario/lab/judge.ts';
import { defaultUrlState, type UrlState } from '../scenario/url-state.ts';
import { wantsLessMotion } from '../ui/less-motion.ts';
import type { OwnTheme, Theme } from '../ui/theme.ts';
import type { Editing } from '../views/layout/editing.ts';
import type { CameraTarget, Ring, Selection } from '../views/topology/index.ts';
import { firstScenario } from './first-scenario.ts';
import type { VariantId } from './playback/playback.ts';
import { tempoSpeed } from './tempo.ts';

export const stageLayouts = [
  ...(['A', 'B', 'A | B', 'C', 'A | C', 'B | C'] as const),
  ...(['D', 'A | D', 'B | D', 'C | D', 'A | B | C', 'A | B | C | D'] as const),
] as const;
/** What the radio group "Variant" can put on stage: one variant, two side by side, three or four. */
export type StageLayout = (typeof stageLayouts)[number];

/** A message in place: what was wrong, where, what would be right. */
export interface Notice {
  readonly tone: 'problem' | 'news';
  readonly text: string;
  /** One line a reader can act on. */
  readonly remedy?: string;
}

/** The result of a step's question: an answer, or that it was skipped. */
export type Guess = { readonly said: GivenAnswer } | 'skipped';

/** The ringed mark, and why: it is pointed at, kept, or shown by a step (ring.ts). */
export interface StageRing extends Ring {
  /** As the pointer is written. */
  readonly target: string;
  readonly way: 'pointed' | 'kept' | 'shown';
}

/** The event that the step on stage begins at: looked for, played slowly, over, not in this run, or left before it was seen. */
export interface ShownEvent {
  readonly phase: 'sought' | 'slow' | 'shown' | 'none' | 'left';
  /** To go on from. */
  readonly place?: { readonly time: number; readonly record: number };
  /** Its figures, for the caption. */
  readonly said?: string | undefined;
}

export type PanelSizes = { readonly [Part in 'story' | 'inspector' | 'dock']?: number | undefined };

/** What a person chose. What links keep of it stands in rows: of the view in scenario/url-state.ts, else in url-state.ts. */
export interface StageState extends Omit<UrlState, 'dock'> {
  /** The open view, by its link. Links keep those of the format only (scenario/tabs.ts). */
  readonly dock: string | undefined;
  readonly scenario: string;
  readonly stage: StageLayout;
  /** ns: where the playhead was put, or came to rest, last. */
  readonly playhead: number;
  readonly playing: boolean;
  /** Simulated ns a second. */
  readonly speed: number;
  readonly selection: Selection;
  readonly camera: CameraTarget;
  /** What of the mechanism shown matters, written as a pointer is (`gate`, `list:cpu 4`); all else recedes. */
  readonly focus: string | undefined;
  /** The event of the step on stage; undefined: it begins at none (slow.ts). */
  readonly event: ShownEvent | undefined;
  /** What of the stage is ringed; undefined: nothing. */
  readonly ring: StageRing | undefined;
  /** Which step of the story is shown; undefined behind the last, and where no story is told. */
  readonly step: number | undefined;
  /** The stop of the tour, from 1, at which the story is shown; undefined outside the tour. */
  readonly tour: number | undefined;
  /** What became of the questions of the story, by their ids. */
  readonly guesses: Readonly<Record<string, Guess>>;
  /** What was done in the layout editor; undefined: nothing yet. */
  readonly layout: Editing | undefined;
  /** CSS pixels a person gave to panels and dock; undefined: as much as fits them at first. */
  readonly sizes: PanelSizes;
  readonly help: boolean;
  /** The dialog that finds stories, terms, names and commands is open. */
  readonly search: boolean;
  /** The Inspector tells why the last decision fell as it did. */
  readonly why: boolean;
  /** The glossary is open: at an entry, or '' at its list. */
  readonly glossary: string | undefined;
  /** The steps are walked by hand; the stage shows machines and little else. */
  readonly presenting: boolean;
  /** A lesson on this scenario, as far as it has come. */
  readonly lesson: Lesson | undefined;
  /** The dialog for a machine of one's own is open. */
  readonly ownMachine: boolean;
  readonly singleKeys: boolean;
  /** What is worn now: by choice, and in a talk or on paper by what suits those. */
  readonly theme: Theme;
  /** A person's own: not part of a link, and another scene leaves it is (theme.ts). */
  readonly ownTheme: OwnTheme;
  readonly notice: Notice | undefined;
}

/** Panels stand beside the machine where there is room; below this width they are sheets. */
export const SHEET_WIDTH = 900;
/** Narrower windows are phones: the page scrolls, the story stands under one machine or two. */
export const PHONE_WIDTH = 560;
/** What of a stage a phone shows: two machines one above the other, of more the first and the one that it is about. */
export function phoneLayout(stage: StageLayout): StageLayout {
  const sides = variantsOn(stage);
  return sides.length > 2 ? (`${sides[0]} | ${sides.at(-1)}` as StageLayout) : stage;
}
const roomy =
  typeof window === 'undefined' ||
  window.innerWidth >= SHEET_WIDTH ||
  window.innerWidth < PHONE_WIDTH;

export const firstState: StageState = {
  ...defaultUrlState,
  story: roomy,
  scenario: firstScenario,
  stage: 'A | B',
  playhead: 0,
  // Nothing moves by itself where a person asked for that.
  playing: !wantsLessMotion(),
  speed: tempoSpeed.follow,
  selection: {},
  camera: { kind: 'all' },
  focus: undefined,
  event: undefined,
  ring: undefined,
  step: undefined,
  tour: undefined,
  guesses: {},
  layout: undefined,
  sizes: {},
  help: false,
  search: false,
  why: false,
  glossary: undefined,
  presenting: false,
  lesson: undefined,
  ownMachine: false,
  singleKeys: true,
  theme: 'dark',
  ownTheme: 'system',
  notice: undefined,
};

export const useStageState = create<StageState>(() => firstState);
export const choose = useStageState.setState;

const variantsByLayout: Readonly<Record<StageLayout, readonly VariantId[]>> = {
  A: ['A'],
  B: ['B'],
  'A | B': ['A', 'B'],
  C: ['C'],
  'A | C': ['A', 'C'],
  'B | C': ['B', 'C'],
  D: ['D'],
  'A | D': ['A', 'D'],
  'B | D': ['B', 'D'],
  'C | D': ['C', 'D'],
  'A | B | C': ['A', 'B', 'C'],
  'A | B | C | D': ['A', 'B', 'C', 'D'],
};

export function variantsOn(stage: StageLayout): readonly VariantId[] {
  return variantsByLayout[stage];
}

/** The stages that variants of these ids can fill. */
export const stageLayoutsOf = (ids: readonly string[]): readonly StageLayout[] =>
  stageLayouts.filter((stage) => variantsOn(stage).every((side) => ids.includes(side)));
