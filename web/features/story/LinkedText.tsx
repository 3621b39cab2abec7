// A text of a step as it reads: quoted labels set apart (ui/quoted.ts), and its links (base/links.ts), which point at marks
// of the stage or lead to terms. What pointing does is a chunk of its own: most texts have no link.

import { Fragment, lazy, Suspense } from 'react';
import { type LinkPart, linkParts } from '../../base/links.ts';
import { Quoted } from '../../ui/Quoted.tsx';
import { Tied, tied } from '../../ui/Tied.tsx';
import { unbroken } from '../../ui/unbroken.tsx';

const Pointed = lazy(() => import('./Pointed.tsx'));

const isLink = ({ to }: LinkPart) => to !== undefined;

export function LinkedText({ children }: { readonly children: string }) {
  return tied(linkParts(children), isLink).map(({ text, to, behind }, at) =>
    to === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never change places within a text
      <Quoted key={at}>{text}</Quoted>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never change places within a text
      <Fragment key={at}>
        <Tied behind={behind}>
          <Suspense fallback={unbroken(text)}>
            <Pointed to={to}>{text}</Pointed>
          </Suspense>
        </Tied>
      </Fragment>
    ),
  );
}
