import { describe, expect, it } from 'vitest';
import { testPage } from '../../ui/testing/page.ts';
import { Benchmarks, changeRange, publishedPoints } from './Benchmarks.tsx';
import type { BenchmarkTable } from './benchmark.ts';

const page = testPage();

const flat: BenchmarkTable = {
  name: 'pigz',
  metric: 'throughput',
  better: 'higher',
  machines: [
    { machine: 'one', changes: [0.4, -0.5], missing: undefined },
    { machine: 'two', changes: [null, 2], missing: 'no data' },
  ],
  simulated: 0,
  reason: 'Not simulated: an ordinary load.',
};
const steep: BenchmarkTable = {
  ...flat,
  name: 'page_fault2',
  machines: [{ machine: 'one', changes: [13.5, 18], missing: undefined }],
  simulated: 1,
  reason: undefined,
};

describe('the small multiples', () => {
  it('have one scale, with zero on it', () => {
    const range = changeRange([flat, steep]);
    expect(range).toEqual({ least: -0.5, most: 18 });
    const [base, last] = [
      publishedPoints(steep.machines[0]!, range)[0]!,
      publishedPoints(steep.machines[0]!, range)[2]!,
    ];
    expect(last.y).toBeLessThan(base.y);
    expect(publishedPoints(flat.machines[0]!, range)[0]!.y).toBe(base.y);
  });

  it('leave a gap where nothing was published', () => {
    expect(publishedPoints(flat.machines[1]!, changeRange([flat]))).toHaveLength(2);
  });

  it('say what was published, what stands out, and that it is not simulated', () => {
    page.show(<Benchmarks tables={[flat, steep]} />);
    const [first, second] = [...page.host.querySelectorAll('section')];
    expect(first!.textContent).toContain('63: +0.4 % to +0.4 %; 127: −0.5 % to +2 %');
    const [each, why] = first!.querySelectorAll('details');
    expect(each!.querySelector('summary')!.textContent).toBe('Each machine');
    expect([...each!.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      'one: +0.4 % with 63, −0.5 % with 127',
      'two: no data with 63, +2 % with 127',
    ]);
    expect(why!.querySelector('summary')!.textContent).toBe('Not simulated');
    expect(first!.querySelectorAll('section > p')).toHaveLength(3);
    expect(second!.textContent).toContain('one: +13.5 % with 63, +18 % with 127');
    expect(second!.textContent).toContain('Simulated on 1 machine:');
    expect(second!.querySelector('details')).toBeNull();
    expect(page.host.querySelectorAll('title')[1]!.textContent).toContain('no data with 63');
  });
});
