// The menu "Export" and what it opens. A chunk of its own: it comes with the first press of the button.

import { DropdownMenu } from 'radix-ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type TraceFormat, traceFormats } from '../../exchange/trace/writer.ts';
import { saveFile } from '../../ui/picture-file.ts';
import { topBar } from '../messages.ts';
import { type Session, useSession } from '../session.ts';
import { choose } from '../store.ts';
import {
  type ExportedFile,
  ExportProblem,
  frameFile,
  stageFile,
  type TableKind,
  tableFile,
  viewFile,
} from './collect.ts';
import styles from './Exports.module.css';
import { TraceDialog } from './TraceDialog.tsx';
import { words } from './words.ts';

/** Hands a file to the person, or says what is missing. */
async function save(make: () => Promise<ExportedFile>): Promise<void> {
  try {
    const { name, content } = await make();
    saveFile(name, content);
    choose({ notice: { tone: 'news', text: words.saved(name) } });
  } catch (error) {
    const text =
      error instanceof ExportProblem ? error.message : words.failed((error as Error).message);
    const remedy = error instanceof ExportProblem ? error.remedy : words.tryAgain;
    choose({ notice: { tone: 'problem', text, remedy } });
  }
}

const tableKinds: readonly TableKind[] = [
  'figures',
  'lines',
  'c2c',
  'ledger',
  'timeline',
  'inspector',
  'dockTable',
  'topology',
];

interface Offer {
  readonly format: string;
  readonly onSelect: () => void;
}

/** What can be exported, and a menu item for each format of it. */
function Row({ what, offers }: { readonly what: string; readonly offers: readonly Offer[] }) {
  return (
    <div className={styles.row}>
      <span className={styles.what} aria-hidden="true">
        {what}
      </span>
      {offers.map(({ format, onSelect }) => (
        <DropdownMenu.Item
          key={format}
          className={styles.item}
          aria-label={words.item(what, format)}
          textValue={words.item(what, format)}
          onSelect={onSelect}
        >
          {format}
        </DropdownMenu.Item>
      ))}
    </div>
  );
}

function Items({
  session,
  onTrace,
}: {
  readonly session: Session;
  readonly onTrace: (format: TraceFormat) => void;
}) {
  const { formats } = words;
  const picture = (format: string, make: typeof stageFile): Offer[] => [
    { format, onSelect: () => void save(() => make(session)) },
  ];
  const table = (kind: TableKind): Offer[] =>
    (['csv', 'json'] as const).map((format) => ({
      format: formats[format],
      onSelect: () => void save(() => tableFile(session, kind, format)),
    }));
  const traces = traceFormats.map((format) => ({
    format: words.opensDialog(formats[format]),
    onSelect: () => onTrace(format),
  }));
  return (
    <>
      <DropdownMenu.Group aria-label={words.pictures}>
        <Row what={words.stage} offers={picture(formats.png, stageFile)} />
        <Row what={words.view} offers={picture(formats.svg, viewFile)} />
        <Row what={words.frame} offers={picture(formats.html, frameFile)} />
      </DropdownMenu.Group>
      <DropdownMenu.Group aria-label={words.tables} className={styles.group}>
        {tableKinds.map((kind) => (
          <Row key={kind} what={words[kind]} offers={table(kind)} />
        ))}
      </DropdownMenu.Group>
      <DropdownMenu.Group aria-label={words.traces} className={styles.group}>
        <Row what={words.trace} offers={traces} />
      </DropdownMenu.Group>
    </>
  );
}

export interface ExportsProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  /** A key opened it: the first item takes the focus. */
  readonly byKeyboard: boolean;
  readonly onOpen: (open: boolean) => void;
}

export default function Exports({ button, open, byKeyboard, onOpen }: ExportsProps) {
  const session = useSession();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open || !byKeyboard) return;
    // After the menu has taken the focus itself.
    const next = setTimeout(() =>
      menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(),
    );
    return () => clearTimeout(next);
  }, [open, byKeyboard]);
  const [trace, setTrace] = useState<TraceFormat>();
  const isOnButton = (target: EventTarget | null) =>
    target instanceof Node && button.current?.contains(target);
  return (
    <>
      <DropdownMenu.Root open={open} onOpenChange={onOpen} modal={false}>
        <DropdownMenu.Trigger asChild>
          <span className={styles.place} aria-hidden="true" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            ref={menu}
            className={styles.menu}
            aria-label={topBar.export}
            aria-labelledby={undefined}
            align="end"
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              button.current?.focus();
            }}
            onInteractOutside={(event) => {
              // Its own press closes the menu.
              if (isOnButton(event.target)) event.preventDefault();
            }}
          >
            <Items session={session} onTrace={setTrace} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {trace && (
        <TraceDialog session={session} format={trace} onClose={() => setTrace(undefined)} />
      )}
    </>
  );
}
