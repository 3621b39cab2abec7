// The first-sight sequence: the shots a scenario names, one after the other, of one and the same run.
// A shot only points the camera and sets the speed; what moves in it is the run.

import { findLine } from '../engine/fields.ts';
import type { Catalog } from '../engine/types.ts';
import type { CameraTarget } from '../views/topology/index.ts';
import type { StageShot } from './stage-content.ts';
import { choose, useStageState } from './store.ts';

/** The CPUs of the cores, every SMT sibling included. */
function cpusOfCores(catalog: Catalog, cores: readonly number[]): number[] {
  const { core, cpus } = catalog.topology;
  return Array.from({ length: cpus }, (_, cpu) => cpu).filter((cpu) => cores.includes(core[cpu]!));
}

export function cameraOf(shot: StageShot, catalog: Catalog): CameraTarget {
  const { frame } = shot;
  switch (frame.of) {
    case 'cores':
      return { kind: 'cpus', cpus: cpusOfCores(catalog, frame.cores) };
    case 'llc':
      return { kind: 'llc', llc: frame.llc };
    case 'node':
      return { kind: 'node', node: frame.node };
    case 'machine':
      return { kind: 'all' };
  }
}

/** The CPUs in the picture, or undefined for all. */
export function cpusInShot(shot: StageShot, catalog: Catalog): ReadonlySet<number> | undefined {
  const { frame } = shot;
  const { cpus, llc, node } = catalog.topology;
  if (frame.of === 'machine') return undefined;
  if (frame.of === 'cores') return new Set(cpusOfCores(catalog, frame.cores));
  const all = Array.from({ length: cpus }, (_, cpu) => cpu);
  return new Set(
    all.filter((cpu) => (frame.of === 'llc' ? llc[cpu] === frame.llc : node[cpu] === frame.node)),
  );
}

/** Shows one shot; the line it speaks of is lit. */
export function showShot(shot: StageShot, index: number, catalog: Catalog): void {
  const line = shot.line && findLine(catalog, shot.line);
  choose({
    shot: index,
    camera: cameraOf(shot, catalog),
    speed: shot.rate,
    selection: line === undefined ? {} : { line },
  });
}

export interface FirstSightEvents {
  /** Before each shot but the first. */
  readonly between: () => void;
  /** After the last shot, if nobody ended the sequence before. */
  readonly ended: () => void;
}

/**
 * Runs the sequence from its beginning; ends by itself or when endFirstSight is called. While somebody
 * has paused, the shot stays; it has its whole time again when the run goes on.
 */
export function beginFirstSight(
  shots: readonly StageShot[],
  catalog: Catalog,
  events: FirstSightEvents,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let goOn = () => {};
  let own: number | undefined;
  const next = (index: number) => {
    const shot = shots[index];
    if (!shot) {
      endFirstSight();
      events.ended();
      return;
    }
    if (index > 0) events.between();
    own = index;
    showShot(shot, index, catalog);
    goOn = () => {
      timer = setTimeout(() => next(index + 1), shot.hold);
    };
    goOn();
  };
  next(0);
  const stop = useStageState.subscribe(({ shot, playing }, before) => {
    const isStopped = before.playing && !playing;
    // Who goes to another shot by hand goes on by hand.
    if (shot !== own || isStopped) clearTimeout(timer);
    else if (!before.playing && playing) goOn();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** To the whole machine; the speed stays as the shot had it. */
export function endFirstSight(): void {
  if (useStageState.getState().shot === undefined) return;
  choose({ shot: undefined, camera: { kind: 'all' } });
}
