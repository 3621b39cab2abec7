// The fidelity report over the stage: every published row, and the way to its run. A chunk of its own.

import { lazy, Suspense, useRef, useState } from 'react';
import { browserReader } from '../../scenario/browser.ts';
import { type PublishedRow, publishedRows } from '../../scenario/claims/published.ts';
import type { FidelityReport, ReportRow } from '../../scenario/claims/rows.ts';
import { type ShippedReport, shippedReport } from '../../scenario/claims/shipped.ts';
import { type Recipe, storyEntries } from '../../scenario/index.ts';
import { useSession } from '../../stage/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, type DialogHandle } from '../../ui/Dialog.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { FidelityView } from '../../views/fidelity/FidelityView.tsx';
import { Overview } from '../../views/fidelity/Overview.tsx';
import { words } from '../../views/fidelity/words.ts';
import styles from './FidelityDialog.module.css';

const pages = ['overview', 'rows', 'scatter'] as const;
type Page = (typeof pages)[number];

const ScatterView = lazy(async () => ({
  default: (await import('../../views/scatter/ScatterView.tsx')).ScatterView,
}));

interface Loaded {
  readonly shipped: ShippedReport;
  readonly report: FidelityReport;
  /** The published tables of the fair class. */
  readonly scatter: readonly PublishedRow[];
}

/** The file whose rows are scatter: nothing in it is claimed. */
const scatterFile = 'rt-series-regression-tables';

async function load(): Promise<Loaded> {
  const shipped = JSON.parse(await browserReader.read('fidelity/report')) as ShippedReport;
  const tables = JSON.parse(await browserReader.read(`published/${scatterFile}`));
  return {
    shipped,
    report: await shippedReport(browserReader, shipped),
    scatter: publishedRows(scatterFile, tables),
  };
}

/** The recipe of the run a row names. */
function recipeOf({ run }: ReportRow): Recipe {
  const { scenario, set, variant, seed } = run!;
  const side = variant === 'B' ? 'A|B' : (variant as 'A');
  return { format: 'schedscape-recipe/3', scenario, set: { ...set }, seed, view: { side } };
}

export default function FidelityDialog({ onClose }: { readonly onClose: () => void }) {
  const { stage } = useSession();
  const dialog = useRef<DialogHandle>(null);
  const { answer: loaded, problem } = useAsked(load, []);
  const [page, setPage] = useState<Page>('overview');
  const open = (row: ReportRow) => {
    dialog.current?.close();
    void stage.open(recipeOf(row));
  };
  return (
    <Dialog
      name={words.title}
      heading="own"
      handle={dialog}
      className={styles.dialog}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2>{words.title}</h2>
        <Segments
          name={words.page}
          values={pages}
          value={page}
          label={(each) => words.pages[each]}
          onChange={setPage}
        />
        <Button onClick={() => dialog.current?.close()}>{words.close}</Button>
      </div>
      {problem && <p role="alert">{problem}</p>}
      {!problem && !loaded && <p>{words.opening}</p>}
      {loaded && page === 'scatter' && (
        <Suspense fallback={<p>{words.opening}</p>}>
          <ScatterView rows={loaded.scatter} />
        </Suspense>
      )}
      {loaded && page === 'overview' && (
        <Overview report={loaded.report} chapters={storyEntries} onOpen={open} />
      )}
      {loaded && page === 'rows' && (
        <FidelityView
          rows={loaded.report.rows}
          targets={loaded.report.targets}
          date={loaded.shipped.date}
          version={loaded.shipped.version}
          onOpen={open}
        />
      )}
    </Dialog>
  );
}
