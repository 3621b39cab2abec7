// The fidelity report over the stage: every published row, and the way to its run. A chunk of its own.

import { useEffect, useRef, useState } from 'react';
import { browserReader } from '../../scenario/browser.ts';
import { type ReportRow, type ShippedReport, shippedRows } from '../../scenario/claims/report.ts';
import { hashOfRecipe, type Recipe } from '../../scenario/index.ts';
import { FidelityView } from '../../views/fidelity/FidelityView.tsx';
import { words } from '../../views/fidelity/words.ts';
import controls from './controls.module.css';
import styles from './FidelityDialog.module.css';

interface Loaded {
  readonly shipped: ShippedReport;
  readonly rows: readonly ReportRow[];
}

async function load(): Promise<Loaded> {
  const shipped = JSON.parse(await browserReader.read('fidelity/report')) as ShippedReport;
  return { shipped, rows: await shippedRows(browserReader, shipped) };
}

/** The recipe of the run a row names. */
function recipeOf({ run }: ReportRow): Recipe {
  const { scenario, set, variant, seed } = run!;
  const side = variant === 'B' ? 'A|B' : (variant as 'A');
  return { format: 'schedscape-recipe/1', scenario, set: { ...set }, seed, view: { side } };
}

export default function FidelityDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [loaded, setLoaded] = useState<Loaded>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    dialog.current?.showModal();
    load().then(setLoaded, (error) => setProblem(String(error?.message ?? error)));
  }, []);
  const open = (row: ReportRow) => {
    dialog.current?.close();
    globalThis.location.hash = hashOfRecipe(recipeOf(row));
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={words.title} onClose={onClose}>
      <div className={styles.head}>
        <h2>{words.title}</h2>
        <button type="button" className={controls.button} onClick={() => dialog.current?.close()}>
          {words.close}
        </button>
      </div>
      {problem && <p role="alert">{problem}</p>}
      {!problem && !loaded && <p>{words.opening}</p>}
      {loaded && (
        <FidelityView
          rows={loaded.rows}
          date={loaded.shipped.date}
          version={loaded.shipped.version}
          onOpen={open}
        />
      )}
    </dialog>
  );
}
