// A chart as a file: the SVG on the page with its colours written into it, so that it looks the same
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

const namespace = 'http://www.w3.org/2000/svg';

/** Text of an SVG file with the charts side by side, a title and a note below. */
export function svgText(charts: readonly SVGSVGElement[], title: string, note: string): string {
  const gap = 16;
  const line = 18;
  const sizes = charts.map((chart) => chart.viewBox.baseVal);
  const width = sizes.reduce((sum, size) => sum + size.width + gap, -gap);
  const height = Math.max(0, ...sizes.map((size) => size.height));
  const page = document.createElementNS(namespace, 'svg');
  page.setAttribute('xmlns', namespace);
  page.setAttribute('viewBox', `0 0 ${width} ${height + 2 * line + gap}`);
  page.setAttribute('width', String(width));
  page.setAttribute('height', String(height + 2 * line + gap));
  const named = document.createElementNS(namespace, 'title');
  named.textContent = title;
  page.append(named);
  const style = charts[0] && getComputedStyle(charts[0]);
  const ground = document.createElementNS(namespace, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', style?.getPropertyValue('--surface').trim() || '#ffffff');
  page.append(ground);
  let left = 0;
  for (const [index, chart] of charts.entries()) {
    const copy = chart.cloneNode(true) as SVGSVGElement;
    copyInto(chart, copy);
    copy.setAttribute('x', String(left));
    copy.setAttribute('width', String(sizes[index]!.width));
    copy.setAttribute('height', String(sizes[index]!.height));
    left += sizes[index]!.width + gap;
    page.append(copy);
  }
  [title, note].forEach((words, index) => {
    const text = document.createElementNS(namespace, 'text');
    text.setAttribute('x', '8');
    text.setAttribute('y', String(height + line * (index + 1)));
    text.setAttribute('font-size', '12');
    text.setAttribute('font-family', 'sans-serif');
    text.setAttribute('fill', style?.getPropertyValue('--ink').trim() || '#000000');
    text.textContent = words;
    page.append(text);
  });
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
