import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';
import { Choice } from './Choice.tsx';
import { Segments } from './Segments.tsx';
import { Select } from './Select.tsx';
import { testPage } from './testing/page.ts';

const offers = [
  { key: 'a', label: 'Baseline' },
  { key: 'b', label: 'Patched' },
] as const;

describe('controls', () => {
  const page = testPage();
  const find = <One extends Element>(selector: string) => page.host.querySelector<One>(selector)!;
  const radios = () => [...page.host.querySelectorAll<HTMLInputElement>('input[type=radio]')];

  it('a bar of segments is a named radio group of native radio buttons', () => {
    const onChange = vi.fn();
    page.show(
      <Segments
        name="Variant"
        values={['A', 'B']}
        value="A"
        label={(value) => `of ${value}`}
        hint={(value) => (value === 'B' ? 'patched' : undefined)}
        onChange={onChange}
      />,
    );
    expect(find('[role=radiogroup]').getAttribute('aria-label')).toBe('Variant');
    expect(radios().map(({ checked }) => checked)).toEqual([true, false]);
    expect([...page.host.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual([
      'of A',
      'of B',
    ]);
    expect(find('label[title]').textContent).toBe('of B');
    act(() => radios()[1]!.click());
    expect(onChange).toHaveBeenCalledExactlyOnceWith('B');
  });
  it('two groups of one name do not take each other’s choice', () => {
    const bar = <Segments name="Variant" values={['A', 'B']} value="A" onChange={() => {}} />;
    page.show(
      <>
        {bar}
        {bar}
      </>,
    );
    expect(radios()[0]!.name).toBe(radios()[1]!.name);
    expect(radios()[0]!.name).not.toBe(radios()[2]!.name);
  });
  it('a question is a group named by it', () => {
    const onChange = vi.fn();
    page.show(
      <Choice question="Which kernel?" offers={offers} value={undefined} {...{ onChange }} />,
    );
    expect(find('fieldset > legend').textContent).toBe('Which kernel?');
    expect(radios().some(({ checked }) => checked)).toBe(false);
    act(() => radios()[1]!.click());
    expect(onChange).toHaveBeenCalledExactlyOnceWith('b');
  });
  it('a select is named by its label alone, and answers with the key as it was given', () => {
    const onChange = vi.fn();
    const nodes = [0, 2, 4].map((key) => ({ key, label: `${key} nodes` }));
    page.show(<Select name="Nodes" offers={nodes} value={2} onChange={onChange} />);
    const select = find<HTMLSelectElement>('select');
    expect(select.value).toBe('2');
    expect(find('label').firstChild!.textContent).toBe('Nodes');
    expect(find('label').contains(select)).toBe(true);
    act(() => {
      select.value = '4';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(onChange).toHaveBeenCalledExactlyOnceWith(4);
  });
  it('a select puts what belongs together under one name', () => {
    const races = [
      { key: 'a', label: 'alone' },
      { key: 'b', label: 'ghost', group: 'Ghosts' },
      { key: 'c', label: 'shade', group: 'Ghosts' },
    ];
    page.show(<Select name="Race" offers={races} value="b" onChange={() => {}} />);
    expect(find('select').children).toHaveLength(2);
    expect(find('optgroup').getAttribute('label')).toBe('Ghosts');
    expect(find('optgroup').textContent).toBe('ghostshade');
    expect(find<HTMLSelectElement>('select').value).toBe('b');
  });
  it('a button does not send a form, and is what its maker says besides', () => {
    const onClick = vi.fn();
    page.show(
      <Button className="mine" aria-pressed onClick={onClick}>
        Cancel
      </Button>,
    );
    const button = find<HTMLButtonElement>('button');
    expect([button.type, button.textContent, button.getAttribute('aria-pressed')]).toEqual([
      'button',
      'Cancel',
      'true',
    ]);
    expect(button.classList.contains('mine')).toBe(true);
    act(() => button.click());
    expect(onClick).toHaveBeenCalledOnce();
  });
});
