// A page for developers of the Struct layout view: the view on a real run of the FFmpeg story, set up from the
// address (?theme=&base=&edits=&line=&duration=). Served by the development server, not part of the product.

import { StrictMode, useEffect, useReducer, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../../ui/index.css';
import { startVariant } from '../../../engine/start.ts';
import { browserReader } from '../../../scenario/browser.ts';
import { buildDefinition, loadScenario } from '../../../scenario/index.ts';
import { isLayoutName } from '../../../scenario/layout/index.ts';
import { applyTheme, type Theme } from '../../../ui/theme.ts';
import {
  edited,
  editingOf,
  type FieldUses,
  fieldUses,
  LayoutView,
  type OwnLayout,
} from '../index.ts';
import styles from './gallery.module.css';

const query = new URLSearchParams(window.location.search);
const text = (name: string, fallback: string): string => query.get(name) ?? fallback;
const base = text('base', 'base');
const edits = text('edits', '').split(';').filter(Boolean);
applyTheme(text('theme', 'dark') as Theme);

async function measure(layout: string): Promise<FieldUses> {
  const set = {
    duration: text('duration', '6 ms'),
    warmup: '1 ms',
    'variant.A.kernel.layout': layout,
  };
  const overrides = Object.entries(set).map(([path, value]) => ({ path, value }));
  const opened = await loadScenario('cpupri/ffmpeg-480', browserReader, overrides);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const options = { duration: opened.duration };
  const { engine } = await startVariant(buildDefinition(opened, 'A'), options, worker);
  await engine.setLead(opened.duration);
  while ((await engine.status()).state === 'running') await new Promise((r) => setTimeout(r, 200));
  const measured = await engine.measured();
  return measured ? fieldUses(await engine.catalog(), measured.rows) : new Map();
}

function Gallery() {
  const start: OwnLayout = { base: isLayoutName(base) ? base : 'base', edits };
  const [editing, onAction] = useReducer(edited, editingOf(start));
  const [uses, setUses] = useState<FieldUses>();
  const [line, onLine] = useState<number | undefined>(
    query.has('line') ? Number(query.get('line')) : undefined,
  );
  const [running, onRun] = useState<OwnLayout>();
  useEffect(() => {
    void measure(base).then(setUses);
  }, []);
  return (
    <main className={styles.page} data-ready={uses !== undefined}>
      <LayoutView
        editing={editing}
        onAction={onAction}
        uses={uses}
        usesOf="A, Baseline"
        line={line}
        onLine={onLine}
        running={running}
        onRun={onRun}
      />
    </main>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
