// In which unit a number or a curve is asked for.

import type { NumberAsk, SketchAsk } from '../../scenario/lab/ask-schema.ts';
import { metrics } from '../../scenario/metrics.ts';
import { words } from './words.ts';

export function unitOf(ask: NumberAsk | SketchAsk): string {
  const { metric, than } = ask.about;
  if (than !== undefined) return words.times(than);
  return ask.unit ?? metrics.find(({ name }) => name === metric)?.unit ?? '';
}
