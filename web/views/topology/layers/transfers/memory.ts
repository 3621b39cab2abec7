// What the layer of transfers keeps from frame to frame: the lines that are on their way.

import type { Catalog } from '../../../../engine/types.ts';
import type { Memory } from '../../memory.ts';
import type { PictureSettings } from '../../settings.ts';
import { type LineTransfer, Transfers } from './transfers.ts';

export interface TransferMemory extends Memory {
  readonly transfers: Transfers;
}

/** Of the selected line if there is one, and to or from a CPU in the picture. */
function isWanted(
  { line, fromCpu, to }: LineTransfer,
  settings: Readonly<PictureSettings>,
): boolean {
  const { selection, excerpt } = settings;
  if (selection.line !== undefined && line !== selection.line) return false;
  return !excerpt || excerpt.has(to) || excerpt.has(fromCpu);
}

export function rememberTransfers(catalog: Catalog): TransferMemory {
  const transfers = new Transfers(catalog);
  return {
    transfers,
    add(frame, settings, wall) {
      const wanted = (transfer: LineTransfer) => isWanted(transfer, settings);
      transfers.add(frame, wall, settings.tempo === 'follow' ? wanted : undefined);
    },
  };
}
