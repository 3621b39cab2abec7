import { beforeEach, describe, expect, it } from 'vitest';
import { ACTIVITY } from '../engine/abi.gen.ts';
import type { GaugeName } from '../scenario/gauges-schema.ts';
import { type Session, SessionContext } from '../stage/session.ts';
import { choose, firstState } from '../stage/store.ts';
import { pagesReport } from '../stage/testing/report.ts';
import { testPage } from '../ui/testing/page.ts';
import { oneOf, textOf, until } from '../ui/testing/person.ts';
import { catalogOf, shapes } from '../views/topology/testing/machines.ts';
import { frameOf } from '../views/topology/testing/records.ts';
import { Gauges } from './Gauges.tsx';

const catalog = catalogOf(shapes['milan 2s nps1']);
const still = frameOf(catalog, { time: 1_500_000 });

/** A and B of 2 ms, measured from 0.5 ms on to their ends. `kernel`: how much more of its time B is in the kernel. */
function ended(shown: readonly GaugeName[], kernel: number, at = still): Session {
  const reportOf = (side: 'A' | 'B') => {
    const { headline, ...report } = pagesReport();
    const kernelShare = headline.kernelShare + (side === 'B' ? kernel : 0);
    return { ...report, headline: { ...headline, kernelShare }, catalog };
  };
  const { headline } = reportOf('A');
  const accessQueue = {
    catalog,
    latestFrame: at,
    headline,
    status: { state: 'finished', headTime: 2_000_000 },
  };
  const summary = { variants: { A: accessQueue, B: accessQueue, C: {}, D: {} } };
  const playback = {
    summary: () => summary,
    onSummary: () => () => {},
    engine: (side: string) =>
      side === 'A' || side === 'B'
        ? { measured: async () => reportOf(side), track: async () => new Float64Array() }
        : undefined,
  };
  const scenario = { scores: { show: shown.map((of) => ({ of })) } };
  const window = { from: 500_000, to: 1_500_000 };
  const opened = { scenario, window, scoreWindow: 10_000 };
  return { playback, opened, steps: [], stage: {} } as unknown as Session;
}

describe('the gauges over a machine', () => {
  const page = testPage();
  beforeEach(() => choose(firstState, true));
  const show = async (shown: readonly GaugeName[], kernel = 0.1, at = still) => {
    page.show(
      <SessionContext value={ended(shown, kernel, at)}>
        <Gauges side="B" />
      </SessionContext>,
    );
    const region = oneOf(page.host, 'region', 'Scores B');
    await until(() => textOf(region).includes('points') || textOf(region).includes('the same'));
    return region;
  };
  const against = (region: Element) =>
    region.querySelector('[data-score="kernel-share"] span:last-child')!;

  it('say beside the large one over which time it was measured, unless it is counted now', async () => {
    const [window, moment] = ['kernel-share', 'caches-used'] as const;
    expect(textOf(await show([window, moment]))).toContain('measured over 1 ms');
    expect(textOf(await show([moment, window]))).not.toContain('measured');
  });

  it('call a machine neither better nor worse where they call it the same', async () => {
    const much = against(await show(['kernel-share']));
    expect([textOf(much), much.getAttribute('data-way')]).toEqual(['+10.0 points', 'worse']);
    const hardly = against(await show(['kernel-share'], 1e-5));
    expect([textOf(hardly), hardly.getAttribute('data-way')]).toEqual(['the same', null]);
  });

  it('hold before the measured window, too, once the whole of it is measured', async () => {
    const early = frameOf(catalog, { time: 100_000 });
    expect(textOf(await show(['kernel-share'], 0.1, early))).toContain('measured over 1 ms');
  });

  it('speak of one thing in the singular', async () => {
    const cpus = (cores: readonly number[]) =>
      frameOf(catalog, {
        time: 1_500_000,
        set: ({ cpus: { activity } }) => {
          for (const cpu of cores) activity[cpu] = ACTIVITY.USER;
        },
      });
    expect(textOf(await show(['kernel-share', 'caches-used'], 0.1, cpus([0])))).toContain(
      'LLC in use now',
    );
    expect(textOf(await show(['kernel-share', 'caches-used'], 0.1, cpus([0, 127])))).toContain(
      'LLCs in use now',
    );
  });

  it('say why there is no figure', async () => {
    const region = await show(['kernel-share', 'tasks-at-home']);
    expect(textOf(region.querySelector('[data-score="tasks-at-home"]')!)).toBe(
      'no task prefers one',
    );
  });
});
