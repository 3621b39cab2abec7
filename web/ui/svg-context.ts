// A stand-in for the 2D context of a canvas that writes as SVG what is drawn on it: the members that pictures of machines
// use, so that a picture on the page and one in a file are drawn by the same code. Needs no document: it runs in a worker.
// Sources: HTML, "Canvas 2D API" (arcTo, roundRect); SVG 2, sections 7 to 11.

/** What measures text: a real context, which knows the fonts. */
export interface TextMeasurer {
  font: string;
  measureText(text: string): TextMetrics;
}

/** Everything that XML would read as markup, and what XML has no place for. */
export const escapedXml = (text: string): string =>
  text
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD');

/** Two digits behind the point are finer than a screen. */
const n = (value: number): string => String(Math.round(value * 100) / 100);

/** Where a line of text stands beneath its anchor, in its own size: readers of SVG differ on dominant-baseline. */
const below = {
  top: 0.8,
  hanging: 0.8,
  middle: 0.35,
  bottom: -0.2,
  ideographic: -0.2,
  alphabetic: 0,
};
const anchors = { left: 'start', start: 'start', center: 'middle', right: 'end', end: 'end' };

interface Style {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  globalAlpha: number;
  font: string;
  textAlign: keyof typeof anchors;
  textBaseline: keyof typeof below;
  lineCap: string;
  lineJoin: string;
  dash: readonly number[];
}

const first: Style = {
  fillStyle: 'black',
  strokeStyle: 'black',
  lineWidth: 1,
  globalAlpha: 1,
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  lineCap: 'butt',
  lineJoin: 'miter',
  dash: [],
};

interface Point {
  readonly x: number;
  readonly y: number;
}

export class SvgContext implements Omit<Style, 'dash'> {
  fillStyle = first.fillStyle;
  strokeStyle = first.strokeStyle;
  lineWidth = first.lineWidth;
  globalAlpha = first.globalAlpha;
  font = first.font;
  textAlign = first.textAlign;
  textBaseline = first.textBaseline;
  lineCap = first.lineCap;
  lineJoin = first.lineJoin;
  #dash = first.dash;
  #path = '';
  #end: Point | undefined;
  readonly #saved: { readonly style: Style; readonly groups: number }[] = [];
  /** Groups that clips have opened since the last save. */
  #groups = 0;
  #clips = 0;
  readonly #out: string[] = [];
  readonly #measures: TextMeasurer;
  readonly #prefix: string;

  /** `prefix` begins the ids of this drawing, which may stand beside others in a file. */
  constructor(measures: TextMeasurer, prefix: string) {
    this.#measures = measures;
    this.#prefix = prefix;
  }

  /** All that was drawn, as elements of an SVG. */
  get body(): string {
    return this.#out.join('') + '</g>'.repeat(this.#openGroups());
  }

  #openGroups = (): number => this.#saved.reduce((sum, { groups }) => sum + groups, this.#groups);

  save(): void {
    const { fillStyle, strokeStyle, lineWidth, globalAlpha, font } = this;
    const { textAlign, textBaseline, lineCap, lineJoin } = this;
    const inks = { fillStyle, strokeStyle, lineWidth, globalAlpha, font };
    const style = { ...inks, textAlign, textBaseline, lineCap, lineJoin, dash: this.#dash };
    this.#saved.push({ style, groups: this.#groups });
    this.#groups = 0;
  }

  restore(): void {
    const kept = this.#saved.pop();
    if (!kept) return;
    this.#out.push('</g>'.repeat(this.#groups));
    this.#groups = kept.groups;
    const { dash, ...style } = kept.style;
    this.#dash = dash;
    Object.assign(this, style);
  }

  setLineDash(dash: readonly number[]): void {
    this.#dash = [...dash];
  }

  measureText(text: string): TextMetrics {
    this.#measures.font = this.font;
    return this.#measures.measureText(text);
  }

  // ---- paths

  beginPath(): void {
    this.#path = '';
    this.#end = undefined;
  }

  closePath(): void {
    this.#path += 'Z';
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${n(x)} ${n(y)}`;
    this.#end = { x, y };
  }

  lineTo(x: number, y: number): void {
    this.#path += `${this.#end ? 'L' : 'M'}${n(x)} ${n(y)}`;
    this.#end = { x, y };
  }

  bezierCurveTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    this.#path += `C${n(ax)} ${n(ay)} ${n(bx)} ${n(by)} ${n(x)} ${n(y)}`;
    this.#end = { x, y };
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#path += `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
    this.#end = { x, y };
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    const r = Math.min(radius, width / 2, height / 2);
    const corner = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`;
    this.#path +=
      `M${n(x + r)} ${n(y)}h${n(width - 2 * r)}${corner(r, r)}v${n(height - 2 * r)}` +
      `${corner(-r, r)}h${n(2 * r - width)}${corner(-r, -r)}v${n(2 * r - height)}${corner(r, -r)}Z`;
    this.#end = { x, y };
  }

  arc(x: number, y: number, r: number, from: number, to: number, back = false): void {
    const at = (angle: number): Point => ({
      x: x + r * Math.cos(angle),
      y: y + r * Math.sin(angle),
    });
    const whole = 2 * Math.PI;
    const given = back ? from - to : to - from;
    const sweep = given >= whole ? whole : ((given % whole) + whole) % whole;
    const way = back ? -1 : 1;
    this.lineTo(at(from).x, at(from).y);
    // Two halves: one arc cannot be a whole circle.
    for (const part of [0.5, 1]) {
      const end = at(from + way * sweep * part);
      this.#path += `A${n(r)} ${n(r)} 0 0 ${back ? 0 : 1} ${n(end.x)} ${n(end.y)}`;
      this.#end = end;
    }
  }

  arcTo(ax: number, ay: number, bx: number, by: number, r: number): void {
    const from = this.#end ?? { x: ax, y: ay };
    const [ux, uy] = [from.x - ax, from.y - ay];
    const [vx, vy] = [bx - ax, by - ay];
    const [u, v] = [Math.hypot(ux, uy), Math.hypot(vx, vy)];
    const turn = ux * vy - uy * vx;
    if (u === 0 || v === 0 || r === 0 || Math.abs(turn) < 1e-9) {
      this.lineTo(ax, ay);
      return;
    }
    const angle = Math.acos(Math.max(-1, Math.min(1, (ux * vx + uy * vy) / (u * v))));
    const reach = r / Math.tan(angle / 2);
    this.lineTo(ax + (ux / u) * reach, ay + (uy / u) * reach);
    const [x, y] = [ax + (vx / v) * reach, ay + (vy / v) * reach];
    this.#path += `A${n(r)} ${n(r)} 0 0 ${turn < 0 ? 1 : 0} ${n(x)} ${n(y)}`;
    this.#end = { x, y };
  }

  clip(): void {
    const id = `${this.#prefix}clip${this.#clips++}`;
    this.#out.push(
      `<clipPath id="${id}"><path d="${this.#path}"/></clipPath><g clip-path="url(#${id})">`,
    );
    this.#groups++;
  }

  // ---- ink

  fill(): void {
    this.#out.push(`<path d="${this.#path}"${this.#filled()}/>`);
  }

  stroke(): void {
    this.#out.push(`<path d="${this.#path}" fill="none"${this.#stroked()}/>`);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#out.push(`<rect${box(x, y, width, height)}${this.#filled()}/>`);
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.#out.push(`<rect${box(x, y, width, height)} fill="none"${this.#stroked()}/>`);
  }

  fillText(text: string, x: number, y: number): void {
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 10);
    const dy = below[this.textBaseline] * size;
    const place = ` x="${n(x)}" y="${n(y + dy)}" text-anchor="${anchors[this.textAlign]}"`;
    this.#out.push(`<text${place}${fontOf(this.font)}${this.#filled()}>${escapedXml(text)}</text>`);
  }

  #filled(): string {
    return ` fill="${escapedXml(this.fillStyle)}"${this.#alpha()}`;
  }

  #stroked(): string {
    const dash = this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.map(n).join(' ')}"` : '';
    const cap =
      this.lineCap === first.lineCap ? '' : ` stroke-linecap="${escapedXml(this.lineCap)}"`;
    const join =
      this.lineJoin === first.lineJoin ? '' : ` stroke-linejoin="${escapedXml(this.lineJoin)}"`;
    const ink = ` stroke="${escapedXml(this.strokeStyle)}" stroke-width="${n(this.lineWidth)}"`;
    return `${ink}${dash}${cap}${join}${this.#alpha()}`;
  }

  #alpha(): string {
    return this.globalAlpha === 1 ? '' : ` opacity="${n(this.globalAlpha)}"`;
  }
}

/** A font as attributes: a page may forbid styles in its elements. */
function fontOf(font: string): string {
  const [, weight, size, family] = /^(?:(\w+)\s+)?([\d.]+)px\s+(.+)$/.exec(font) ?? [];
  const bold = weight ? ` font-weight="${escapedXml(weight)}"` : '';
  return `${bold} font-size="${size ?? 10}" font-family="${escapedXml(family ?? 'sans-serif')}"`;
}

const box = (x: number, y: number, width: number, height: number): string => {
  const [left, top] = [Math.min(x, x + width), Math.min(y, y + height)];
  return ` x="${n(left)}" y="${n(top)}" width="${n(Math.abs(width))}" height="${n(Math.abs(height))}"`;
};
