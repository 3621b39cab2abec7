// The stage as one SVG: what the render workers show now, side by side with their gauges, under a title and over the key
// of the colours and a line that says which runs these are. Drawn by the code that draws the pictures
// (views/topology/draw/svg.ts); the picture in PNG is stage-picture.ts.

import { exportRegistry } from '../../stage/export-registry.ts';
import { picturesOf } from '../../stage/pictures.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import type { Session } from '../../stage/session.ts';
import { moment } from '../../ui/format.ts';
import { coloured } from '../../ui/picture-file.ts';
import { escapedXml } from '../../ui/svg-context.ts';
import { gaugesIn, keyIn, type PageKeyEntry } from './page-key.ts';
import { sideText } from './side-text.ts';
import { words } from './words.ts';

/** CSS pixels, as the picture in PNG has them. */
const edge = 16;
const gap = 12;
const titleHeight = 56;
const labelHeight = 30;
const lineHeight = 18;
const swatchSize = 12;
/** Between the machines and the key, and below that. */
const keyGap = 8;
/** Width of a letter of 12 pixels, on average: a line is broken where it surely fits. */
const letterWidth = 6.6;
/** The same of 13 pixels, which gauges and key have. */
const saidWidth = 7.2;

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

const widthFor = (width: number, letter: number) => Math.max(20, Math.floor(width / letter));

const inkOf = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

interface Machine {
  readonly side: VariantId;
  readonly drawing: { readonly width: number; readonly height: number; readonly body: string };
  /** What its gauges say, in lines that fit. */
  readonly gauges: readonly string[];
}

async function machinesOf({ stage }: Session, sides: readonly VariantId[]): Promise<Machine[]> {
  const drawn = await Promise.all(
    sides.map(async (side) => ({ side, drawing: await picturesOf(stage).drawingOf(side) })),
  );
  return drawn.flatMap(({ side, drawing }) => {
    if (!drawing) return [];
    const said = gaugesIn(exportRegistry(stage).get(`gauges ${side}`)).join(' · ');
    return [
      { side, drawing, gauges: said ? linesOf(said, widthFor(drawing.width, saidWidth)) : [] },
    ];
  });
}

/** Of the lines over the machines: as many for all as one of them needs. */
const gaugesHeight = (machines: readonly Machine[]): number =>
  lineHeight * Math.max(...machines.map(({ gauges }) => gauges.length));

/** The machines side by side, each under its name and its gauges. */
function shots(machines: readonly Machine[], session: Session, top: number): string {
  const machinesTop = top + labelHeight + gaugesHeight(machines);
  let left = edge;
  return machines
    .map(({ side, drawing, gauges }) => {
      const bar = `<rect x="${left}" y="${top + 4}" width="4" height="18" fill="${escapedXml(inkOf(`--${side.toLowerCase()}`))}"/>`;
      const name = text(sideText(session, side), left + 12, top + 18, 14, inkOf('--ink'));
      const said = gauges.map((line, at) =>
        text(line, left, top + labelHeight + 10 + at * lineHeight, 13, inkOf('--ink-muted')),
      );
      const size = `width="${drawing.width}" height="${drawing.height}"`;
      const own = `${bar}${name}${said.join('')}<svg x="${left}" y="${machinesTop}" ${size} overflow="hidden">${drawing.body}</svg>`;
      left += drawing.width + gap;
      return own;
    })
    .join('');
}

/** The key in rows no wider than `width`, and how high it is. */
function keyRows(entries: readonly PageKeyEntry[], width: number, top: number) {
  let [left, row] = [0, 0];
  const drawn = entries.map(({ name, swatch }) => {
    const size = swatchSize + 6 + name.length * saidWidth;
    if (left > 0 && left + size > width) [left, row] = [0, row + 1];
    const [x, y] = [edge + left, top + row * lineHeight];
    left += size + 18;
    const copy = coloured(swatch);
    copy.setAttribute('x', String(x));
    copy.setAttribute('y', String(y));
    const sign = new XMLSerializer().serializeToString(copy);
    return sign + text(name, x + swatchSize + 6, y + swatchSize - 1, 13, inkOf('--ink-muted'));
  });
  const height = entries.length > 0 ? (row + 1) * lineHeight + keyGap : 0;
  return { body: drawn.join(''), height };
}

/**
 * The drawing, with `caption` below it and `said` as its description; undefined before anything was drawn.
 */
export async function stageSvg(
  session: Session,
  sides: readonly VariantId[],
  caption: string,
  said: readonly string[],
): Promise<string | undefined> {
  const { opened, playback, stage } = session;
  const machines = await machinesOf(session, sides);
  if (machines.length === 0) return undefined;
  const inner = machines.reduce((sum, { drawing }) => sum + drawing.width + gap, -gap);
  const tallest = Math.max(...machines.map(({ drawing }) => drawing.height));
  const top = edge + titleHeight;
  const below = top + labelHeight + gaugesHeight(machines) + tallest + keyGap;
  const key = keyRows(keyIn(exportRegistry(stage).get('key')), inner, below);
  const foot = linesOf(caption, widthFor(inner, letterWidth));
  const footTop = below + key.height + edge - keyGap;
  const [width, height] = [inner + 2 * edge, footTop + foot.length * lineHeight + edge];
  const head =
    text(opened.scenario.title, edge, edge + 20, 20, inkOf('--ink')) +
    text(words.picture.moment(moment(playback.time)), edge, edge + 40, 13, inkOf('--ink-muted'));
  const under = foot.map((line, at) =>
    text(line, edge, footTop + 12 + at * lineHeight, 12, inkOf('--ink-muted')),
  );
  const named = `<title>${escapedXml(opened.scenario.title)}</title><desc>${escapedXml(said.join('\n'))}</desc>`;
  const ground = `<rect width="100%" height="100%" fill="${escapedXml(inkOf('--background'))}"/>`;
  const body = head + shots(machines, session, top) + key.body + under.join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${named}${ground}${body}</svg>\n`;
}
