// A page for developers of the machine view: the view on a toy run, set up from the address
// (?shape=&sides=&theme=&speed=&camera=&line=&group=&cpu=&by=&hue=&heat=&only=). Served by the development server,
// not part of the product.

import { StrictMode, useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../../ui/index.css';
import type { Frame } from '../../../engine/types.ts';
import { applyTheme, type Theme, type VariantId } from '../../../ui/theme.ts';
import type { Colouring } from '../colouring.ts';
import {
  type CameraTarget,
  DistanceRuler,
  MachineKey,
  MachineView,
  Pictures,
  type Selection,
  tempoFor,
} from '../index.ts';
import { ToyRun, tasksPerGroup } from '../testing/frames.ts';
import { catalogOf, type MachineShape, shapes } from '../testing/machines.ts';
import styles from './gallery.module.css';

const query = new URLSearchParams(window.location.search);
const text = (name: string, fallback: string): string => query.get(name) ?? fallback;
const number = (name: string): number | undefined =>
  query.has(name) ? Number(query.get(name)) : undefined;

const theme = text('theme', 'dark') as Theme;
const shape = (shapes as Record<string, MachineShape>)[text('shape', 'granite rapids 2s snc3')]!;
const speed = Number(text('speed', '20000'));
const start = Number(text('start', '2000000'));
const groups =
  (shape.sockets * Math.max(1, shape.nodesPerSocket) * shape.llcsPerNode * shape.coresPerLlc) / 4;
const catalog = catalogOf(shape, Math.ceil(groups) * tasksPerGroup);
applyTheme(theme);

const worker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

const colouring = {
  by: text('by', 'state'),
  hue: text('hue', 'role'),
  heat: text('heat', 'waiting'),
  only: query.get('only') ?? undefined,
} as Colouring;

function cameraFrom(words: string): CameraTarget {
  const [kind, ids = ''] = words.split(':');
  if (kind === 'cpus') return { kind: 'cpus', cpus: ids.split(',').map(Number) };
  if (kind === 'llc') return { kind: 'llc', llc: Number(ids) };
  if (kind === 'package') return { kind: 'package', package: Number(ids) };
  return { kind: 'all' };
}

function Stage({ side, seed }: { readonly side: VariantId; readonly seed: number }) {
  const [selection, setSelection] = useState<Selection>({
    ...(number('line') === undefined ? {} : { line: number('line') }),
    ...(number('group') === undefined ? {} : { group: number('group') }),
    ...(number('cpu') === undefined ? {} : { cpu: number('cpu') }),
  } as Selection);
  const [camera] = useState(() => cameraFrom(text('camera', 'all')));
  const [latest] = useState<{ frame: Frame | undefined }>({ frame: undefined });
  const feed = useCallback(
    (port: MessagePort) => {
      const run = new ToyRun(catalog, { seed, service: side === 'A' ? 240 : 70 });
      let time = start;
      let handle = 0;
      const tick = () => {
        latest.frame = run.at(time);
        const buffer = latest.frame.buffer.slice(0);
        port.postMessage(buffer, [buffer]);
        time += speed / 60;
        handle = requestAnimationFrame(tick);
      };
      tick();
      return () => cancelAnimationFrame(handle);
    },
    [side, seed, latest],
  );
  return (
    <section className={styles.machine} aria-label={`Machine ${side}`}>
      <h2 className={styles.head} data-side={side}>
        {side} {side === 'A' ? 'baseline' : 'patched'}
      </h2>
      <div className={styles.picture}>
        <MachineView
          side={side}
          catalog={catalog}
          feed={feed}
          worker={worker}
          together={together}
          latest={() => latest.frame}
          selection={selection}
          onSelect={setSelection}
          camera={camera}
          tempo={tempoFor(speed)}
          colouring={colouring}
          theme={theme}
        />
      </div>
    </section>
  );
}

const together = new Pictures();

function Gallery() {
  const sides = text('sides', 'AB').split('') as VariantId[];
  return (
    <main className={styles.page}>
      <div className={styles.stage}>
        {sides.map((side) => (
          <Stage key={side} side={side} seed={7} />
        ))}
      </div>
      {theme !== 'projector' && <MachineKey tempo={tempoFor(speed)} pictures={together} />}
      {text('ruler', '') ? (
        <aside className={styles.ruler}>
          <DistanceRuler ruler={catalog.ruler} />
        </aside>
      ) : null}
    </main>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
