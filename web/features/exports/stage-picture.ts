// The stage as one picture, twice as fine as a page: what the render workers show now, side by side with their gauges,
// under a title and over the key of the colours and a line that says which runs these are.

import { exportRegistry } from '../../stage/export-registry.ts';
import { picturesOf } from '../../stage/pictures.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import type { Session } from '../../stage/session.ts';
import { moment } from '../../ui/format.ts';
import { svgText } from '../../ui/picture-file.ts';
import { withTexts } from '../../ui/png-texts.ts';
import { gaugesIn, keyIn, type PageKeyEntry } from './page-key.ts';
import { sideText } from './side-text.ts';
import { words } from './words.ts';

interface Shot {
  readonly side: VariantId;
  readonly bitmap: ImageBitmap;
  /** What its gauges say, in lines that fit. */
  readonly gauges: readonly string[];
}

/** Pixels a CSS pixel, whatever the screen has: a slide is larger than a page. */
const ratio = 2;

/** CSS pixels. */
const edge = 16;
const gap = 12;
const titleHeight = 56;
const labelHeight = 30;
const lineHeight = 18;
const swatchSize = 12;
const keyHeight = 28;

type Copy = Pick<Shot, 'side' | 'bitmap'>;

async function copiesOf({ stage }: Session, sides: readonly VariantId[]): Promise<Copy[]> {
  const copies = await Promise.all(
    sides.map(async (side) => ({ side, bitmap: await picturesOf(stage).copyOf(side, ratio) })),
  );
  return copies.flatMap(({ side, bitmap }) => (bitmap ? [{ side, bitmap }] : []));
}

function withGauges(
  copies: readonly Copy[],
  { stage }: Session,
  context: CanvasRenderingContext2D,
): Shot[] {
  context.font = fontOf(13);
  return copies.map(({ side, bitmap }) => {
    const said = gaugesIn(exportRegistry(stage).get(`gauges ${side}`)).join(' · ');
    return { side, bitmap, gauges: said ? wrapped(context, said, bitmap.width / ratio) : [] };
  });
}

/** A swatch of the key as an image, drawn as the page draws it. */
async function imageOf(swatch: SVGSVGElement): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svgText([swatch], []))}`;
  await image.decode();
  return image;
}

/** The key in a row, as far as it fits; how high it is. */
async function drawKey(
  { context, width, paint }: Page,
  entries: readonly PageKeyEntry[],
  top: number,
) {
  const images = await Promise.all(entries.map(({ swatch }) => imageOf(swatch)));
  context.font = fontOf(13);
  context.fillStyle = paint.muted;
  let left = edge;
  for (const [at, { name }] of entries.entries()) {
    const size = swatchSize + 6 + context.measureText(name).width;
    if (left + size > width - edge) return;
    context.drawImage(images[at]!, 0, 0, 12, 12, left, top, swatchSize, swatchSize);
    context.fillText(name, left + swatchSize + 6, top + swatchSize - 1);
    left += size + 18;
  }
}

function colours(): Record<'ground' | 'ink' | 'muted' | VariantId, string> {
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

function drawShots({ context, paint }: Page, shots: readonly Shot[], of: Session) {
  let left = edge;
  const gaugesTop = titleHeight + edge + labelHeight;
  const top = gaugesTop + gaugesHeight(shots);
  for (const { side, bitmap, gauges } of shots) {
    context.fillStyle = paint[side];
    context.fillRect(left, titleHeight + edge + 4, 4, labelHeight - 12);
    context.fillStyle = paint.ink;
    context.font = fontOf(14, 600);
    const text = sideText(of, side);
    const width = bitmap.width / ratio;
    context.fillText(text, left + 12, titleHeight + edge + 18, width - 12);
    context.fillStyle = paint.muted;
    context.font = fontOf(13);
    for (const [at, line] of gauges.entries())
      context.fillText(line, left, gaugesTop + 10 + at * lineHeight, width);
    context.drawImage(bitmap, left, top, width, bitmap.height / ratio);
    left += width + gap;
  }
}

/** Of the lines over the machines: as many for all as one of them needs. */
const gaugesHeight = (shots: readonly Shot[]): number =>
  lineHeight * Math.max(...shots.map(({ gauges }) => gauges.length));

/**
 * The picture with `said` below it and inside the file, line by line; undefined before anything was
 * drawn. Rejects when the browser cannot make it.
 */
export async function stagePicture(
  session: Session,
  sides: readonly VariantId[],
  caption: string,
  said: readonly string[],
): Promise<Blob | undefined> {
  const copies = await copiesOf(session, sides);
  if (copies.length === 0) return undefined;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no 2D canvas');
  const shots = withGauges(copies, session, context);
  const key = keyIn(exportRegistry(session.stage).get('key'));
  const inner = shots.reduce((sum, { bitmap }) => sum + bitmap.width / ratio + gap, -gap);
  const width = inner + 2 * edge;
  const tallest = Math.max(...shots.map(({ bitmap }) => bitmap.height / ratio));
  context.font = fontOf(12);
  const foot = wrapped(context, caption, inner);
  const under = edge + titleHeight + labelHeight + gaugesHeight(shots) + tallest + edge;
  const top = under + (key.length > 0 ? keyHeight : 0);
  const height = top + foot.length * lineHeight + edge;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  const page = { context, width, paint: colours() };
  context.fillStyle = page.paint.ground;
  context.fillRect(0, 0, width, height);
  drawHead(page, session);
  drawShots(page, shots, session);
  for (const { bitmap } of shots) bitmap.close();
  await drawKey(page, key, under);
  context.fillStyle = page.paint.muted;
  context.font = fontOf(12);
  for (const [at, line] of foot.entries()) context.fillText(line, edge, top + 12 + at * lineHeight);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!png) throw new Error('the picture is too large');
  const title = session.opened.scenario.title;
  return withTexts(png, { Title: title, Software: 'Schedscape', Description: said.join('\n') });
}
