// A drawing as a file: the SVG on the page with its colours written into it, so that it looks the same
// anywhere, and a PNG drawn from that. No script and no foreign content goes into either.

/** What the stylesheet decides and a file must carry. */
const carried = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
  'dominant-baseline',
  'opacity',
  'paint-order',
] as const;

/** Attributes of the page that mean nothing in a file. */
const dropped = ['class', 'tabindex', 'role', 'aria-hidden', 'aria-label'];

function copyInto(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of carried) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, value);
  }
  for (const { name } of [...to.attributes]) {
    if (dropped.includes(name) || name.startsWith('data-')) to.removeAttribute(name);
  }
  for (const [index, child] of [...from.children].entries()) copyInto(child, to.children[index]!);
}

/** A copy of a drawing that needs no stylesheet. */
export function coloured(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copyInto(drawing, copy);
  return copy;
}

const namespace = 'http://www.w3.org/2000/svg';

/** The size of a drawing in its own units. */
function sizeOf(drawing: SVGSVGElement): { readonly width: number; readonly height: number } {
  const box = drawing.viewBox.baseVal;
  if (box && box.width > 0) return { width: box.width, height: box.height };
  const { width, height } = drawing.getBoundingClientRect();
  return { width, height };
}

function write(words: string, y: number, ink: string): SVGTextElement {
  const text = document.createElementNS(namespace, 'text');
  text.setAttribute('x', '8');
  text.setAttribute('y', String(y));
  text.setAttribute('font-size', '12');
  text.setAttribute('font-family', 'sans-serif');
  text.setAttribute('fill', ink);
  text.textContent = words;
  return text;
}

/** Width of a letter of 12 units, on average, in a sans-serif type. */
const letterWidth = 6.2;

/** SVG does not break lines: words in lines that fit into `width`. */
function broken(words: string, width: number): string[] {
  const most = Math.max(20, Math.floor((width - 16) / letterWidth));
  const lines = [''];
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (lines.at(-1) !== '' && longer.length > most) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/**
 * Text of an SVG file with the drawings side by side, or below each other when `stacked`, and lines of
 * words below. The first line is the file's title, too; `description` is in the file but not drawn.
 */
export function svgText(
  charts: readonly SVGSVGElement[],
  said: readonly string[],
  { stacked = false, description = '' } = {},
): string {
  const gap = 16;
  const line = 18;
  const sizes = charts.map(sizeOf);
  const [widths, heights] = [sizes.map(({ width }) => width), sizes.map(({ height }) => height)];
  const sum = (lengths: readonly number[], between: number) =>
    lengths.reduce((total, length) => total + length + between, -between);
  const width = stacked ? Math.max(0, ...widths) : sum(widths, gap);
  const height = stacked ? sum(heights, 0) : Math.max(0, ...heights);
  const lines = said.flatMap((words) => broken(words, width));
  const whole = height + lines.length * line + gap;
  const page = document.createElementNS(namespace, 'svg');
  page.setAttribute('xmlns', namespace);
  page.setAttribute('viewBox', `0 0 ${width} ${whole}`);
  page.setAttribute('width', String(width));
  page.setAttribute('height', String(whole));
  const named = document.createElementNS(namespace, 'title');
  named.textContent = said[0] ?? '';
  page.append(named);
  if (description) {
    const described = document.createElementNS(namespace, 'desc');
    described.textContent = description;
    page.append(described);
  }
  const style = charts[0] && getComputedStyle(charts[0]);
  const ground = document.createElementNS(namespace, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', style?.getPropertyValue('--surface').trim() || 'Canvas');
  page.append(ground);
  let at = 0;
  for (const [index, chart] of charts.entries()) {
    const copy = coloured(chart);
    copy.setAttribute(stacked ? 'y' : 'x', String(at));
    copy.setAttribute('width', String(widths[index]));
    copy.setAttribute('height', String(heights[index]));
    at += stacked ? heights[index]! : widths[index]! + gap;
    page.append(copy);
  }
  const ink = style?.getPropertyValue('--ink').trim() || 'CanvasText';
  page.append(...lines.map((words, index) => write(words, height + line * (index + 1), ink)));
  return new XMLSerializer().serializeToString(page);
}

/** The SVG as a PNG, `scale` pixels a unit. Rejects when the browser cannot draw it. */
export async function pngOf(svg: string, scale = 2): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser cannot draw the picture');
    context.scale(scale, scale);
    context.drawImage(image, 0, 0);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) =>
        blob ? resolve(blob) : reject(new Error('the picture is too large')),
      ),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Hands a file to the person. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the click; a moment is enough for it to begin.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
