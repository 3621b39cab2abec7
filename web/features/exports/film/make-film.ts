// Makes a film of what is on stage: asks the runs for one moment after the other, evenly apart in simulated
// time, and has a worker draw and encode them. Nothing is grabbed from the screen, and no clock but that of
// the film is looked at.

import * as comlink from 'comlink';
import { endOf } from '../../../base/worker-life.ts';
import { decodeFrame } from '../../../engine/frame.ts';
import type { RemoteEngine } from '../../../engine/start.ts';
import { provenanceLines, provenanceText } from '../../../exchange/provenance.ts';
import { colouringOf } from '../../../stage/colouring.ts';
import { mechanismOn } from '../../../stage/mechanism.ts';
import type { VariantId } from '../../../stage/playback/playback.ts';
import { lineOnSide } from '../../../stage/selection.ts';
import type { Session } from '../../../stage/session.ts';
import { useStageState } from '../../../stage/store.ts';
import { toldSides } from '../../../stage/withheld.ts';
import { moment } from '../../../ui/format.ts';
import { readPalette } from '../../../ui/theme.ts';
import { fontAddresses } from '../../../views/topology/font-files.ts';
import { tempoFor } from '../../../views/topology/index.ts';
import { type ExportedFile, ExportProblem, fileName, provenanceNow } from '../collect.ts';
import { sideText } from '../side-text.ts';
import { words } from '../words.ts';
import {
  type FilmFormat,
  type FilmFrames,
  type FilmPlan,
  type FilmRunUps,
  type FilmSide,
  framesPerSecond,
  type Unseen,
} from './film-types.ts';
import type { FilmService } from './film-worker.ts';

export interface FilmWanted {
  readonly format: FilmFormat;
  /** ns: the first moment. */
  readonly from: number;
  /** Simulated ns a second of the film. */
  readonly speed: number;
  readonly seconds: number;
}

export interface FilmUnderWay {
  /** Rejects with an Error meant for a reader; never settles after `cancel`. */
  readonly file: Promise<ExportedFile>;
  readonly cancel: () => void;
}

const ending: Readonly<Record<FilmFormat, string>> = { webm: 'webm', mp4: 'mp4', frames: 'zip' };

/** How many pictures lie within the run. */
export const pictureCount = ({ from, speed, seconds }: FilmWanted, duration: number): number => {
  const step = speed / framesPerSecond;
  return Math.max(
    0,
    Math.min(Math.round(seconds * framesPerSecond), Math.floor((duration - from) / step) + 1),
  );
};

/** Asks one run for moments in their order. */
class Reader {
  readonly #engine: RemoteEngine;
  #since: number | null = null;

  constructor(engine: RemoteEngine) {
    this.#engine = engine;
  }

  async at(time: number): Promise<ArrayBuffer> {
    const buffer = await this.#engine.frameAt(time, this.#since);
    if (!buffer) throw new Error('another view asked this run for another moment meanwhile');
    this.#since = decodeFrame(buffer).counters.records;
    return buffer;
  }

  /** What has led to `time` since `from`. */
  async runUp(from: number, time: number) {
    this.#since = null;
    const before = await this.at(from);
    return { before, now: await this.at(time) };
  }
}

function sidesOf(session: Session): FilmSide[] {
  const { opened, playback } = session;
  const state = useStageState.getState();
  const { variants } = playback.summary();
  const first = variants.A.catalog;
  return toldSides(session).flatMap((side) => {
    const { catalog, failure } = variants[side];
    if (!catalog || failure !== undefined) return [];
    const { line, ...rest } = state.selection;
    const here = line === undefined ? undefined : lineOnSide(line, first ?? catalog, catalog);
    return {
      side,
      catalog,
      label: sideText(session, side),
      choice: {
        colouring: colouringOf(state, opened.scenario),
        traffic: state.traffic,
        mechanism: mechanismOn(state, side),
        tempo: tempoFor(state.speed),
        selection: here === undefined ? rest : { ...rest, line: here },
        camera: state.camera,
      },
    };
  });
}

async function planOf(session: Session, wanted: FilmWanted, times: readonly number[]) {
  const sides = sidesOf(session).map((each) => ({
    ...each,
    choice: { ...each.choice, tempo: tempoFor(wanted.speed) },
  }));
  if (sides.length === 0 || times.length === 0)
    throw new ExportProblem(words.noStage, words.tryAgain);
  const ids = sides.map(({ side }) => side);
  const provenance = await provenanceNow(session, ids);
  const plan: FilmPlan = {
    format: wanted.format,
    sides,
    palette: readPalette(document.documentElement, useStageState.getState().theme),
    fonts: fontAddresses(),
    title: session.opened.scenario.title,
    foot: provenanceText(provenance),
    said: provenanceLines(provenance),
    moments: times.map((time) => words.picture.moment(moment(time))),
  };
  return { plan, ids, name: fileName(provenance, 'film', ending[wanted.format]) };
}

type Readers = ReadonlyMap<VariantId, Reader>;

async function framesAt(readers: Readers, time: number): Promise<FilmFrames> {
  const asked = [...readers].map(async ([side, reader]) => [side, await reader.at(time)] as const);
  return Object.fromEntries(await Promise.all(asked)) as FilmFrames;
}

async function runUpsOf(readers: Readers, unseen: Unseen, time: number): Promise<FilmRunUps> {
  const asked = Object.entries(unseen).map(
    async ([side, from]) =>
      [side, await readers.get(side as VariantId)!.runUp(from, time)] as const,
  );
  return Object.fromEntries(await Promise.all(asked)) as FilmRunUps;
}

async function make(
  service: comlink.Remote<FilmService>,
  plan: FilmPlan,
  readers: Readers,
  times: readonly number[],
  onPicture: (done: number) => void,
): Promise<Blob> {
  await service.begin(plan);
  let coming = framesAt(readers, times[0]!);
  for (const [index, time] of times.entries()) {
    const frames = await coming;
    const buffers = Object.values(frames);
    const unseen = await service.add(index, comlink.transfer(frames, buffers));
    const runUps = await runUpsOf(readers, unseen, time);
    const next = times[index + 1];
    // The runs go on while the picture is drawn.
    if (next !== undefined) coming = framesAt(readers, next);
    coming.catch(() => {});
    await service.draw(index, runUps);
    onPicture(index + 1);
  }
  return service.finish();
}

/** `onPicture` hears how many pictures are done. The stage has to stand still until the file has come. */
export function makeFilm(
  session: Session,
  wanted: FilmWanted,
  onPicture: (done: number, of: number) => void,
): FilmUnderWay {
  const worker = new Worker(new URL('./film-worker.ts', import.meta.url), {
    type: 'module',
    name: 'schedscape film',
  });
  const service = comlink.wrap<FilmService>(worker);
  const broken = endOf(worker, words.film.noWorker);
  const { playback, opened } = session;
  const at = playback.time;
  const restore = () => {
    worker.terminate();
    playback.seek(at);
  };
  const film = async (): Promise<ExportedFile> => {
    const count = pictureCount(wanted, opened.duration);
    const step = wanted.speed / framesPerSecond;
    const times = Array.from({ length: count }, (_, index) =>
      Math.round(wanted.from + index * step),
    );
    const { plan, ids, name } = await planOf(session, wanted, times);
    const readers = new Map(
      ids.flatMap((side) => {
        const engine = playback.engine(side);
        return engine ? [[side, new Reader(engine)] as const] : [];
      }),
    );
    const content = await make(service, plan, readers, times, (done) => onPicture(done, count));
    return { name, content };
  };
  return { file: Promise.race([film(), broken]).finally(restore), cancel: restore };
}
