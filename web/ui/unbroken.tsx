// Text in which no line ends where a reader would stumble: between a number and its unit, between the groups of a number,
// and inside "->", which a font may draw as one arrow. What is copied of it is the text as it was written.

import { Fragment, type ReactNode } from 'react';
import { bindUnits } from './format.ts';

/** Names on both sides of an arrow stay with it; of long ones a letter does. */
const arrows = /((?<!\w)\w{1,16}->\w{1,16}(?!\w)|\w?->\w?)/;

export function unbroken(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text;
  const bound = bindUnits(text);
  if (!bound.includes('->')) return bound;
  return bound.split(arrows).map((part, at) =>
    part.includes('->') ? (
      // Parts never change places within a text.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <span key={at} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}
