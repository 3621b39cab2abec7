// The legends of the layers in the order in which the key and the table speak of them.

import { epochLegend } from './epoch/legend.tsx';
import { homesLegend } from './homes/legend.tsx';
import type { LayerLegend } from './legend.ts';
import { movesLegend } from './moves/legend.tsx';
import { occupancyLegend } from './occupancy/legend.tsx';
import { passesLegend } from './passes/legend.tsx';
import { ribbonsLegend } from './ribbons/legend.tsx';
import { sharingLegend } from './sharing/legend.tsx';
import { tasksLegend } from './tasks/legend.tsx';
import { transfersLegend } from './transfers/legend.tsx';

export const legends: readonly LayerLegend[] = [
  tasksLegend,
  homesLegend,
  occupancyLegend,
  sharingLegend,
  epochLegend,
  transfersLegend,
  ribbonsLegend,
  movesLegend,
  passesLegend,
];
