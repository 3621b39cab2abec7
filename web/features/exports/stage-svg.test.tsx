// The stage as an SVG says what the page says beside the machines: the gauges over each, and the key below.

import { describe, expect, it, vi } from 'vitest';
import { type ExportedPart, exportRegistry } from '../../stage/export-registry.ts';
import type { Session } from '../../stage/session.ts';
import { testPage } from '../../ui/testing/page.ts';
import { stageSvg } from './stage-svg.ts';

const drawing = { width: 400, height: 200, body: '<rect width="9" height="9"/>' };
vi.mock('../../stage/pictures.ts', () => ({
  picturesOf: () => ({ drawingOf: async () => drawing }),
}));

const stage = {} as Session['stage'];
const kernel = { version: '6.18' };
const variants = [
  { id: 'A', label: 'Batch 1', kernel },
  { id: 'B', label: 'Batch 31', kernel },
];
const opened = { scenario: { title: 'Page <lists>', variants }, seed: 7 };
const session = { stage, opened, playback: { time: 2_000_000 } } as unknown as Session;

describe('the stage as an SVG', () => {
  const page = testPage();
  const exported = async () => {
    const parts = exportRegistry(stage);
    parts.clear();
    for (const element of page.host.querySelectorAll<HTMLElement>('[data-part]'))
      parts.set(element.dataset.part as ExportedPart, element);
    const svg = (await stageSvg(session, ['A', 'B'], 'cpupri, seed 7', ['seed: 7']))!;
    return new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  };
  const texts = (svg: Element) =>
    [...svg.querySelectorAll('text')].map((each) => ({
      said: each.textContent,
      y: Number(each.getAttribute('y')),
    }));
  const yOf = (svg: Element, said: string) => texts(svg).find((each) => each.said === said)!.y;

  it('has the gauges over each machine and the key below them, each entry with its swatch', async () => {
    page.show(
      <>
        {['3.77 M/s', '1.55 M/s'].map((value, at) => (
          <dl key={value} data-part={`gauges ${'AB'[at]}`}>
            <dt>pages</dt>
            <dd>{value}</dd>
          </dl>
        ))}
        <fieldset data-part="key">
          <button type="button">
            <svg width="12" height="12" aria-hidden="true">
              <rect width="12" height="12" style={{ fill: 'rgb(1, 2, 3)' }} />
            </svg>
            user work
          </button>
        </fieldset>
      </>,
    );
    const svg = await exported();
    const machines = [...svg.children].filter(({ tagName }) => tagName === 'svg');
    const [machine, , swatch] = machines;
    const top = Number(machine!.getAttribute('y'));
    expect(yOf(svg, 'pages: 3.77 M/s')).toBeLessThan(top);
    expect(yOf(svg, 'pages: 1.55 M/s')).toBeLessThan(top);
    expect(yOf(svg, 'user work')).toBeGreaterThan(top + drawing.height);
    expect(Number(swatch!.getAttribute('y'))).toBeGreaterThanOrEqual(top + drawing.height);
    // A file has no stylesheet: its colour stands in the swatch itself.
    expect(swatch!.querySelector('rect')!.getAttribute('fill')).toBe('rgb(1, 2, 3)');
    expect(yOf(svg, 'cpupri, seed 7')).toBeGreaterThan(yOf(svg, 'user work'));
  });

  it('breaks a key that is wider than the machines into rows inside the picture', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `what a CPU does, number ${at}`);
    page.show(
      <fieldset data-part="key">
        {names.map((name) => (
          <button key={name} type="button">
            <svg width="12" height="12" aria-hidden="true" />
            {name}
          </button>
        ))}
      </fieldset>,
    );
    const svg = await exported();
    const rows = new Set(names.map((name) => yOf(svg, name)));
    expect(rows.size).toBeGreaterThan(5);
    expect(Math.max(...rows)).toBeLessThan(yOf(svg, 'cpupri, seed 7'));
    expect(yOf(svg, 'cpupri, seed 7')).toBeLessThan(Number(svg.getAttribute('height')));
  });

  it('is drawn without them where the page has none', async () => {
    page.show(<p>nothing</p>);
    const said = texts(await exported()).map((each) => each.said);
    expect(said).toContain('A  Batch 1, Linux 6.18, seed 7');
    expect(said.some((each) => each.includes('pages'))).toBe(false);
  });
});
