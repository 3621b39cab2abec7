// One sentence in the markup of markup.ts: its links are buttons, because they select or open
// something on this page and lead nowhere else.

import { Fragment } from 'react';
import styles from './Marked.module.css';
import { partsOf, type Target } from './markup.ts';
import { unbroken } from './unbroken.tsx';

export interface MarkedProps {
  readonly children: string;
  readonly onTarget: (target: Target) => void;
}

export function Marked({ children, onTarget }: MarkedProps) {
  return partsOf(children).map(({ text, target }, at) =>
    target ? (
      <button
        // Parts never change places within a sentence.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={at}
        type="button"
        className={styles.link}
        data-kind={target.kind}
        onClick={() => onTarget(target)}
      >
        {unbroken(text)}
      </button>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Fragment key={at}>{unbroken(text)}</Fragment>
    ),
  );
}
