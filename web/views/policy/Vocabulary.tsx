// The words that a policy may say, to unfold where one is written.

import { unbroken } from '../../ui/unbroken.tsx';
import styles from './Vocabulary.module.css';
import { vocabulary } from './vocabulary.ts';
import { words } from './words.ts';

export function Vocabulary({ open = false }: { readonly open?: boolean }) {
  return (
    <details className={styles.words} open={open}>
      <summary>{words.vocabulary}</summary>
      {vocabulary.map(({ title, rows }) => (
        <div key={title}>
          <h3>{title}</h3>
          <dl>
            {rows.map(([written, what]) => (
              <div key={written}>
                <dt>
                  <code>{written}</code>
                </dt>
                <dd>{unbroken(what)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </details>
  );
}
