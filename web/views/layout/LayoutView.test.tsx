import { act, useReducer } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPage } from '../../ui/testing/page.ts';
import { edited, editingOf, type OwnLayout } from './editing.ts';
import { LayoutView } from './LayoutView.tsx';
import type { FieldUses } from './uses.ts';

const use = (hitm: number) => ({
  loads: 100,
  stores: 10,
  hitm,
  by: [{ symbol: 'cpupri_set', loads: 100, stores: 10, hitm }],
});
const uses: FieldUses = new Map([
  ['rto_mask', use(30)],
  ['count[0]', use(90)],
]);

const page = testPage();
let latest: OwnLayout;
let line: number | undefined;
let run: OwnLayout[];

const counts = { words: 1, cpus: 4, nodes: 1, caches: 2 };
let structure: string | undefined;

function Editor() {
  const [editing, onAction] = useReducer(edited, editingOf({ base: 'base', edits: [] }));
  latest = editing.now;
  return (
    <LayoutView
      editing={editing}
      shown={structure === undefined ? undefined : { structure, counts }}
      structures={[
        { key: 'root_domain', name: 'root_domain' },
        { key: 'pipe', name: 'pipe_inode_info' },
      ]}
      onStructure={(next) => {
        structure = next;
      }}
      onAction={onAction}
      uses={uses}
      usesOf="A, Baseline"
      line={line}
      onLine={(next) => {
        line = next;
      }}
      running={undefined}
      onRun={(layout) => run.push(layout)}
    />
  );
}

beforeEach(() => {
  line = undefined;
  structure = undefined;
  run = [];
  page.show(<Editor />);
});

const cell = (name: string): SVGElement =>
  page.host.querySelector<SVGElement>(`[data-cell="part ${name}"]`)!;
const button = (name: string): HTMLButtonElement =>
  [...page.host.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
const status = () => page.host.querySelector('[role=status]')!.textContent;
const click = (element: Element) =>
  act(() => void element.dispatchEvent(new MouseEvent('click', { bubbles: true })));
const press = (...keys: string[]) => {
  for (const key of keys) {
    const target = document.activeElement ?? document.body;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    act(() => void target.dispatchEvent(event));
  }
};
const fillIn = (label: string, value: string) => {
  const labels = [...page.host.querySelectorAll('label')];
  const field = labels.find(({ textContent }) => textContent?.startsWith(label))!;
  const input = field.querySelector<HTMLInputElement | HTMLSelectElement>('input, select')!;
  const prototype = Object.getPrototypeOf(input);
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(input, value);
  act(
    () =>
      void input.dispatchEvent(
        new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
      ),
  );
};

describe('the Struct layout view', () => {
  it('names every field with its place and its use', () => {
    expect(cell('rto_mask').getAttribute('aria-label')).toBe(
      'rto_mask, offset 176, 8 bytes, line 3; 100 loads, 10 stores, 30 HITM',
    );
    expect(cell('pd').getAttribute('aria-label')).toContain('not touched in the measured window');
  });

  it('selects the line of a field with the field', () => {
    click(cell('cpudl'));
    expect(line).toBe(2);
    expect(cell('cpudl').getAttribute('aria-selected')).toBe('true');
  });

  it('moves a field by keyboard: Enter picks it up, arrows move it, Enter puts it down', () => {
    act(() => cell('rto_mask').focus());
    press('Enter', 'ArrowLeft', 'ArrowLeft');
    expect(status()).toBe(
      'rto_mask would lie at offset 168, line 3: Enter puts it down, Escape puts it back.',
    );
    press('Enter');
    expect(latest.edits).toEqual(['move rto_mask before rto_loop_next']);
    expect(document.activeElement).toBe(cell('rto_mask'));
    press('ArrowLeft');
    expect(latest.edits).toHaveLength(1);
  });

  it('puts a field back where it was when Escape is pressed', () => {
    act(() => cell('rto_mask').focus());
    press('Enter', 'ArrowUp', 'ArrowLeft', 'Escape');
    expect(latest.edits).toEqual([]);
  });

  it('does by button and form what dragging does', () => {
    click(cell('rto_lock'));
    click(button('Earlier'));
    expect(latest.edits).toEqual(['move rto_lock before rto_push_work']);
    fillIn('Move to offset', '152');
    click(button('Move'));
    expect(latest.edits).toEqual([]);
    fillIn('Align to', '64');
    expect(latest.edits).toEqual(['align rto_lock 64']);
    click(button('Undo'));
    expect(latest.edits).toEqual([]);
    click(button('Redo'));
    click(button('Reset'));
    expect(latest.edits).toEqual([]);
  });

  it('says why a move is refused, and what would do', () => {
    click(cell('pd'));
    fillIn('Move to offset', '186');
    click(button('Move'));
    expect(status()).toBe('pd is 8-byte aligned; offset 186 is not. Choose 184 or 192.');
    expect(latest.edits).toEqual([]);
  });

  it('acts on the whole array around a field when somebody says so', () => {
    click(cell('count[0]'));
    const levels = [...page.host.querySelectorAll<HTMLInputElement>('fieldset input[type=radio]')];
    const array = levels.find(
      (level) => level.parentElement?.textContent === 'pri_to_cpu[0..100]',
    )!;
    click(array);
    fillIn('Align to', '64');
    expect(latest.edits).toEqual(['align pri_to_cpu[0..100] 64']);
  });

  it('splits, counts by node, and takes both back', () => {
    click(button('Split counts from masks'));
    click(button('Per-node counts'));
    expect(latest.edits).toEqual(['split', 'per-node']);
    click(button('Join counts and masks'));
    click(button('Single count'));
    expect(latest.edits).toHaveLength(4);
    expect(cell('rto_count').getAttribute('aria-label')).toContain('offset 4,');
  });

  it('hands the layout over to be run', () => {
    click(cell('mask[99]') ?? cell('count[0]'));
    click(button('Split counts from masks'));
    click(button('Run as C'));
    expect(run).toEqual([{ base: 'base', edits: ['split'] }]);
  });

  it('folds lines on which nothing happens, and shows them when asked', () => {
    expect(cell('count[20]')).toBeNull();
    click(page.host.querySelector('[data-cell="fold 4"]')!);
    expect(cell('count[20]')).not.toBeNull();
  });

  it('shows another structure, whose fields move by the same rules', () => {
    const choice = [...page.host.querySelectorAll('select')].find((select) =>
      [...select.options].some(({ value }) => value === 'pipe'),
    )!;
    act(() => {
      choice.value = 'pipe';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(structure).toBe('pipe');
    page.show(<Editor />);
    expect(page.host.querySelector('[role=grid]')!.getAttribute('aria-label')).toBe(
      'Bytes of pipe, one row per cache line',
    );
    expect(button('Split counts from masks')).toBeUndefined();
    click(cell('head, tail'));
    click(button('Earlier'));
    expect(latest).toEqual({
      base: 'base',
      edits: [],
      structures: { pipe: ['move head before writers'] },
    });
  });
});
