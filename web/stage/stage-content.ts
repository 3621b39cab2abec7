// A recipe with all that a stage needs; made by content.ts in the page, or by the build. Types only.

import type { PackedRun } from '../engine/recorded/packed.ts';
import type { DefinitionValues, OpenedRecipe, OpenedScenario } from '../scenario/index.ts';
import type { StageEventKind } from '../scenario/stage-words.ts';
import type { Playback, VariantId } from './playback/playback.ts';
import type { StageLayout, StageState } from './store.ts';

type Step = NonNullable<OpenedScenario['scenario']['steps']>[number];

/** An event that is found in a run: the first of its kind from a moment on. */
export interface AskedEvent {
  readonly kind: StageEventKind;
  /** The code of a decision's reason. */
  readonly reason?: string | undefined;
  /** ns. */
  readonly after: number;
  readonly cpu?: number | undefined;
  /** Whose run it is; A, if left out. */
  readonly variant?: VariantId | undefined;
}

/** What a step shows, its times as numbers. */
export interface StageStep extends Pick<Step, 'frame' | 'line' | 'caption' | 'layer' | 'focus'> {
  /** Simulated ns a second. */
  readonly rate: number;
  /** ms. */
  readonly hold: number;
  /** Variants shown during the step. Default: the current ones. */
  readonly stage?: StageLayout;
  /** ns: where in the run it begins; where the run is, if left out. */
  readonly at?: number;
  /** What it points at to look at, as the pointer is written. */
  readonly ring?: string;
  /** It begins at an event of the run. */
  readonly event?: AskedEvent;
}

/** A recording that stands beside the simulated runs, on the side of its letter. */
export interface StageRecording {
  readonly side: VariantId;
  /** What the side is called. */
  readonly label: string;
  readonly run: PackedRun;
}

/** A recipe with all that a stage needs: its scenario, and what the core gets for each variant. */
export interface Content {
  readonly opened: OpenedRecipe;
  readonly definitions: Readonly<Record<string, DefinitionValues>>;
  readonly steps: readonly StageStep[];
  readonly recording?: StageRecording | undefined;
  /** The step of the story that it begins at, from 1; one behind the last is the end. Its first, if left out. */
  readonly step?: number;
  /** Runs that a talk keeps: they do not end when the scene leaves the stage. */
  readonly kept?: Playback;
  /** What the recipe says of the stage. */
  readonly choice: Partial<StageState>;
}
