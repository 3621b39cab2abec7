// The dialog for a pasted structure: what it would do to the simulated one of that name, and what threads do on it.

import { useMemo, useRef, useState } from 'react';
import type { ArrayLengths, LayoutName } from '../../scenario/layout/index.ts';
import { useSession } from '../../stage/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, type DialogHandle } from '../../ui/Dialog.tsx';
import { messageOf } from '../../ui/errors.ts';
import { PasteBox } from '../../ui/PasteBox.tsx';
import { SelectBox } from '../../ui/SelectBox.tsx';
import type { ShownStructure } from '../../views/layout/index.ts';
import styles from './PasteDialog.module.css';
import {
  type OwnField,
  openWorkbench,
  type PastedUse,
  pasted,
  type Relaid,
  uses,
} from './pasted.ts';
import { words } from './words.ts';

interface Props {
  /** The text that it begins with. */
  readonly given: string;
  readonly base: LayoutName;
  readonly counts: ArrayLengths;
  /** The structure that is shown, as layouts call it. */
  readonly shown: string;
  readonly onLay: (of: ShownStructure | undefined, edits: readonly string[]) => void;
  readonly onClose: () => void;
}

export function PasteDialog({ given, base, counts, shown, onLay, onClose }: Props) {
  const dialog = useRef<DialogHandle>(null);
  const [text, setText] = useState(given);
  const found = useMemo(() => pasted(text, shown, base, counts), [text, shown, base, counts]);
  const close = () => dialog.current?.close();
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
      {text === '' && <Button onClick={() => setText(words.example)}>{words.insertExample}</Button>}
      <p role="status" className={styles.problem} hidden={typeof found !== 'string'}>
        {typeof found === 'string' && found}
      </p>
      {typeof found === 'object' && (
        <>
          <Kernel
            relaid={found.relaid}
            onLay={(relaid) => {
              onLay(relaid.of, relaid.edits);
              close();
            }}
          />
          <Own key={text} name={found.name} text={text} fields={found.fields} onDone={close} />
        </>
      )}
    </Dialog>
  );
}

function Kernel({
  relaid,
  onLay,
}: {
  readonly relaid: Relaid | string;
  readonly onLay: (relaid: Relaid) => void;
}) {
  if (typeof relaid === 'string') return null;
  return (
    <section className={styles.part} aria-label={words.kernel(relaid.name)}>
      <h3>{words.kernel(relaid.name)}</h3>
      <p>{words.laid(relaid.edits.length)}</p>
      {relaid.notes.map((note) => (
        <p key={note} className={styles.lead}>
          {note}
        </p>
      ))}
      <Button look="strong" onClick={() => onLay(relaid)}>
        {words.lay(relaid.name)}
      </Button>
    </section>
  );
}

interface OwnProps {
  readonly name: string;
  readonly text: string;
  readonly fields: readonly OwnField[] | string;
  readonly onDone: () => void;
}

function Own({ name, text, fields, onDone }: OwnProps) {
  const session = useSession();
  const [chosen, setChosen] = useState(fields);
  const [problem, setProblem] = useState<string>();
  const [isOpening, setOpening] = useState(false);
  if (typeof chosen === 'string') {
    return (
      <section className={styles.part} aria-label={words.own(name)}>
        <h3>{words.own(name)}</h3>
        <p>{chosen}</p>
      </section>
    );
  }
  const hasThreads = chosen.some(({ use }) => use !== 'none');
  const run = async () => {
    setOpening(true);
    setProblem(undefined);
    try {
      await openWorkbench(session, text, chosen);
      onDone();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setOpening(false);
  };
  const give = (at: number, use: PastedUse) =>
    setChosen(chosen.map((each, index) => (index === at ? { ...each, use } : each)));
  return (
    <section className={styles.part} aria-label={words.own(name)}>
      <h3>{words.own(name)}</h3>
      <p className={styles.lead}>{words.ownLead}</p>
      <Threads fields={chosen} onUse={give} />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Button look="strong" disabled={isOpening || !hasThreads} onClick={() => void run()}>
        {isOpening ? words.running : words.run}
      </Button>
      {!hasThreads && <p>{words.noThreads}</p>}
    </section>
  );
}

function Threads({
  fields,
  onUse,
}: {
  readonly fields: readonly OwnField[];
  readonly onUse: (at: number, use: PastedUse) => void;
}) {
  return (
    <table className={styles.fields}>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.place}</th>
          <th scope="col">{words.use}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, offset, size, use }, at) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{words.placeOf(offset, size)}</td>
            <td>
              <SelectBox
                aria-label={words.threadsOf(name)}
                offers={uses.map((key) => ({ key, label: words.uses[key] }))}
                value={use}
                onChange={(next) => onUse(at, next)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
