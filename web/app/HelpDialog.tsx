// The keys of the stage. A native modal dialog: the browser keeps the focus inside and gives it back.

import { useRef } from 'react';
import { type KeyRow, useFeatures } from '../stage/feature.ts';
import { help as words } from '../stage/messages.ts';
import { useSession } from '../stage/session.ts';
import { choose, useStageState } from '../stage/store.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons, type DialogHandle } from '../ui/Dialog.tsx';
import { useAsked } from '../ui/use-asked.ts';
import styles from './HelpDialog.module.css';

function Keys({ rows }: { readonly rows: readonly KeyRow[] }) {
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
  const singleKeys = useStageState((state) => state.singleKeys);
  const presenting = useStageState((state) => state.presenting);
  const session = useSession();
  const features = useFeatures();
  const tab = features.tabNamed(useStageState((state) => state.dock));
  const { answer: ofView } = useAsked(() => tab?.keys?.(), [tab]);
  return (
    <Dialog
      name={words.title}
      handle={dialog}
      className={styles.dialog}
      onClose={() => choose({ help: false })}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, by keyboard, too */}
      <section className={styles.lists} aria-label={words.title} tabIndex={0}>
        {presenting ? (
          <>
            <h3>{words.talk}</h3>
            <Keys rows={words.talkRows} />
          </>
        ) : (
          <>
            <Keys rows={features.help(session)} />
            <h3>{words.machine}</h3>
            <Keys rows={words.machineRows} />
          </>
        )}
        {!presenting && ofView && (
          <>
            <h3>{ofView.title}</h3>
            <Keys rows={ofView.rows} />
          </>
        )}
      </section>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => choose({ singleKeys: event.target.checked })}
        />
        {words.singleKeys}
      </label>
      <DialogButtons>
        <Button
          aria-keyshortcuts={features.shortcut('glossary')}
          onClick={() => choose({ help: false, glossary: '' })}
        >
          {words.glossary}
        </Button>
        <Button onClick={() => dialog.current?.close()}>{words.close}</Button>
      </DialogButtons>
    </Dialog>
  );
}
