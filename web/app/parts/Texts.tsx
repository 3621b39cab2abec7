// What is read: sentences with their links and quotes, a table, a plate, and what stands in the place of a part that broke.

import { useState } from 'react';
import { Boundary } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { ColumnHeads } from '../../ui/ColumnHeads.tsx';
import { Marked } from '../../ui/Marked.tsx';
import { Plate } from '../../ui/Plate.tsx';
import { Quoted } from '../../ui/Quoted.tsx';
import { Tied } from '../../ui/Tied.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import view from '../../ui/view.module.css';
import styles from './Parts.module.css';
import { samples as words } from './words.ts';

const nothing = () => undefined;

export const SentenceSamples = () => (
  <div className={styles.group}>
    <p>
      <Marked onTarget={nothing}>{words.marked}</Marked>
    </p>
    <p>
      <Quoted>{words.quoted}</Quoted>
    </p>
    <p>
      {words.tied}{' '}
      <Tied behind=".">
        <Button>{words.plain}</Button>
      </Tied>
    </p>
    <p>
      {words.drawn} <VisuallyHidden isInline>{words.hidden}</VisuallyHidden>
    </p>
  </div>
);

export const TableSample = () => (
  <>
    <table className={view.table} aria-label={words.table}>
      <ColumnHeads names={words.heads} />
      <tbody>
        {words.rows.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell) => (
              <td key={cell}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <p className={view.note}>{words.note}</p>
  </>
);

export const PlateSample = () => (
  <Plate heading={words.plate}>
    <p>{words.plateText}</p>
    <Button>{words.plateButton}</Button>
  </Plate>
);

function Breaks({ isBroken }: { readonly isBroken: boolean }) {
  if (isBroken) throw new Error(words.defect);
  return words.whole;
}

export function BoundarySample() {
  const [isBroken, setBroken] = useState(false);
  return (
    <div className={styles.group}>
      <Button onClick={() => setBroken(true)}>{words.breakIt}</Button>
      <Boundary name={words.aPart}>
        <Breaks isBroken={isBroken} />
      </Boundary>
    </div>
  );
}
