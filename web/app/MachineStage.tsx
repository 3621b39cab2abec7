// One machine on the stage: its head (letter, kernel, seed), the Machine view, and the reason if its run stopped.
// While paused, the region of the machine says which moment it shows, for tests and for people who compare.

import { Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Catalog } from '../engine/types.ts';
import { useColouring } from '../stage/colouring.ts';
import { useFeatures } from '../stage/feature.ts';
import { GuessPlate } from '../stage/GuessPlate.tsx';
import { useMechanism } from '../stage/mechanism.ts';
import { machine as words } from '../stage/messages.ts';
import { picturesOf } from '../stage/pictures.ts';
import type { VariantId } from '../stage/playback/playback.ts';
import { lineOnSide } from '../stage/selection.ts';
import { useSession, useSummaryPart, variantName, variantOn } from '../stage/session.ts';
import { startWorker } from '../stage/start-worker.ts';
import { choose, useStageState } from '../stage/store.ts';
import { useWithheldSide } from '../stage/withheld.ts';
import { Boundary } from '../ui/Boundary.tsx';
import {
  type CameraTarget,
  type CpuDomains,
  MachineView,
  type Selection,
  tempoFor,
} from '../views/topology/index.ts';
import { lazyPart } from './lazy-part.ts';
import styles from './MachineStage.module.css';

const Failure = lazyPart('Failure');
const MomentAhead = lazyPart('MomentAhead');
const MomentMark = lazyPart('MomentMark');
const Gauges = lazyPart('Gauges');
const SlideFigure = lazyPart('SlideFigure');

export function MachineStage({ side }: { readonly side: VariantId }) {
  const session = useSession();
  const region = useRef<HTMLElement>(null);
  const [domains, setDomains] = useState<CpuDomains>();
  const isWithheld = useWithheldSide() === side;
  return (
    <section
      ref={region}
      className={styles.machine}
      aria-label={words.region(variantName(session, side))}
      data-side={side}
    >
      <Suspense>
        <MomentMark side={side} region={region} />
      </Suspense>
      <MachineHead side={side} onDomains={setDomains} />
      {isWithheld ? <GuessPlate side={side} isSpoken /> : <Told side={side} domains={domains} />}
    </section>
  );
}

/** What there is to see of a machine: its figure and its picture. */
function Told({ side, domains }: Pick<PictureProps, 'side' | 'domains'>) {
  // Deferred: the picture of a machine is mounted piece by piece, while the page answers.
  const catalog = useDeferredValue(useSummaryPart((summary) => summary.variants[side].catalog));
  const failure = useSummaryPart((summary) => summary.variants[side].failure);
  const session = useSession();
  const hasScores = session.opened.scenario.scores !== undefined;
  const presenting = useStageState((state) => state.presenting);
  const Figure = presenting ? SlideFigure : Gauges;
  return (
    <>
      {hasScores && (
        <div className={styles.figures}>
          <Suspense fallback={<div className={styles.scores} />}>
            <Figure side={side} />
          </Suspense>
        </div>
      )}
      <div className={styles.picture}>
        {failure !== undefined ? (
          <Suspense>
            <Failure side={side} message={failure} />
          </Suspense>
        ) : catalog ? (
          <Boundary name={words.region(variantName(session, side))}>
            <Picture side={side} catalog={catalog} domains={domains} />
            <Suspense>
              <MomentAhead side={side} />
            </Suspense>
          </Boundary>
        ) : (
          <p className={styles.starting}>{words.starting}</p>
        )}
      </div>
    </>
  );
}

interface HeadProps {
  readonly side: VariantId;
  readonly onDomains: (domains: CpuDomains | undefined) => void;
}

function MachineHead({ side, onDomains }: HeadProps) {
  const session = useSession();
  const { opened, recorded } = session;
  const { cpuParts } = useFeatures();
  const cpu = useStageState((state) => state.selection.cpu);
  const variant = variantOn(opened, side);
  return (
    <header className={styles.head}>
      <span className={styles.letter} aria-hidden="true">
        {variantName(session, side)}
      </span>
      <h2 className={styles.label} title={variant?.patch}>
        {variant?.label}
      </h2>
      <span className={styles.detail}>
        {recorded === side
          ? words.recorded
          : `${words.kernel(variant?.kernel.version ?? '')}, ${words.seed(opened.seed)}`}
      </span>
      {cpu !== undefined &&
        cpuParts.map(({ view: CpuPart }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is that of the build
          <Suspense key={at}>
            <CpuPart side={side} cpu={cpu} onDomains={onDomains} />
          </Suspense>
        ))}
    </header>
  );
}

interface PictureProps {
  readonly side: VariantId;
  readonly catalog: Catalog;
  readonly domains: CpuDomains | undefined;
}

const pictureWorker = () => startWorker('picture');

/** Asks for the domains of a CPU; those that are shown go. */
const askDomains = (cpu: number) =>
  choose(({ domains, selection }) => ({
    domains: !(domains && selection.cpu === cpu),
    selection: { ...selection, cpu },
  }));

const onCamera = (camera: CameraTarget) => choose({ camera });

function Picture({ side, catalog, domains }: PictureProps) {
  const { playback, stage } = useSession();
  const selection = useStageState((state) => state.selection);
  const camera = useStageState((state) => state.camera);
  const speed = useStageState((state) => state.speed);
  const theme = useStageState((state) => state.theme);
  const traffic = useStageState((state) => state.traffic);
  const ring = useStageState((state) => state.ring);
  const colouring = useColouring();
  const mechanism = useMechanism(side, catalog);
  const first = useSummaryPart((summary) => summary.variants.A.catalog) ?? catalog;
  const feed = useCallback(
    (port: MessagePort) => playback.subscribeFrames(side, port),
    [playback, side],
  );
  const latest = useCallback(() => playback.summary().variants[side].latestFrame, [playback, side]);
  const shown = useMemo(() => {
    const { line, ...rest } = selection;
    const here = line === undefined ? undefined : lineOnSide(line, first, catalog);
    return here === undefined ? rest : { ...rest, line: here };
  }, [selection, first, catalog]);
  const onSelect = useCallback(
    (next: Selection) => {
      const line = next.line === undefined ? undefined : lineOnSide(next.line, catalog, first);
      choose({ selection: { ...next, line } });
    },
    [catalog, first],
  );
  return (
    <MachineView
      side={side}
      catalog={catalog}
      feed={feed}
      worker={pictureWorker}
      together={picturesOf(stage)}
      latest={latest}
      selection={shown}
      onSelect={onSelect}
      ring={ring}
      domains={domains}
      onDomains={askDomains}
      camera={camera}
      onCamera={onCamera}
      tempo={tempoFor(speed)}
      colouring={colouring}
      traffic={traffic}
      mechanism={mechanism}
      theme={theme}
    />
  );
}
