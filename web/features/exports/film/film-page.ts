// One page of a film: title, moment, the machines on stage side by side and the line that says which runs
// these are. In a worker; takes frames in and leaves a picture on its canvas.

import { decodeFrame } from '../../../engine/frame.ts';
import type { VariantId } from '../../../stage/playback/playback.ts';
import { sideColour } from '../../../ui/theme.ts';
import { StillPicture } from '../../../views/topology/still-picture.ts';
import {
  type FilmFrames,
  type FilmPlan,
  type FilmRunUps,
  filmPage,
  filmRatio,
  framesPerSecond,
  type Unseen,
} from './film-types.ts';

/** CSS pixels. */
const edge = 20;
const gap = 16;
const headHeight = 52;
const labelHeight = 26;
const footHeight = 34;

interface Machine {
  readonly side: VariantId;
  readonly label: string;
  readonly left: number;
  readonly picture: StillPicture;
}

export class FilmPage {
  readonly canvas = new OffscreenCanvas(filmPage.width * filmRatio, filmPage.height * filmRatio);
  readonly #plan: FilmPlan;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #machines: readonly Machine[];
  readonly #width: number;
  readonly #height: number;

  /** Rejects with an Error meant for a reader. */
  static async create(plan: FilmPlan): Promise<FilmPage> {
    const { sides, palette } = plan;
    const width = (filmPage.width - 2 * edge - gap * (sides.length - 1)) / sides.length;
    const height = filmPage.height - headHeight - labelHeight - footHeight - 2 * edge;
    const size = { width, height, ratio: filmRatio };
    const machines = await Promise.all(
      sides.map(async ({ side, catalog, label, choice }, at) => ({
        side,
        label,
        left: edge + at * (width + gap),
        picture: await StillPicture.create({ side, catalog, size, palette, choice }),
      })),
    );
    return new FilmPage(plan, machines, width, height);
  }

  private constructor(plan: FilmPlan, machines: readonly Machine[], width: number, height: number) {
    const context = this.canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('this browser has no 2D canvas in workers');
    this.#plan = plan;
    this.#context = context;
    this.#machines = machines;
    this.#width = width;
    this.#height = height;
  }

  /** Takes the frames of the next picture; says of which sides more has to be known before it is drawn. */
  add(index: number, frames: FilmFrames): Unseen {
    const unseen: Unseen = {};
    for (const { side, picture } of this.#machines) {
      const buffer = frames[side];
      if (!buffer) continue;
      picture.add(decodeFrame(buffer), (index * 1000) / framesPerSecond);
      const from = picture.unseenFrom();
      if (from !== undefined) unseen[side] = from;
    }
    return unseen;
  }

  runUp(runUps: FilmRunUps): void {
    for (const { side, picture } of this.#machines) {
      const told = runUps[side];
      if (told) picture.runUp(decodeFrame(told.before), decodeFrame(told.now));
    }
  }

  draw(index: number): void {
    const wanted = this.#machines.map(({ picture }) => picture.wanted);
    const shared = {
      rate: Math.max(0, ...wanted.map(({ rate }) => rate)),
      heat: Math.max(0, ...wanted.map(({ heat }) => heat)),
      full: Math.max(0, ...wanted.map(({ full }) => full)),
    };
    const context = this.#context;
    const { palette } = this.#plan;
    context.setTransform(filmRatio, 0, 0, filmRatio, 0, 0);
    context.fillStyle = palette.background;
    context.fillRect(0, 0, filmPage.width, filmPage.height);
    this.#write(this.#plan.moments[index] ?? '');
    const top = edge + headHeight + labelHeight;
    for (const { picture, left } of this.#machines) {
      picture.draw(shared);
      context.drawImage(picture.canvas, left, top, this.#width, this.#height);
    }
  }

  #write(moment: string): void {
    const context = this.#context;
    const { palette, title, foot } = this.#plan;
    const family = palette.fontText;
    const wide = filmPage.width - 2 * edge;
    const right = 260;
    context.textBaseline = 'alphabetic';
    context.textAlign = 'left';
    context.fillStyle = palette.ink;
    context.font = `600 24px ${family}`;
    context.fillText(title, edge, edge + 26, wide - right - gap);
    context.textAlign = 'right';
    context.font = `500 18px ${family}`;
    context.fillText(moment, filmPage.width - edge, edge + 25, right);
    context.textAlign = 'left';
    const below = edge + headHeight;
    for (const { side, label, left } of this.#machines) {
      context.fillStyle = sideColour(palette, side);
      context.fillRect(left, below, 4, labelHeight - 8);
      context.fillStyle = palette.ink;
      context.font = `600 15px ${family}`;
      context.fillText(label, left + 12, below + 14, this.#width - 12);
    }
    context.fillStyle = palette.inkMuted;
    context.font = `400 12px ${family}`;
    context.fillText(foot, edge, filmPage.height - edge, wide);
  }
}
