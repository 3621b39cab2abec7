// The worker of one film: draws each picture when its frames have come and hands it to the encoder. To cancel, the
// page ends the worker.

import * as comlink from 'comlink';
import { reportLife } from '../../../base/worker-life.ts';
import { type FilmFile, openFile } from './film-file.ts';
import { FilmPage } from './film-page.ts';
import type { FilmFrames, FilmPlan, FilmRunUps, Unseen } from './film-types.ts';

// The worker's own names, which the DOM's types lack.
declare const fonts: FontFaceSet;

let page: FilmPage | undefined;
let file: FilmFile | undefined;

async function begin(plan: FilmPlan): Promise<void> {
  const loads = plan.fonts.map(async ({ family, url }) => {
    const font = new FontFace(family, `url(${JSON.stringify(url)})`, { weight: '100 900' });
    fonts.add(await font.load());
  });
  await Promise.all(loads);
  page = await FilmPage.create(plan);
  file = await openFile(plan.format, page.canvas, { title: plan.title, lines: plan.said });
}

/** Takes the frames of a picture; it is to be finished by `draw`. */
const add = async (index: number, frames: FilmFrames): Promise<Unseen> => page!.add(index, frames);

async function draw(index: number, runUps: FilmRunUps): Promise<void> {
  page!.runUp(runUps);
  page!.draw(index);
  await file!.add(index);
}

const finish = (): Promise<Blob> => file!.finish();

const service = { begin, add, draw, finish };
export type FilmService = typeof service;

reportLife();
comlink.expose(service, self as comlink.Endpoint);
