import { act, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { testPage } from '../../ui/testing/page.ts';
import type { ChartMark } from './Chart.tsx';
import { CurvesView, type CurvesViewProps } from './CurvesView.tsx';
import type { SweepState } from './SweepControl.tsx';
import { input, shipped } from './testing/sweep.ts';

const done: SweepState = { state: 'done', done: 60, total: 60, left: '' };
const none = () => {};
const props: CurvesViewProps = {
  title: '60 FFmpeg instances on 480 CPUs',
  inputs: [input],
  axes: [{ key: 'workload.user', label: 'User work per wake-up' }],
  axis: 'workload.user',
  onAxis: none,
  besides: [{ key: '', label: 'one chart' }],
  beside: '',
  onBeside: none,
  metrics: [{ key: 'throughput_gain', label: 'Gain in throughput' }],
  metric: 'throughput_gain',
  onMetric: none,
  lengths: [{ key: '50ms', label: '50 ms' }],
  length: '50ms',
  onLength: none,
  form: 'chart',
  onForm: none,
  sweep: done,
  seeds: 10,
  seedChoice: '10',
  seedOffers: [
    { key: '1', label: '1, no interval' },
    { key: '10', label: '10' },
  ],
  onSeeds: none,
  window: '50 ms simulated per run; the first 17 ms are not counted.',
  isAsItComes: true,
  onRun: none,
  onCancel: none,
  onOpen: none,
  onShipped: none,
};

const page = testPage();

function View(given: CurvesViewProps) {
  const [form, onForm] = useState(given.form);
  return <CurvesView {...given} form={form} onForm={onForm} />;
}
const show = (changes: Partial<CurvesViewProps> = {}) =>
  page.show(<View {...props} {...changes} />);
const marks = () => [...page.host.querySelectorAll<SVGElement>('[role=button]')];
const button = (name: string) =>
  [...page.host.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const choose = (name: string) => {
  const label = [...page.host.querySelectorAll('label')].find((each) => each.textContent === name);
  act(() => label!.querySelector('input')!.click());
};

describe('the curves', () => {
  it('say where nobody published a figure how far the model was off on claims like it', () => {
    show({ inputs: [{ ...input, workload: 'ffmpeg-token' }] });
    const names = marks().map((mark) => mark.getAttribute('aria-label'));
    expect(names[0]).toMatch(/10 seeds \(only 3 tested claims are similar; .* in 8 of 10\)$/);
    expect(names[1]).not.toContain('8 of 10');
    expect(page.host.querySelector('figcaption')!.textContent).toMatch(
      /Places without a hollow point have no published figure\. At the widest: .* within \d+ points in 8 of 10\./,
    );
    choose('Table');
    const head = [...page.host.querySelectorAll('thead th')].map(({ textContent }) => textContent);
    const at = head.indexOf('8 of 10 claims');
    expect(at).toBe(head.indexOf('Published') - 1);
    const cells = [...page.host.querySelectorAll('tbody tr')].map(
      (row) => row.children[at]!.textContent,
    );
    expect(cells).toEqual([
      expect.stringMatching(/ to .* \*$/),
      '–',
      expect.stringMatching(/ \*$/),
    ]);
    expect(page.host.querySelector('table + p')!.textContent.replaceAll('\u00a0', ' ')).toMatch(
      /^\* 8 of 10 claims: only 3 tested claims are similar; the interval rests on all \d workloads with claims\.$/,
    );
  });

  it('show a mark for every place, named by both numbers and the error', () => {
    show();
    expect(marks()).toHaveLength(3);
    expect(marks()[1]!.getAttribute('aria-label')).toContain('published +11 %');
    expect(page.host.querySelectorAll('circle[r="7.5"]')).toHaveLength(1);
    expect(page.host.querySelector('figcaption')!.textContent).toContain('Claimed of B: the sign');
  });

  it('stand full before anything ran here: shipped points beside the published, each opens its run', () => {
    const onShipped = vi.fn();
    const sweep: SweepState = { state: 'none', done: 0, total: 60, left: '' };
    show({ inputs: [{ ...input, pairs: [], shipped: [shipped] }], sweep, onShipped });
    expect(marks()).toHaveLength(1);
    expect(marks()[0]!.getAttribute('aria-label')).toBe(
      '450 µs, B, shipped: simulated +10.1 % (95 % interval 9.87 to 10.3), 10 seeds, runs of 150 ms, with version 0.1.0, 2026-11-23',
    );
    expect(page.host.querySelector('figcaption')!.textContent).toContain('version 0.1.0');
    act(() => {
      marks()[0]!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });
    expect(onShipped.mock.calls[0]![0].run).toEqual(shipped.run);
  });

  it('say over empty charts why no point is there, and offer to run it, once', () => {
    const onRun = vi.fn();
    const sweep: SweepState = { state: 'none', done: 0, total: 60, left: '' };
    const inputs = [{ ...input, pairs: [], published: [] }];
    const offers = () =>
      [...page.host.querySelectorAll('button')].filter(
        ({ textContent }) => textContent === 'Run it here',
      );
    show({ inputs, sweep, onRun, whyNone: 'Nobody has published figures of it.' });
    expect(page.host.querySelector('figure')!.textContent).toContain(
      'Nothing is simulated yet. Nobody has published figures of it.',
    );
    expect(offers()).toHaveLength(1);
    expect(offers()[0]!.closest('figure')).not.toBeNull();
    act(() => offers()[0]!.click());
    expect(onRun).toHaveBeenCalledOnce();
    choose('Table');
    expect(offers()).toHaveLength(1);
    show({ inputs, sweep: { ...sweep, state: 'running' } });
    expect(offers()).toHaveLength(0);
  });

  it('have the shipped points in their table, with interval, seeds and version', () => {
    show({ inputs: [{ ...input, pairs: [], shipped: [shipped] }] });
    choose('Table');
    const heads = [...page.host.querySelectorAll('thead th')].map(({ textContent }) => textContent);
    const cells = [...page.host.querySelectorAll('tbody tr')].map((row) => row.children);
    expect(cells).toHaveLength(1);
    expect(cells[0]![heads.indexOf('Shipped')]!.textContent).toBe(
      '+10.1 % (95 % interval 9.87 to 10.3), 10 seeds, version 0.1.0, 2026-11-23',
    );
    show();
    expect(page.host.querySelector('thead')!.textContent).not.toContain('Shipped');
  });

  it('say where live and shipped exclude each other, and only there', () => {
    // Units are bound to their numbers.
    const says = () => page.host.querySelector('figcaption')!.textContent.replaceAll('\u00a0', ' ');
    show({ inputs: [{ ...input, shipped: [shipped] }] });
    expect(says()).not.toContain('disagree');
    show({ inputs: [{ ...input, shipped: [{ ...shipped, interval: [20, 21] }] }] });
    expect(says()).toContain(
      'At 450 µs, B: the result simulated here and the shipped one disagree',
    );
  });

  it('leave their controls where nothing can be planned, and say why, in every view', () => {
    const message = 'over: makes 99 cells and 990 runs; take fewer values or seeds';
    show({
      inputs: [],
      window: '',
      sweep: { state: 'failed', done: 0, total: 0, left: '', message },
    });
    for (const view of ['Table', 'Map', 'mmtests', 'CSV', 'Chart']) {
      choose(view);
      expect(page.host.querySelector('[role=status]')!.textContent, view).toBe(message);
      expect(page.host.querySelectorAll('select:not([disabled])'), view).toHaveLength(5);
      expect(marks(), view).toEqual([]);
    }
  });

  it('stand as a map, a row for each chart, whose cells say their figure and open its run', () => {
    const onOpen = vi.fn();
    show({
      onOpen,
      inputs: [
        { ...input, title: '1' },
        { ...input, title: '10' },
      ],
      beside: 'fds',
    });
    choose('Map');
    const rows = [...page.host.querySelectorAll('tbody tr')];
    expect(rows.map((row) => row.querySelector('th')!.textContent)).toEqual(['1', '10']);
    const cells = [...rows[1]!.querySelectorAll('button')];
    expect(cells).toHaveLength(3);
    expect(cells[1]!.getAttribute('aria-label')).toContain('simulated');
    expect(cells[1]!.textContent).toMatch(/^[+−]?\d/);
    act(() => cells[2]!.click());
    const [[chart, { variant, point }]] = onOpen.mock.calls as [[number, ChartMark]];
    expect([chart, variant, point.at]).toEqual([1, 'B', 2]);
  });

  it('say on a map what its colours are, and name what rows are of once', () => {
    const titled = ['fds 1', 'fds 10'].map((title) => ({ ...input, title }));
    show({ inputs: titled, besides: [{ key: 'fds', label: 'fds' }], beside: 'fds' });
    expect(page.host.querySelector('figcaption')!.textContent).toMatch(/Filled: .* Hollow/);
    choose('Map');
    const rows = [...page.host.querySelectorAll('tbody th')];
    expect(rows.map(({ textContent }) => textContent)).toEqual(['1', '10']);
    const said = page.host.querySelector('figcaption')!.textContent!;
    expect(said).toMatch(/Simulated medians/);
    expect(said).not.toMatch(/Hollow|hollow/);
  });

  it('are told on a map of one chart how to get more rows', () => {
    show();
    choose('Map');
    expect(page.host.textContent).toContain('Side by side');
    expect(page.host.querySelectorAll('tbody tr')).toHaveLength(1);
  });

  it('open the run of a mark by pointer and by keyboard', () => {
    const onOpen = vi.fn();
    show({ onOpen });
    act(() => marks()[2]!.dispatchEvent(new MouseEvent('click', { bubbles: true })));
    act(() =>
      marks()[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
    );
    expect(
      onOpen.mock.calls.map(([chart, { variant, point }]) => [chart, variant, point.at]),
    ).toEqual([
      [0, 'B', 2],
      [0, 'B', 0],
    ]);
  });

  it('keep the arrows between their marks to themselves', () => {
    const stage = vi.fn();
    document.addEventListener('keydown', stage);
    show();
    act(() => marks()[0]!.focus());
    act(() =>
      marks()[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })),
    );
    document.removeEventListener('keydown', stage);
    expect(document.activeElement).toBe(marks()[1]);
    expect(marks().map((mark) => mark.getAttribute('tabindex'))).toEqual(['-1', '0', '-1']);
    expect(stage).not.toHaveBeenCalled();
  });

  it('say so while too few seeds are there, and when nothing is simulated yet', () => {
    const few = [{ ...input, pairs: input.pairs.filter(({ pair }) => pair.seed < 4) }];
    show({ inputs: few, sweep: { ...done, state: 'running', done: 18 } });
    expect(marks()).toHaveLength(3);
    expect(marks()[1]!.getAttribute('aria-label')).not.toMatch(/interval|error/);
    expect(page.host.querySelector('figcaption')!.textContent).toContain('So far 3 of 10 seeds');
    show({ inputs: few });
    expect(page.host.querySelector('figcaption')!.textContent).toContain(
      '3 of 10 seeds measured it:',
    );
    expect(page.host.querySelector('figcaption')!.textContent).not.toContain('So far');
    show({ inputs: [{ ...input, pairs: [] }] });
    expect(marks()).toHaveLength(0);
    expect(page.host.querySelector('figcaption')!.textContent).toContain(
      'Nothing is simulated yet: hollow points',
    );
    expect(page.host.querySelectorAll('circle[r="7.5"]')).toHaveLength(1);
    show({ inputs: [{ ...input, pairs: [], published: [] }] });
    expect(page.host.querySelector('figure')!.textContent).toContain('Nothing is simulated yet.');
  });

  it('of fewer than ten seeds have no band, no interval and no error, and say why', () => {
    const few = input.pairs.filter(({ pair }) => pair.seed < 4);
    show({ seeds: 3, inputs: [{ ...input, seeds: 3, pairs: few }] });
    expect(page.host.querySelector('figcaption')!.textContent).toContain(
      'An interval needs 10 seeds',
    );
    const told = marks()[1]!.getAttribute('aria-label')!;
    expect(told).toMatch(/3 seeds; published \+11 %/);
    expect(told).not.toMatch(/interval|error/);
    const paths = () => page.host.querySelectorAll('g[data-variant=B] > path').length;
    const before = paths();
    show();
    expect(marks()[1]!.getAttribute('aria-label')).toMatch(/95 % interval .* error/);
    expect(paths()).toBeGreaterThan(before);
  });

  it('stand side by side with one scale', () => {
    show({
      inputs: [
        { ...input, title: 'gnr-2s-6n' },
        { ...input, title: 'gnr-2s-6n-fast', published: [] },
      ],
    });
    const charts = [...page.host.querySelectorAll('figure svg')];
    const ticks = charts.map((chart) =>
      [...chart.querySelectorAll('text[text-anchor=end]')].map(({ textContent }) => textContent),
    );
    expect(charts).toHaveLength(2);
    expect(ticks[0]!.slice(0, 3)).toEqual(ticks[1]!.slice(0, 3));
  });

  it('show the same data as a table, as mmtests compares, and as CSV', () => {
    show();
    choose('Table');
    expect(page.host.querySelectorAll('tbody tr')).toHaveLength(3);
    expect(page.host.querySelectorAll('tbody tr')[1]!.textContent).toContain('+11 %');
    choose('mmtests');
    expect(page.host.querySelector('pre')!.textContent).toMatch(/A Baseline +B Patched/);
    choose('CSV');
    expect(page.host.querySelector('pre')!.textContent).toContain('published (%)');
  });

  it('offer to run, to cancel while running, and to go on where a sweep was cancelled', () => {
    const [onRun, onCancel] = [vi.fn(), vi.fn()];
    const at = (state: SweepState['state'], count: number) => ({
      state,
      done: count,
      total: 60,
      left: '',
    });
    show({ sweep: at('none', 0), onRun, onCancel });
    act(() => button('Run it here')!.click());
    show({ sweep: { ...at('running', 6), left: '2 min' }, onRun, onCancel });
    expect(page.host.querySelector('[role=status]')!.textContent).toBe(
      '6 of 60 runs, about 2 min left',
    );
    expect(page.host.querySelector('progress')!.value).toBe(6);
    act(() => button('Cancel')!.click());
    show({ sweep: at('cancelled', 6), onRun, onCancel });
    expect(button('Go on')).toBeDefined();
    show({ sweep: done });
    expect(button('Go on')).toBeUndefined();
    show({ sweep: { ...done, seeds: [10, 14] } });
    expect(page.host.querySelector('[role=status]')!.textContent).toBe(
      '60 runs, 10 to 14 seeds each',
    );
    expect([onRun.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1]);
  });

  it('say why published figures are missing when more was changed', () => {
    show({ isAsItComes: false, inputs: [{ ...input, published: [] }] });
    expect(page.host.querySelector('figcaption')!.textContent).toContain('the default settings');
  });
});
