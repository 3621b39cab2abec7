// What a picture or a film says over a machine: whose run it is, or that it is a trace.

import type { Side } from '../../stage/playback/playback.ts';
import { type Session, variantOn } from '../../stage/session.ts';
import { words } from './words.ts';

export function sideText({ opened, recorded }: Session, side: Side): string {
  const { label = '', kernel } = variantOn(opened, side) ?? {};
  if (side === recorded) return words.picture.recorded(label);
  return words.picture.side(side, label, kernel?.version ?? '', opened.seed);
}
