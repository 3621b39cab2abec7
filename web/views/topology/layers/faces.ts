// The faces of the layers in the order in which the key and the table speak of them.

import { epoch } from './epoch/face.tsx';
import type { Face } from './face.ts';
import { homes } from './homes/face.tsx';
import { moves } from './moves/face.tsx';
import { occupancy } from './occupancy/face.tsx';
import { passes } from './passes/face.tsx';
import { ribbons } from './ribbons/face.tsx';
import { sharing } from './sharing/face.tsx';
import { tasks } from './tasks/face.tsx';
import { transfers } from './transfers/face.tsx';

export const faces: readonly Face[] = [
  tasks,
  homes,
  occupancy,
  sharing,
  epoch,
  transfers,
  ribbons,
  moves,
  passes,
];
