import { describe, expect, it } from 'vitest';
import { Axis, type AxisProps } from './Axis.tsx';
import { testPage } from './testing/page.ts';

const ticks = [
  { at: 0, text: '0' },
  { at: 40, text: '10' },
];

describe('an axis', () => {
  const page = testPage();
  const show = (props: Partial<AxisProps>) =>
    page.show(
      <svg role="img" aria-label="a chart">
        <Axis
          {...{ side: 'bottom', ticks, grid: 0, length: 80, character: 10, label: 'Load, %' }}
          {...props}
        />
      </svg>,
    );
  const lines = () => [...page.host.querySelectorAll('line')];
  const texts = () => [...page.host.querySelectorAll('text')].map(({ textContent }) => textContent);

  it('says its ticks, then what it is of', () => {
    show({});
    expect(texts()).toEqual(['0', '10', 'Load, %']);
    show({ side: 'left' });
    expect(texts()).toEqual(['0', '10', 'Load, %']);
  });
  it('puts each tick where it stands', () => {
    show({});
    const places = [...page.host.querySelectorAll('g')].map((g) => g.getAttribute('transform'));
    expect(places).toEqual(['translate(0 0)', 'translate(40 0)']);
  });
  it('has a grid over the plot, or a line along it', () => {
    show({ grid: 50 });
    expect(lines().map((line) => line.getAttribute('y1'))).toEqual(['-50', '-50']);
    show({ grid: 0 });
    expect(lines().at(-1)!.getAttribute('x2')).toBe('80');
  });
  it('draws one tick stronger where it is told to', () => {
    show({ grid: 50, strong: '0' });
    const [zero, ten] = lines();
    expect(zero!.getAttribute('class')).not.toBe(ten!.getAttribute('class'));
  });
});
