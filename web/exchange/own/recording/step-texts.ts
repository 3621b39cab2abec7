// Steps of a task as texts, none longer than a text may be. Knows no recording.

import { STEPS_CHARACTERS } from '../../../scenario/program/limits.ts';

/** What stands between two steps of a text. */
const between = '; ';

export function stepTexts(steps: Iterable<string>): string[] {
  const texts: string[] = [];
  let text = '';
  for (const step of steps) {
    if (text.length + step.length + between.length > STEPS_CHARACTERS) {
      texts.push(text);
      text = '';
    }
    text += text === '' ? step : between + step;
  }
  return text === '' ? texts : [...texts, text];
}
