import { act, createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ACTIVITY } from '../../engine/abi.gen.ts';
import { testPage } from '../../ui/testing/page.ts';
import { AccessQueueButton } from './AccessQueueButton.tsx';
import { countByLlc } from './activity.ts';
import { CpuGrid, selectionAt } from './CpuGrid.tsx';
import { DistanceRuler, distancesOf } from './DistanceRuler.tsx';
import { MachineKey } from './MachineKey.tsx';
import { MachineTable, type TableUpdate } from './MachineTable.tsx';
import { MachineView } from './MachineView.tsx';
import type { Picture } from './picture.ts';
import { Pictures } from './pictures.ts';
import type { MachineViewProps } from './props.ts';
import { catalogOf, shapes } from './testing/machines.ts';
import { frameOf } from './testing/records.ts';
import type { Selection } from './types.ts';
import { lineNames } from './words.ts';

const catalog = catalogOf(shapes.laptop, 9);
const props: MachineViewProps = {
  side: 'A',
  catalog,
  feed: () => () => {},
  worker: () => {
    throw new Error('there are no workers here');
  },
  together: new Pictures(),
  latest: () => undefined,
  selection: { line: 0 },
  onSelect: () => {},
  camera: { kind: 'all' },
  tempo: 'flow',
  theme: 'dark',
};

const page = testPage();
const { show } = page;
const press = (key: string, on: Element) =>
  act(() => {
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });

describe('where no picture can be drawn', () => {
  it('the machine view shows its table to everybody', async () => {
    show(<MachineView {...props} />);
    await act(async () => {
      await import('./MachineAccess.tsx');
    });
    expect(page.host.querySelector('[role="grid"]')).toBeNull();
    expect(page.host.querySelector('table caption')?.textContent).toContain('machine A');
  });
});

describe('the grid of CPUs', () => {
  const messages: { kind: string; cpu?: number; factor?: number }[] = [];
  const picture = {
    post: (message: (typeof messages)[number]) => messages.push(message),
    pick: async () => undefined,
  } as unknown as Picture;
  const showGrid = (onSelect: (selection: Selection) => void = () => {}) => {
    messages.length = 0;
    const latest = () => frameOf(catalog, { time: 1 });
    show(<CpuGrid {...props} onSelect={onSelect} picture={picture} latest={latest} />);
    const grid = page.host.querySelector('[role="grid"]')!;
    act(() => (grid as HTMLElement).focus());
    return grid;
  };

  it('has a row for each LLC and a cell for each CPU', () => {
    showGrid();
    expect(page.host.querySelectorAll('[role="row"]')).toHaveLength(1);
    expect(page.host.querySelectorAll('[role="gridcell"]')).toHaveLength(8);
  });
  it('gets its rows one by one, and all at once when somebody comes in', () => {
    vi.useFakeTimers();
    const large = catalogOf(shapes['three LLCs'], 9);
    show(<CpuGrid {...props} catalog={large} picture={picture} />);
    const cells = () => page.host.querySelectorAll('[role="gridcell"]').length;
    const seen = [cells()];
    act(() => vi.advanceTimersToNextTimer());
    seen.push(cells());
    act(() => (page.host.querySelector('[role="grid"]') as HTMLElement).focus());
    expect([...seen, cells()]).toEqual([12, 24, 36]);
    expect(page.host.querySelectorAll('[role="row"]')).toHaveLength(3);
    expect(page.host.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')).toBe('3');
    vi.useRealTimers();
  });
  it('moves with arrow keys, tells which CPU is meant, and lights it up', () => {
    const grid = showGrid();
    press('ArrowRight', grid);
    const active = document.getElementById(grid.getAttribute('aria-activedescendant')!);
    expect(active?.textContent).toBe('CPU 4, idle');
    expect(messages.at(-1)).toEqual({ kind: 'hover', cpu: 4 });
  });
  it('selects with Enter and keeps the selected line', () => {
    const onSelect = vi.fn();
    const grid = showGrid(onSelect);
    press('ArrowRight', grid);
    press('Enter', grid);
    expect(onSelect).toHaveBeenCalledWith({ line: 0, cpu: 4 });
  });
  it('asks for the domains of the CPU it stands at with D, where there are any to ask for', () => {
    const onDomains = vi.fn();
    show(<CpuGrid {...props} picture={picture} onDomains={onDomains} />);
    const grid = page.host.querySelector<HTMLElement>('[role="grid"]')!;
    act(() => grid.focus());
    press('ArrowRight', grid);
    press('d', grid);
    expect(onDomains.mock.calls).toEqual([[4]]);
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    press('d', showGrid());
    window.removeEventListener('keydown', heard);
    expect(heard).toHaveBeenCalledOnce();
  });
  it('keeps its keys to itself and leaves all others to the page', () => {
    const grid = showGrid();
    const heard: string[] = [];
    const listen = (event: Event) => heard.push((event as KeyboardEvent).key);
    window.addEventListener('keydown', listen);
    for (const key of ['ArrowLeft', '+', ' ', '[']) press(key, grid);
    window.removeEventListener('keydown', listen);
    expect(heard).toEqual([' ', '[']);
    expect(messages.some((message) => message.kind === 'zoom')).toBe(true);
  });
});

describe('the lane of a line', () => {
  const long = { ...catalog, structures: ['sched_domain_shared'] };
  const onLane = { pick: async () => ({ line: 2 }), post: () => {} } as unknown as Picture;
  const name = lineNames(long)[2]!;
  const tips = () =>
    [...page.host.querySelectorAll<HTMLElement>('[aria-hidden]')]
      .filter((tip) => !tip.hidden)
      .map((tip) => tip.textContent);
  const laneButton = () => page.host.querySelector('button')!;

  it('says the whole name of its line to who comes by keys, and no longer when they leave', async () => {
    show(<AccessQueueButton {...props} catalog={long} picture={onLane} />);
    expect(laneButton().getAttribute('aria-label')).toBe('Cache line under machine A');
    await act(async () => laneButton().focus());
    expect(tips()).toEqual([name]);
    expect(laneButton().getAttribute('aria-label')).toBe(`Cache line under machine A: ${name}`);
    await act(async () => laneButton().blur());
    expect(tips()).toEqual([]);
  });
  it('chooses its line when pressed, as a press on the picture does', async () => {
    const onSelect = vi.fn();
    show(
      <AccessQueueButton
        {...props}
        selection={{ cpu: 3 }}
        catalog={long}
        picture={onLane}
        onSelect={onSelect}
      />,
    );
    await act(async () => laneButton().click());
    expect(onSelect).toHaveBeenCalledWith({ cpu: 3, line: 2 });
  });
  it('is nothing to press under a picture too low for a lane, until that grows', () => {
    let tell = () => {};
    class Observer {
      constructor(callback: () => void) {
        tell = callback;
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('ResizeObserver', Observer);
    try {
      show(<AccessQueueButton {...props} catalog={long} picture={onLane} />);
      for (const [height, count] of [
        [40, 0],
        [400, 1],
      ] as const) {
        Object.defineProperty(page.host, 'clientHeight', { value: height, configurable: true });
        act(() => tell());
        expect(page.host.querySelectorAll('button'), String(height)).toHaveLength(count);
      }
    } finally {
      vi.unstubAllGlobals();
    }
  });
  it('says the whole name to who points at it', async () => {
    show(<CpuGrid {...props} catalog={long} picture={onLane} />);
    const grid = page.host.querySelector('[role="grid"]')!;
    await act(async () => {
      grid.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    expect(tips()).toEqual([name]);
  });
});

describe('choose', () => {
  it('brings the group of a task with it, and drops it where it has none', () => {
    const frame = frameOf(catalog, {
      time: 1,
      set: ({ tasks }) => {
        tasks.group[5] = 2;
      },
    });
    expect(selectionAt({ line: 1 }, { cpu: 3, task: 5 }, frame)).toEqual({
      line: 1,
      cpu: 3,
      task: 5,
      group: 2,
    });
    expect(selectionAt({ group: 2 }, { cpu: 3, task: 6 }, frame)).toEqual({ cpu: 3, task: 6 });
  });
});

describe('the table', () => {
  it('says what the CPUs of each LLC do, at most once a second', () => {
    const update = createRef<TableUpdate>() as React.RefObject<TableUpdate | null>;
    show(<MachineTable caption="c" side="A" catalog={catalog} visible={false} update={update} />);
    const now = vi.spyOn(performance, 'now');
    const counts = (users: number) =>
      countByLlc(
        frameOf(catalog, {
          time: 1,
          set: ({ cpus }) => cpus.activity.fill(ACTIVITY.USER, 0, users),
        }),
        catalog.topology,
      );
    const row = () =>
      [...page.host.querySelector('tbody')!.querySelectorAll('td')].map((cell) => cell.textContent);
    now.mockReturnValue(5000);
    const homes = [{ process: 2, llc: 0, threads: 8, there: 6 }];
    const holdings = [{ llc: 0, kib: 2048, room: 4096, parts: [{ process: 2, kib: 2048 }] }];
    const none = { layers: { homes: [], occupancy: [], epoch: '' } };
    const layers = { homes, occupancy: holdings, epoch: 'Epoch 7' };
    update.current!({ counts: counts(5), layers });
    expect(row()).toEqual(['Socket 0', 'Node 0', '8', '3', '5', '0', '0', '0', '0']);
    const name = () => page.host.querySelector('tbody th')!.textContent;
    expect(name()).toBe(
      'LLC 0, preferred by process 2, 6 of its 8 threads there, 2 of 4 MiB held: 2 MiB of process 2',
    );
    expect(page.host.querySelector('p')!.textContent).toBe('Epoch 7');
    now.mockReturnValue(5500);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    update.current!({ ...none, counts: counts(7) });
    expect(row()[4]).toBe('5');
    vi.advanceTimersByTime(500);
    expect(row()[4]).toBe('7');
    now.mockReturnValue(5600);
    update.current!({ ...none, counts: counts(8) });
    expect(row()[4]).toBe('7');
    vi.useRealTimers();
    now.mockReturnValue(6701);
    update.current!({ ...none, counts: counts(8) });
    expect(row()[4]).toBe('8');
    expect(name()).toBe('LLC 0');
    expect(page.host.querySelector('p')!.textContent).toBe('');
    now.mockRestore();
  });
});

describe('what comes after the picture', () => {
  const homes = [{ process: 2, llc: 0, threads: 8, there: 6 }];
  const counts = countByLlc(frameOf(catalog, { time: 1 }), catalog.topology);
  const layers = { moves: 40, homes, occupancy: [], epoch: 'Epoch 7' };
  const notes = {
    wantedRate: 0,
    wantedHeat: 0,
    wantedScale: 0,
    parts: { process: 0, instance: 0 },
    counts,
    layers,
  };
  const told = { current: { rate: 0, notes } };

  it('says in its table what the picture told before', () => {
    const update = createRef<TableUpdate>() as React.RefObject<TableUpdate | null>;
    show(
      <MachineTable
        caption="c"
        side="A"
        catalog={catalog}
        visible={false}
        update={update}
        told={told}
      />,
    );
    expect(page.host.querySelector('tbody th')!.textContent).toContain('preferred by process 2');
    expect(page.host.querySelector('p')!.textContent).toBe('Epoch 7');
  });
  it('has in the key of all what one of the pictures showed before', () => {
    const pictures = new Pictures();
    pictures.report('A', { rate: 0, notes: undefined });
    pictures.report('B', told.current);
    show(<MachineKey tempo="flow" pictures={pictures} />);
    const entries = [...page.host.querySelectorAll('span')].map((entry) => entry.textContent);
    expect(entries).toEqual(expect.arrayContaining(['away', 'epoch', '1 of 40 migrations']));
    act(() => pictures.report('B', undefined));
    expect(page.host.textContent).not.toContain('epoch');
  });
});

describe('the distance ruler', () => {
  it('says four distances in ns, near and far nodes as one span', () => {
    show(<DistanceRuler ruler={catalog.ruler} />);
    expect([...page.host.querySelectorAll('dt')].map((name) => name.textContent)).toEqual([
      'same core',
      'same LLC',
      'same socket',
      'other socket',
    ]);
    expect(page.host.textContent).toContain('104–127 ns');
  });
  it('leaves out what the machine does not have', () => {
    const ruler = { ...catalog.ruler, near: 0, far: 0, otherSocket: 0 };
    expect(distancesOf(ruler).map((distance) => distance.name)).toEqual(['same core', 'same LLC']);
  });
});
