// The keys of the stage. A native modal dialog: the browser keeps the focus inside and gives it back.

import { useRef } from 'react';
import { viewsOf } from '../stage/commands.ts';
import { help as words } from '../stage/messages.ts';
import { useSession } from '../stage/session.ts';
import { choose, useChoice } from '../stage/store.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, type DialogHandle } from '../ui/Dialog.tsx';
import styles from './HelpDialog.module.css';

function Keys({ rows }: { readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.keys}>
      {rows.map(([keys, what]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}

export default function HelpDialog() {
  const dialog = useRef<DialogHandle>(null);
  const singleKeys = useChoice((choice) => choice.singleKeys);
  const presenting = useChoice((choice) => choice.presenting);
  const dock = useChoice((choice) => choice.dock);
  const views = viewsOf(useSession()).length;
  return (
    <Dialog
      name={words.title}
      handle={dialog}
      className={styles.dialog}
      onClose={() => choose({ help: false })}
    >
      {presenting ? (
        <>
          <h3>{words.talk}</h3>
          <Keys rows={words.talkRows} />
        </>
      ) : (
        <>
          <Keys rows={words.rows(views)} />
          <h3>{words.machine}</h3>
          <Keys rows={words.machineRows} />
        </>
      )}
      {!presenting && dock === 'struct-layout' && (
        <>
          <h3>{words.layout}</h3>
          <Keys rows={words.layoutRows} />
        </>
      )}
      {!presenting && dock === 'timeline' && (
        <>
          <h3>{words.timeline}</h3>
          <Keys rows={words.timelineRows} />
        </>
      )}
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => choose({ singleKeys: event.target.checked })}
        />
        {words.singleKeys}
      </label>
      <Button aria-keyshortcuts="G" onClick={() => choose({ help: false, glossary: '' })}>
        {words.glossary}
      </Button>
      <Button onClick={() => dialog.current?.close()}>{words.close}</Button>
    </Dialog>
  );
}
