import { describe, expect, it } from 'vitest';
import { draftFrame } from '../../engine/frame.ts';
import { FetchHistory, HISTORY } from './history.ts';

const miss = 4;

/** A frame with one miss for each [line, cpu, access kind], somewhere on the line. */
function frame(misses: readonly (readonly [number, number, number])[], continuous = true) {
  const draft = draftFrame({ cpus: 1, tasks: 1, llcs: 1, lines: 1, records: misses.length });
  draft.continuous = continuous;
  misses.forEach(([line, cpu, kind], at) => {
    draft.records.kind[at] = miss;
    draft.records.a[at] = line * 64 + 8 * (at % 8);
    draft.records.cpu[at] = cpu;
    draft.records.d[at] = kind << 12;
  });
  return draft;
}

describe('the fetches of a line', () => {
  it('are kept in order, loads told apart from stores and atomics', () => {
    const history = new FetchHistory(miss);
    history.add(
      frame([
        [7, 3, 0],
        [9, 4, 1],
        [7, 5, 2],
      ]),
    );
    expect(history.of(7)).toEqual({ cpu: [3, 5], write: [0, 1] });
    expect(history.of(9)).toEqual({ cpu: [4], write: [1] });
    expect(history.of(1)).toEqual({ cpu: [], write: [] });
  });
  it('go on over frames and keep the latest only', () => {
    const history = new FetchHistory(miss);
    for (let cpu = 0; cpu < HISTORY + 5; cpu += 1) history.add(frame([[7, cpu, 0]]));
    const { cpu } = history.of(7);
    expect(cpu).toHaveLength(HISTORY);
    expect(cpu.at(0)).toBe(5);
    expect(cpu.at(-1)).toBe(HISTORY + 4);
  });
  it('start anew after a jump', () => {
    const history = new FetchHistory(miss);
    history.add(
      frame([
        [7, 3, 0],
        [9, 3, 0],
      ]),
    );
    history.add(frame([[7, 8, 0]], false));
    expect(history.of(7).cpu).toEqual([8]);
    expect(history.of(9).cpu).toEqual([]);
  });
  it('ignore records of other kinds and nothing else', () => {
    const history = new FetchHistory(miss);
    const other = frame([
      [7, 3, 0],
      [4, 3, 0],
    ]);
    other.records.kind[0] = 1;
    history.add(other);
    expect(history.of(7).cpu).toEqual([]);
  });
});
