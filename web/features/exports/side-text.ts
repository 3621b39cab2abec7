// What a picture or a film says over a machine: whose run it is, or that it is a trace.

import { versionWords } from '../../scenario/index.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { type Session, variantOn } from '../../stage/session.ts';
import { words } from './words.ts';

export function sideText({ opened, recorded }: Session, side: VariantId): string {
  const variant = variantOn(opened, side);
  const { label = '' } = variant ?? {};
  if (side === recorded) return words.picture.recorded(label);
  return words.picture.side(side, label, versionWords(variant, opened.scenario.linux), opened.seed);
}
