// The menu "Export" and what it opens. A chunk of its own: it comes with the first press of the button.

import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';
import { type TraceFormat, traceFormats } from '../../exchange/trace/writer.ts';
import { type Features, useFeatures } from '../../stage/feature.ts';
import { withLazyChunk } from '../../stage/lazy-chunk.ts';
import { topBar } from '../../stage/messages.ts';
import { type Session, useSession } from '../../stage/session.ts';
import { choose } from '../../stage/store.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { saveFile } from '../../ui/picture-file.ts';
import {
  checkStoryMayBePrinted,
  type ExportedFile,
  ExportProblem,
  frameFile,
  stageFile,
  stageSvgFile,
  type TableKind,
  tableFile,
  viewFile,
} from './collect.ts';
import styles from './Exports.module.css';
import { TraceDialog } from './TraceDialog.tsx';
import { words } from './words.ts';

const FilmDialog = lazy(() => import('./film/FilmDialog.tsx'));

/** Hands a file to the person, or says what is missing. */
async function save(make: () => Promise<ExportedFile>): Promise<void> {
  try {
    const { name, content } = await make();
    saveFile(name, content);
    choose({ notice: { tone: 'news', text: words.saved(name) } });
  } catch (error) {
    tell(error);
  }
}

function tell(error: unknown): void {
  const isKnown = error instanceof ExportProblem;
  const text = isKnown ? error.message : words.failed((error as Error).message);
  const remedy = isKnown ? error.remedy : words.tryAgain;
  choose({ notice: { tone: 'problem', text, remedy } });
}

/** Fetches what draws a story on paper, and begins. */
function print(session: Session): void {
  try {
    checkStoryMayBePrinted(session);
  } catch (error) {
    tell(error);
    return;
  }
  void withLazyChunk(words.story, async () =>
    (await import('../../stage/talk-print.ts')).printStory(session),
  );
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
        <MenuItem
          key={format}
          className={styles.item}
          aria-label={words.item(what, format)}
          onClick={onSelect}
        >
          {format}
        </MenuItem>
      ))}
    </div>
  );
}

function Group({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form, not for items of a menu
    <div role="group" aria-label={name} className={styles.group}>
      {children}
    </div>
  );
}

function Items({
  session,
  onTrace,
  onFilm,
}: {
  readonly session: Session;
  readonly onTrace: (format: TraceFormat) => void;
  readonly onFilm: () => void;
}) {
  const features = useFeatures();
  const { formats } = words;
  const picture = (
    format: string,
    make: (session: Session, features: Features) => Promise<ExportedFile>,
  ): Offer[] => [{ format, onSelect: () => void save(() => make(session, features)) }];
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
      <Group name={words.pictures}>
        <Row
          what={words.stage}
          offers={[
            ...picture(formats.png, stageFile),
            ...picture(formats.svg, stageSvgFile),
            { format: words.opensDialog(formats.film), onSelect: onFilm },
          ]}
        />
        {session.steps.length > 0 && (
          <Row
            what={words.story}
            offers={[{ format: words.opensDialog(formats.print), onSelect: () => print(session) }]}
          />
        )}
        <Row what={words.view} offers={picture(formats.svg, viewFile)} />
        <Row what={words.frame} offers={picture(formats.html, frameFile)} />
      </Group>
      <Group name={words.tables}>
        {tableKinds.map((kind) => (
          <Row key={kind} what={words[kind]} offers={table(kind)} />
        ))}
      </Group>
      <Group name={words.traces}>
        <Row what={words.trace} offers={traces} />
      </Group>
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
  const [trace, setTrace] = useState<TraceFormat>();
  const [film, setFilm] = useState(false);
  return (
    <>
      <Menu name={topBar.export} {...{ button, open, byKeyboard, onOpen }}>
        <Items session={session} onTrace={setTrace} onFilm={() => setFilm(true)} />
      </Menu>
      <Suspense>{film && <FilmDialog onClose={() => setFilm(false)} />}</Suspense>
      {trace && (
        <TraceDialog session={session} format={trace} onClose={() => setTrace(undefined)} />
      )}
    </>
  );
}
