// A structure that somebody pastes: what it would do to the simulated one of that name.

import { useMemo, useRef, useState } from 'react';
import type { Counts, LayoutName } from '../../scenario/layout/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, type DialogHandle } from '../../ui/Dialog.tsx';
import { PasteBox } from '../../ui/PasteBox.tsx';
import type { Shown } from '../../views/layout/index.ts';
import styles from './PasteDialog.module.css';
import { pasted, type Relaid } from './pasted.ts';
import { words } from './words.ts';

interface Props {
  readonly base: LayoutName;
  readonly counts: Counts;
  /** The structure that is shown, as layouts call it. */
  readonly shown: string;
  readonly onLay: (of: Shown | undefined, edits: readonly string[]) => void;
  readonly onClose: () => void;
}

export function PasteDialog({ base, counts, shown, onLay, onClose }: Props) {
  const dialog = useRef<DialogHandle>(null);
  const [text, setText] = useState('');
  const found = useMemo(() => pasted(text, shown, base, counts), [text, shown, base, counts]);
  return (
    <Dialog handle={dialog} className={styles.dialog} name={words.title} onClose={onClose}>
      <p className={styles.lead}>{words.lead}</p>
      <PasteBox
        name={words.label}
        rows={8}
        text={text}
        placeholder={words.label}
        onText={setText}
      />
      <p role="status" className={styles.problem} hidden={typeof found !== 'string'}>
        {typeof found === 'string' && found}
      </p>
      {typeof found === 'object' && (
        <Kernel
          relaid={found}
          onLay={() => {
            onLay(found.of, found.edits);
            dialog.current?.close();
          }}
        />
      )}
    </Dialog>
  );
}

function Kernel({ relaid, onLay }: { readonly relaid: Relaid; readonly onLay: () => void }) {
  return (
    <section className={styles.part} aria-label={words.kernel(relaid.name)}>
      <h3>{words.kernel(relaid.name)}</h3>
      <p>{words.laid(relaid.edits.length)}</p>
      {relaid.notes.map((note) => (
        <p key={note} className={styles.lead}>
          {note}
        </p>
      ))}
      <Button look="strong" onClick={onLay}>
        {words.lay(relaid.name)}
      </Button>
    </section>
  );
}
