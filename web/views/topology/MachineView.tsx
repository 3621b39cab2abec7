// The Machine view: a machine at work, drawn in a worker, with a table and a keyboard way in beside
// it. React sees what a person chose; frames go past it, straight to the worker.

import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { whenIdle } from '../../ui/idle.ts';
import { readPalette } from '../../ui/theme.ts';
import { watchSize } from '../../ui/watch-size.ts';
import { defaultColouring } from './colouring.ts';
import type { TableUpdate } from './MachineTable.tsx';
import styles from './MachineView.module.css';
import { canDraw, canvasSizeOf, Picture } from './picture.ts';
import type { PictureReport } from './pictures.ts';
import type { MachineViewProps } from './props.ts';

/** Hundreds of elements that are not seen come after what is; without a picture they are all there is. */
const beside = async () => {
  if (canDraw()) await new Promise<void>(whenIdle);
  return import('./MachineAccess.tsx');
};
const MachineAccess = lazy(beside);

/** Calls back with whether less motion is wanted, now and whenever that changes. */
function watchMotion(callback: (reduced: boolean) => void): () => void {
  const query = window.matchMedia('(prefers-reduced-motion: reduce)');
  const tell = () => callback(query.matches);
  tell();
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
}

/** A worker may end although nothing is wrong with it: so often another one draws in its place. */
const mostLost = 3;

/** Makes the picture once the host is there, and keeps its size and motion setting right. */
function usePicture(
  { side, worker, together }: Pick<MachineViewProps, 'side' | 'worker' | 'together'>,
  table: React.RefObject<TableUpdate | null>,
) {
  const host = useRef<HTMLDivElement>(null);
  const last = useRef<PictureReport>({ rate: 0, notes: undefined });
  const [picture, setPicture] = useState<Picture>();
  const [lost, setLost] = useState(0);
  const failed = lost > mostLost || !canDraw();
  useEffect(() => {
    const element = host.current;
    if (!element || failed) return;
    const made = new Picture(
      worker(),
      element,
      together,
      (notes) => {
        last.current.notes = notes;
        together.report(side, last.current);
        table.current?.(notes);
      },
      (fullRate) => {
        last.current.rate = fullRate;
        together.report(side, last.current);
      },
      () => setLost(lost + 1),
    );
    const stopSize = watchSize([element], () =>
      made.post({ kind: 'resize', size: canvasSizeOf(element) }),
    );
    const stopMotion = watchMotion((reduced) => made.post({ kind: 'motion', reduced }));
    setPicture(made);
    return () => {
      stopSize();
      stopMotion();
      together.report(side, undefined);
      made.dispose();
      setPicture(undefined);
    };
  }, [side, worker, together, table, failed, lost]);
  return { host, picture, failed, last };
}

/** Passes on what a person chose whenever it changes. */
function useChoices(picture: Picture | undefined, props: MachineViewProps): void {
  const { side, catalog, selection, domains, tempo, theme, camera, traffic } = props;
  useEffect(() => {
    if (!picture) return;
    const tell = () =>
      picture.post({ kind: 'theme', palette: readPalette(document.documentElement, theme) });
    tell();
    // The theme's name may reach the document after this component.
    const observer = new MutationObserver(tell);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, [picture, theme]);
  useEffect(() => {
    picture?.post({ kind: 'catalog', side, catalog });
  }, [picture, side, catalog]);
  useEffect(() => picture?.post({ kind: 'selection', selection }), [picture, selection]);
  useEffect(() => picture?.post({ kind: 'domains', domains }), [picture, domains]);
  const { colouring = defaultColouring, mechanism } = props;
  useEffect(() => picture?.post({ kind: 'mechanism', mechanism }), [picture, mechanism]);
  useEffect(() => picture?.post({ kind: 'colouring', colouring }), [picture, colouring]);
  useEffect(() => picture?.post({ kind: 'tempo', tempo }), [picture, tempo]);
  useEffect(() => picture?.post({ kind: 'traffic', traffic }), [picture, traffic]);
  const { ring } = props;
  useEffect(() => picture?.post({ kind: 'ring', ring }), [picture, ring]);
  const { together } = props;
  useEffect(() => picture && together.showing(side, picture), [together, picture, side]);
  const shown = useRef<Picture>(undefined);
  useEffect(() => {
    picture?.post({ kind: 'target', target: camera, smooth: shown.current === picture });
    shown.current = picture;
  }, [picture, camera]);
}

/** Brings frames to the picture; those of a new machine only once it knows that machine. */
function useFrames(picture: Picture | undefined, { feed, catalog }: MachineViewProps): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new machine starts a feed without a past.
  useEffect(() => picture && feed(picture.openFeed()), [picture, feed, catalog]);
}

/**
 * Draws one machine. The element fills its parent, which names the region ("Machine A"). Frames of
 * other machines than `catalog` describes must not be sent.
 */
export function MachineView(props: MachineViewProps) {
  const { side, isBare = false } = props;
  const table = useRef<TableUpdate>(null);
  const { host, picture, failed, last } = usePicture(props, table);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was told was of another machine
  useEffect(() => {
    last.current.notes = undefined;
  }, [props.catalog]);
  useChoices(picture, props);
  useFrames(picture, props);
  return (
    <div className={styles.view} data-machine-view={side}>
      <div className={styles.stage}>
        <div ref={host} className={styles.host} aria-hidden="true" />
        {!isBare && (
          <Suspense>
            <MachineAccess {...props} failed={failed} table={table} told={last} picture={picture} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
