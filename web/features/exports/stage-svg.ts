// The stage as one SVG: what the render workers show now, side by side, under a title and over a line that says which
// runs these are. Drawn by the code that draws the pictures (views/topology/draw/svg.ts).

import { versionWords } from '../../scenario/index.ts';
import { picturesOf } from '../../stage/pictures.ts';
import type { Side } from '../../stage/playback/playback.ts';
import { type Session, variantOn } from '../../stage/session.ts';
import { moment } from '../../ui/format.ts';
import { escapedXml } from '../../ui/svg-context.ts';
import { words } from './words.ts';

/** CSS pixels, as the picture in PNG has them. */
const edge = 16;
const gap = 12;
const titleHeight = 56;
const labelHeight = 30;
const lineHeight = 18;
/** Width of a letter of 12 pixels, on average: a line is broken where it surely fits. */
const letterWidth = 6.6;

const font = 'font-family="\'Inter Variable\', sans-serif"';

function text(said: string, x: number, y: number, size: number, ink: string): string {
  return `<text x="${x}" y="${y}" ${font} font-size="${size}" fill="${escapedXml(ink)}">${escapedXml(said)}</text>`;
}

/** Words broken into lines of at most `most` letters. */
function linesOf(said: string, most: number): string[] {
  const lines: string[] = [''];
  for (const word of said.split(' ')) {
    const last = lines.at(-1)!;
    const longer = last === '' ? word : `${last} ${word}`;
    if (last !== '' && longer.length > most) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/**
 * The drawing, with `caption` below it and `said` as its description; undefined before anything was drawn.
 */
export async function stageSvg(
  session: Session,
  sides: readonly Side[],
  caption: string,
  said: readonly string[],
): Promise<string | undefined> {
  const { opened, playback, stage } = session;
  const drawn = await Promise.all(
    sides.map(async (side) => ({ side, drawing: await picturesOf(stage).drawingOf(side) })),
  );
  const machines = drawn.flatMap(({ side, drawing }) => (drawing ? [{ side, drawing }] : []));
  if (machines.length === 0) return undefined;
  const style = getComputedStyle(document.documentElement);
  const ink = (name: string) => style.getPropertyValue(name).trim();
  const inner = machines.reduce((sum, { drawing }) => sum + drawing.width + gap, -gap);
  const tallest = Math.max(...machines.map(({ drawing }) => drawing.height));
  const foot = linesOf(caption, Math.max(20, Math.floor(inner / letterWidth)));
  const top = edge + titleHeight + labelHeight;
  const [width, height] = [inner + 2 * edge, top + tallest + foot.length * lineHeight + 2 * edge];
  let left = edge;
  const shown = machines.map(({ side, drawing }) => {
    const variant = variantOn(opened, side);
    const name = words.picture.side(side, variant?.label ?? '', versionWords(variant), opened.seed);
    const size = `width="${drawing.width}" height="${drawing.height}"`;
    const own = `<rect x="${left}" y="${top - labelHeight + 4}" width="4" height="18" fill="${escapedXml(ink(`--${side.toLowerCase()}`))}"/>${text(name, left + 12, top - 12, 14, ink('--ink'))}<svg x="${left}" y="${top}" ${size} overflow="hidden">${drawing.body}</svg>`;
    left += drawing.width + gap;
    return own;
  });
  const head =
    text(opened.scenario.title, edge, edge + 20, 20, ink('--ink')) +
    text(words.picture.moment(moment(playback.time)), edge, edge + 40, 13, ink('--ink-muted'));
  const under = foot.map((line, at) =>
    text(line, edge, top + tallest + edge + 12 + at * lineHeight, 12, ink('--ink-muted')),
  );
  const named = `<title>${escapedXml(opened.scenario.title)}</title><desc>${escapedXml(said.join('\n'))}</desc>`;
  const ground = `<rect width="100%" height="100%" fill="${escapedXml(ink('--background'))}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${named}${ground}${head}${shown.join('')}${under.join('')}</svg>\n`;
}
