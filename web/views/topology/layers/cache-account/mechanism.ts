// The accounts of cache-aware balancing: how much of its time each process ran under which LLC, the LLC it prefers, and the
// limits that refuse to aggregate it.

import type { MechanismDrawing, MechanismMoment } from '../../mechanism-drawing.ts';
import { accountsOf } from './accounts.ts';
import { accountsRoom, drawAccounts } from './draw.ts';

export default {
  isStrip: true,
  room: ({ palette }) => ({ above: 0, below: accountsRoom(palette.textSmall) }),
  draw: drawAccounts,
  note: ({ frame }: MechanismMoment) =>
    frame.mechanisms?.accounts ? accountsOf(frame) : undefined,
} satisfies MechanismDrawing;
