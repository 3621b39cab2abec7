// What a person chose: scenario, stage, playhead, speed, selection, panels. Never what the simulation
// did; that stays with the engines and the playback.

import { create } from 'zustand';
import type { Lesson } from '../learn/lesson/lesson.ts';
import type { Theme } from '../ui/theme.ts';
import type { Editing } from '../views/layout/editing.ts';
import type { CameraTarget, Selection } from '../views/topology/index.ts';
import { firstScenario } from './first-scenario.ts';
import type { Side } from './playback/playback.ts';
import { tempoSpeed } from './tempo.ts';

export const stages = [
  ...(['A', 'B', 'A | B', 'C', 'A | C', 'B | C'] as const),
  ...(['D', 'A | D', 'B | D', 'C | D'] as const),
] as const;
/** What the radio group "Variant" can put on stage: one variant, or two side by side. */
export type Stage = (typeof stages)[number];

export const dockTabs = [
  'timeline',
  'lines',
  'layout',
  'c2c',
  'pages',
  'curves',
  'races',
  'domains',
] as const;
export type DockTab = (typeof dockTabs)[number];
/** How a recipe calls each. */
export const tabOfDock = {
  timeline: 'timeline',
  lines: 'cache-lines',
  layout: 'struct-layout',
  c2c: 'c2c',
  pages: 'pages',
  curves: 'curves',
  races: 'races',
  domains: 'domains',
} as const satisfies Record<DockTab, string>;

/** A message in place: what was wrong, where, what would be right. */
export interface Notice {
  readonly tone: 'problem' | 'news';
  readonly text: string;
  /** One line a reader can act on. */
  readonly remedy?: string;
}

export type Sizes = { readonly [Part in 'story' | 'inspector' | 'dock']?: number | undefined };

export interface Choice {
  readonly scenario: string;
  readonly stage: Stage;
  /** ns: where the playhead was put, or came to rest, last. */
  readonly playhead: number;
  readonly playing: boolean;
  /** Simulated ns a second. */
  readonly speed: number;
  readonly selection: Selection;
  readonly camera: CameraTarget;
  /** Which shot of the first-sight sequence is shown; undefined after it. */
  readonly shot: number | undefined;
  readonly dock: DockTab | undefined;
  /** The side the dock shows while both are on stage. */
  readonly dockSide: Side;
  /** What was done in the layout editor; undefined: nothing yet. */
  readonly layout: Editing | undefined;
  readonly story: boolean;
  readonly inspector: boolean;
  /** CSS pixels a person gave to panels and dock; undefined: as much as fits them at first. */
  readonly sizes: Sizes;
  /** The open view has taken the place of the machines. */
  readonly wholeView: boolean;
  readonly help: boolean;
  /** The Inspector tells why the last decision fell as it did. */
  readonly why: boolean;
  /** The scheduling domains of the selected CPU are drawn. */
  readonly domains: boolean;
  /** The glossary is open: at an entry, or '' at its list. */
  readonly glossary: string | undefined;
  /** The shots are walked by hand; the stage shows machines and little else. */
  readonly presenting: boolean;
  /** Shown inside another page: machines, caption and time, nothing else. */
  readonly embed: boolean;
  /** A lesson on this scenario, as far as it has come. */
  readonly lesson: Lesson | undefined;
  /** The stories over the stage, and the dialog for a machine of one's own. */
  readonly stories: boolean;
  readonly ownMachine: boolean;
  readonly singleKeys: boolean;
  /** A person's own: not part of a link, and another scene leaves it as it is (theme.ts). */
  readonly theme: Theme;
  readonly notice: Notice | undefined;
}

/** Panels stand beside the machine where there is room; below this width they are sheets. */
export const SHEET_WIDTH = 900;
const roomy = typeof window === 'undefined' || window.innerWidth >= SHEET_WIDTH;

export const firstChoice: Choice = {
  scenario: firstScenario,
  stage: 'A | B',
  playhead: 0,
  playing: true,
  speed: tempoSpeed.follow,
  selection: {},
  camera: { kind: 'all' },
  shot: undefined,
  dock: undefined,
  dockSide: 'A',
  layout: undefined,
  story: roomy,
  inspector: false,
  sizes: {},
  wholeView: false,
  help: false,
  why: false,
  domains: false,
  glossary: undefined,
  presenting: false,
  embed: false,
  lesson: undefined,
  stories: false,
  ownMachine: false,
  singleKeys: true,
  theme: 'dark',
  notice: undefined,
};

export const useChoice = create<Choice>(() => firstChoice);
export const choose = useChoice.setState;

const sidesByStage: Readonly<Record<Stage, readonly Side[]>> = {
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
};

export function sidesOn(stage: Stage): readonly Side[] {
  return sidesByStage[stage];
}

/** The stages that variants of these ids can fill. */
export const stagesOf = (ids: readonly string[]): readonly Stage[] =>
  stages.filter((stage) => sidesOn(stage).every((side) => ids.includes(side)));
