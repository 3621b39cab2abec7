// The stage as one picture: what the render workers show now, side by side, under a title and over a
// line that says which runs these are.

import { picturesOf } from '../../stage/pictures.ts';
import type { Side } from '../../stage/playback/playback.ts';
import type { Session } from '../../stage/session.ts';
import { moment } from '../../ui/format.ts';
import { withTexts } from '../../ui/png-texts.ts';

import { sideText } from './side-text.ts';
import { words } from './words.ts';

interface Shot {
  readonly side: Side;
  readonly bitmap: ImageBitmap;
}

/** CSS pixels. */
const edge = 16;
const gap = 12;
const titleHeight = 56;
const labelHeight = 30;
const lineHeight = 18;

async function shotsOf({ stage }: Session, sides: readonly Side[]): Promise<Shot[]> {
  const copies = await Promise.all(
    sides.map(async (side) => ({ side, bitmap: await picturesOf(stage).copyOf(side) })),
  );
  return copies.flatMap(({ side, bitmap }) => (bitmap ? [{ side, bitmap }] : []));
}

function colours(): Record<'ground' | 'ink' | 'muted' | Side, string> {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ground: read('--background'),
    ink: read('--ink'),
    muted: read('--ink-muted'),
    A: read('--a'),
    B: read('--b'),
    C: read('--c'),
    D: read('--d'),
  };
}

/** Words broken into lines no wider than `width`. */
function wrapped(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && context.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

const fontOf = (size: number, weight = 400) => `${weight} ${size}px "Inter Variable", sans-serif`;

interface Page {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly paint: ReturnType<typeof colours>;
}

function drawHead({ context, width, paint }: Page, { opened, playback }: Session): void {
  context.fillStyle = paint.ink;
  context.font = fontOf(20, 600);
  context.fillText(opened.scenario.title, edge, edge + 20, width - 2 * edge);
  context.fillStyle = paint.muted;
  context.font = fontOf(13);
  context.fillText(words.picture.moment(moment(playback.time)), edge, edge + 40);
}

function drawShots({ context, paint }: Page, shots: readonly Shot[], ratio: number, of: Session) {
  let left = edge;
  for (const { side, bitmap } of shots) {
    context.fillStyle = paint[side];
    context.fillRect(left, titleHeight + edge + 4, 4, labelHeight - 12);
    context.fillStyle = paint.ink;
    context.font = fontOf(14, 600);
    const text = sideText(of, side);
    const width = bitmap.width / ratio;
    context.fillText(text, left + 12, titleHeight + edge + 18, width - 12);
    const top = titleHeight + edge + labelHeight;
    context.drawImage(bitmap, left, top, width, bitmap.height / ratio);
    left += width + gap;
  }
}

/**
 * The picture with `said` below it and inside the file, line by line; undefined before anything was
 * drawn. Rejects when the browser cannot make it.
 */
export async function stagePicture(
  session: Session,
  sides: readonly Side[],
  caption: string,
  said: readonly string[],
): Promise<Blob | undefined> {
  const shots = await shotsOf(session, sides);
  if (shots.length === 0) return undefined;
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const inner = shots.reduce((sum, { bitmap }) => sum + bitmap.width / ratio + gap, -gap);
  const width = inner + 2 * edge;
  const tallest = Math.max(...shots.map(({ bitmap }) => bitmap.height / ratio));
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser gives no 2D canvas');
  context.font = fontOf(12);
  const foot = wrapped(context, caption, inner);
  const height = edge + titleHeight + labelHeight + tallest + foot.length * lineHeight + 2 * edge;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  const page = { context, width, paint: colours() };
  context.fillStyle = page.paint.ground;
  context.fillRect(0, 0, width, height);
  drawHead(page, session);
  drawShots(page, shots, ratio, session);
  for (const { bitmap } of shots) bitmap.close();
  context.fillStyle = page.paint.muted;
  context.font = fontOf(12);
  const top = edge + titleHeight + labelHeight + tallest + edge;
  for (const [at, line] of foot.entries()) context.fillText(line, edge, top + 12 + at * lineHeight);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!png) throw new Error('the picture is too large');
  const title = session.opened.scenario.title;
  return withTexts(png, { Title: title, Software: 'Schedscape', Description: said.join('\n') });
}
