// The facts of cpupri at a moment, as plain data: for the key, the tables and screen readers.

import { levelName } from '../../../../engine/rt-searches.ts';
import type { MechanismMoment } from '../../mechanism-drawing.ts';
import { bitOf, filedAs, levelIn, maskRowsOf, type Search, searchOf } from './masks.ts';
import type { CpupriMemory } from './memory.ts';

export interface MaskNote {
  readonly level: string;
  readonly count: number;
  /** CPUs whose bit is set, and those of them that are ghosts. */
  readonly set: readonly number[];
  readonly ghosts: readonly number[];
}

export interface CpupriNote {
  readonly rows: readonly MaskNote[];
  readonly search: Search | undefined;
  /** By CPU: the level that it is filed at. */
  readonly filed: readonly string[];
}

/** Undefined where the frame says nothing of it. */
export function noteCpupri({ frame, machine, choice, kept }: MechanismMoment) {
  const columns = frame.mechanisms?.cpupri;
  if (!columns) return undefined;
  const { topology } = machine.catalog;
  const cpus = Array.from({ length: topology.cpus }, (_, cpu) => cpu);
  const search = searchOf(machine.catalog, choice.decision, frame.time);
  const focused = levelIn(choice.focus, columns.levels);
  const levels = maskRowsOf(columns, (kept as CpupriMemory).seen, focused, search?.level ?? -1);
  const note: CpupriNote = {
    rows: levels.map((level) => ({
      level: levelName(level),
      count: columns.counts[level]!,
      set: cpus.filter((cpu) => bitOf(columns, level, cpu) !== 'clear'),
      ghosts: cpus.filter((cpu) => bitOf(columns, level, cpu) === 'ghost'),
    })),
    search,
    filed: cpus.map((cpu) => filedAs(frame, cpu)),
  };
  return note;
}
