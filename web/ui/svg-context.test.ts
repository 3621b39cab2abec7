// What is drawn on the context that writes is SVG that any reader takes, whatever the words in it.

import { describe, expect, it } from 'vitest';
import { escapedXml, SvgContext } from './svg-context.ts';

const measures = { font: '', measureText: (text: string) => ({ width: 6 * text.length }) };
const pen = () => new SvgContext(measures as never, 'A-');

/** Well-formed enough: every element that opens closes, in order. */
function checkClosed(svg: string): void {
  const open: string[] = [];
  for (const [, end, name, alone] of svg.matchAll(/<(\/?)([A-Za-z]+)[^<>]*?(\/?)>/g)) {
    if (end) expect(open.pop()).toBe(name);
    else if (!alone) open.push(name!);
  }
  expect(open).toEqual([]);
}

describe('a context that writes', () => {
  it('escapes whatever a title may hold, and leaves out what XML has no place for', () => {
    const context = pen();
    context.fillStyle = '"/><script>';
    context.font = '12px "<Inter>"';
    context.fillText('</text><script>alert("1")</script> & \u0000\ud800', 1, 2);
    expect(context.body).not.toMatch(/<script|<\/text></);
    for (const odd of ['\u0000', '\ud800']) expect(context.body).not.toContain(odd);
    expect(context.body).toContain('&#60;script&#62;');
    checkClosed(context.body);
    expect(escapedXml('a &lt; 👍')).toBe('a &#38;lt; 👍');
  });

  it('draws a circle whole, and an arc the way it was asked for', () => {
    const context = pen();
    context.beginPath();
    context.arc(10, 10, 5, 0, 2 * Math.PI);
    context.fill();
    expect(context.body).toContain('M15 10A5 5 0 0 1 5 10A5 5 0 0 1 15 10');
    context.beginPath();
    context.arc(0, 0, 10, 0, Math.PI, true);
    context.stroke();
    expect(context.body).toContain('M10 0A10 10 0 0 0 0 -10A10 10 0 0 0 -10 0');
  });

  it('rounds a corner as arcTo does: tangents of the radius on both sides', () => {
    const context = pen();
    context.beginPath();
    context.moveTo(0, 0);
    context.arcTo(10, 0, 10, 10, 4);
    context.lineTo(10, 10);
    context.stroke();
    expect(context.body).toContain('M0 0L6 0A4 4 0 0 1 10 4L10 10');
  });

  it('closes what clips open, at the restore that ends them and at the end', () => {
    const context = pen();
    context.save();
    context.globalAlpha = 0.5;
    context.rect(0, 0, 9, 9);
    context.clip();
    context.fillRect(9, 9, -4, -4);
    context.restore();
    expect(context.globalAlpha).toBe(1);
    expect(context.body).toContain(
      '<rect x="5" y="5" width="4" height="4" fill="black" opacity="0.5"/></g>',
    );
    context.save();
    context.rect(0, 0, 1, 1);
    context.clip();
    checkClosed(context.body);
    expect(context.body).toContain('id="A-clip1"');
  });

  it('sets text where a canvas does, and measures it with what knows the fonts', () => {
    const context = pen();
    context.font = '600 20px sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText('CPU 3', 50, 30);
    expect(context.body).toContain('x="50" y="37" text-anchor="middle"');
    expect(context.body).toContain('font-weight="600" font-size="20" font-family="sans-serif"');
    expect(context.measureText('CPU 3').width).toBe(30);
    expect(measures.font).toBe('600 20px sans-serif');
  });
});
