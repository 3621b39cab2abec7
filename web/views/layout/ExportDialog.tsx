// The layout as text to take along: C declarations, or what pahole prints.

import { useEffect, useRef, useState } from 'react';
import type { RootDomain } from '../../scenario/layout/index.ts';
import { cText } from './c-text.ts';
import styles from './ExportDialog.module.css';
import { paholeText } from './pahole-text.ts';
import { words } from './words.ts';

export type Export = 'c' | 'pahole';

const fileName = (kind: Export, { structure = 'root_domain' }: RootDomain): string =>
  kind === 'c' ? `${structure}.h` : `${structure}.pahole.txt`;

/** The text of an export. */
export const exportText = (kind: Export, layout: RootDomain): string =>
  kind === 'c' ? cText(layout) : paholeText(layout);

export function ExportDialog({
  kind,
  layout,
  onClose,
}: {
  readonly kind: Export;
  readonly layout: RootDomain;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [copied, setCopied] = useState(false);
  const text = exportText(kind, layout);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const copy = () => {
    // No clipboard in a foreign frame or without permission: the text can still be marked by hand.
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={words.exportTitle[kind]}
      onClose={onClose}
    >
      <div className={styles.dialogBar}>
        <h3>{words.exportTitle[kind]}</h3>
        <button type="button" onClick={copy}>
          {copied ? words.copied : words.copy}
        </button>
        <button type="button" onClick={() => save(text, fileName(kind, layout))}>
          {words.download}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          {words.close}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is reached by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </dialog>
  );
}

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
