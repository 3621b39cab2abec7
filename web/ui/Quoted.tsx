// A text with the labels and values that it quotes (quoted.ts) set apart from its own words, and no line ending where a
// reader would stumble.

import { Fragment } from 'react';
import { quotedPiecesOf } from './quoted.ts';
import { unbroken } from './unbroken.tsx';

export function Quoted({ children }: { readonly children: string }) {
  return quotedPiecesOf(children).map(({ text, isQuoted }, at) => {
    const Drawn = isQuoted ? 'em' : Fragment;
    // Pieces never change places within a text.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return <Drawn key={at}>{unbroken(text)}</Drawn>;
  });
}
