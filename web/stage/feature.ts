// The descriptor of a feature: the default export of web/features/<name>/index.ts. Found by the build
// (web/app/features.ts); no list of features stands anywhere. A descriptor is there from the start, so it is small:
// components and long texts are fetched when they are asked for.

import { type ComponentType, createContext, useContext } from 'react';
import type { CpuDomains } from '../views/topology/index.ts';
import type { SidePanelName } from './panels.ts';
import type { VariantId } from './playback/playback.ts';
import type { Session } from './session.ts';
import type { StageState } from './store.ts';

/** Keys as a reader sees them, and what they do. */
export type KeyRow = readonly [keys: string, what: string];

/** The groups in which views stand, in this order. */
export const viewGroups = ['time', 'memory', 'try'] as const;

/** A view in the dock. */
export interface ViewTab {
  /** How links and stories call it; the tabs of the format (scenario/tabs.ts) are kept by links, others are not. */
  readonly link: string;
  readonly title: string;
  /** Its place among the tabs. */
  readonly order: number;
  readonly group: (typeof viewGroups)[number];
  /**
   * Whether the story on stage has something for it: those it has nothing for stand under "more". Left out: every story has.
   * The view that a story names it has something for.
   */
  readonly isFor?: (session: Session) => boolean;
  /** A view of one machine says which, where two are on stage. */
  readonly of: 'side' | 'stage';
  /** What is read or worked on takes half of the page; where one writes a text, all of it in a hall. */
  readonly size: 'glance' | 'work' | 'text';
  /** Of 'stage': true if it tells nothing of the runs on stage, so that no question covers it. */
  readonly isApart?: boolean;
  readonly view: ComponentType<{ readonly side: VariantId }>;
  /** Keys that it has of its own, for the help while it is open. */
  readonly keys?: () => Promise<{ readonly title: string; readonly rows: readonly KeyRow[] }>;
  /** In a picture its drawings stand below each other instead of beside. */
  readonly isStacked?: boolean;
}

/** What a panel beside the machines shows, while `when` holds; the first that is offered. */
export interface SidePanelPart {
  readonly place: SidePanelName;
  readonly name: string;
  readonly when: (choice: StageState) => boolean;
  readonly view: ComponentType;
}

/** What opens over the page while `when` holds. */
export interface Overlay {
  readonly when: (choice: StageState) => boolean;
  readonly view: ComponentType;
}

/**
 * Where a part stands: instead of the whole stage, or of the top bar; before the title in the
 * top bar; behind it; behind its "⋯"; beside the steps of the transport bar; on its track; beside the views, what is said of the track;
 * in the row under the machines; at the end of the row of views.
 */
export type ShellPlace =
  | 'whole'
  | 'top'
  | 'crumb'
  | 'bar'
  | 'more'
  | 'steps'
  | 'track'
  | 'below'
  | 'legend'
  | 'views';

/** Something of a feature in a place of the shell. Those of one place stand in their order. */
export interface ShellPart {
  readonly place: ShellPlace;
  readonly order: number;
  /** It is there always, if left out. Of 'whole' and 'top' the first that holds is shown. */
  readonly when?: (choice: StageState) => boolean;
  /** What the first picture does without comes as a chunk of its own: lazy(). */
  readonly view: ComponentType;
}

/** Something in the head of each machine of which a CPU is selected; it may give the picture domains to draw. */
export interface CpuPart {
  readonly view: ComponentType<CpuPartProps>;
}

export interface CpuPartProps {
  readonly side: VariantId;
  readonly cpu: number;
  /** Undefined: none are to be drawn any more. */
  readonly onDomains: (domains: CpuDomains | undefined) => void;
}

export type Run = (session: Session, features: Features) => void;

/** One thing that a key does; a button that does the same asks for its key by its name. */
export interface KeyCommand {
  /** As KeyboardEvent.key gives it, "Shift+" before where it matters. */
  readonly key: string;
  readonly run: Run;
}

/** Commands that belong together: a line of the help. */
export interface KeyLine {
  /** Its place in the help. */
  readonly order: number;
  readonly what: string;
  readonly commands: Readonly<Record<string, KeyCommand>>;
}

export interface Feature {
  readonly tab?: ViewTab;
  readonly panel?: SidePanelPart;
  readonly overlay?: Overlay;
  readonly parts?: readonly ShellPart[];
  readonly cpuPart?: CpuPart;
  readonly keys?: readonly KeyLine[];
}

/** Gives the descriptor of a feature its type. */
export const feature = (descriptor: Feature): Feature => descriptor;

const names: Readonly<Record<string, string>> = { ' ': 'Space', ArrowLeft: '←', ArrowRight: '→' };
/** "Shift + ←": a command's key as a reader sees it. */
export const shownKey = ({ key }: KeyCommand): string =>
  key
    .split(/(?<=.)\+(?=.)/)
    .map(shown)
    .join(' + ');

/** A key as a reader sees it. */
const shown = (key: string): string => names[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** "Shift + ← →" */
function keysOf({ commands }: KeyLine): string {
  const keys = Object.values(commands).map(({ key }) => key.split(/(?<=.)\+(?=.)/));
  const [[first, second] = []] = keys;
  const held = second ? `${first} + ` : '';
  return `${held}${keys.map((parts) => shown(parts.at(-1)!)).join(' ')}`;
}

const present = <Part>(parts: readonly (Part | undefined)[]): Part[] =>
  parts.filter((part) => part !== undefined);

/** All that features bring, in their orders. */
export class Features {
  readonly panels: readonly SidePanelPart[];
  readonly overlays: readonly Overlay[];
  readonly cpuParts: readonly CpuPart[];
  readonly #parts: readonly ShellPart[];
  readonly #tabs: readonly ViewTab[];
  readonly #lines: readonly KeyLine[];

  constructor(all: readonly Feature[]) {
    this.panels = present(all.map(({ panel }) => panel));
    this.overlays = present(all.map(({ overlay }) => overlay));
    this.cpuParts = present(all.map(({ cpuPart }) => cpuPart));
    this.#parts = all.flatMap(({ parts = [] }) => parts).sort((a, b) => a.order - b.order);
    this.#tabs = present(all.map(({ tab }) => tab)).sort((a, b) => a.order - b.order);
    this.#lines = all.flatMap(({ keys = [] }) => keys).sort((a, b) => a.order - b.order);
  }

  /** The views of the scene's story, in their order: some are of certain stories only. */
  tabsOf({ opened }: Session): readonly ViewTab[] {
    const withheld: readonly string[] = opened.chapter.withheld;
    return this.#tabs.filter(({ link }) => !withheld.includes(link));
  }

  /** Those of them that its story has something for, and the others. */
  tabsFor(session: Session): {
    readonly near: readonly ViewTab[];
    readonly far: readonly ViewTab[];
  } {
    const named = session.opened.scenario.show?.tab;
    const isNear = ({ link, isFor }: ViewTab) => link === named || (isFor?.(session) ?? true);
    const offered = viewGroups.flatMap((group) =>
      this.tabsOf(session).filter((tab) => tab.group === group),
    );
    return { near: offered.filter(isNear), far: offered.filter((tab) => !isNear(tab)) };
  }

  partsOf(place: ShellPlace): readonly ShellPart[] {
    return this.#parts.filter((part) => part.place === place);
  }

  tabNamed(link: string | undefined): ViewTab | undefined {
    return this.#tabs.find((tab) => tab.link === link);
  }

  /** What a key means on the stage. */
  commandOf(key: string): KeyCommand | undefined {
    return this.#commands().find(([, command]) => command.key === key)?.[1];
  }

  /** The key of a command, as aria-keyshortcuts says it. */
  shortcut(name: string): string | undefined {
    const key = this.#commands().find(([each]) => each === name)?.[1].key;
    return key === ' ' ? 'Space' : key?.length === 1 ? key.toUpperCase() : key;
  }

  /** Everything that a key does, with its line in the help. */
  commands(): { readonly name: string; readonly what: string; readonly command: KeyCommand }[] {
    return this.#lines.flatMap(({ what, commands }) =>
      Object.entries(commands).map(([name, command]) => ({ name, what, command })),
    );
  }

  /** The lines of the help, with how many views there are. */
  help(session: Session): KeyRow[] {
    const views = `1 to ${this.tabsOf(session).length}`;
    return this.#lines.map((line) => [
      Object.keys(line.commands).length ? keysOf(line) : views,
      line.what,
    ]);
  }

  #commands(): [string, KeyCommand][] {
    return this.#lines.flatMap(({ commands }) => Object.entries(commands));
  }
}

/** What the page was built with. */
export const FeaturesContext = createContext(new Features([]));

export const useFeatures = (): Features => useContext(FeaturesContext);
