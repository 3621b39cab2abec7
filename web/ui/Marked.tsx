// One sentence in the markup of markup.ts: its links are buttons, because they select or open
// something on this page and lead nowhere else.

import { Fragment } from 'react';
import styles from './Marked.module.css';
import { type LinkTarget, markupPartsOf } from './markup.ts';
import { Tied, tied } from './Tied.tsx';
import { unbroken } from './unbroken.tsx';

export interface MarkedProps {
  readonly children: string;
  readonly onTarget: (target: LinkTarget) => void;
}

export function Marked({ children, onTarget }: MarkedProps) {
  const parts = tied(markupPartsOf(children), ({ target }) => target !== undefined);
  return parts.map(({ text, target, behind }, at) =>
    target ? (
      // Parts never change places within a sentence.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Tied key={at} behind={behind}>
        <button
          type="button"
          className={styles.link}
          data-kind={target.kind}
          onClick={() => onTarget(target)}
        >
          {unbroken(text)}
        </button>
      </Tied>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Fragment key={at}>{unbroken(text)}</Fragment>
    ),
  );
}
