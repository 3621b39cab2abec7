import { describe, expect, it } from 'vitest';
import type { AccountColumns, Frame } from '../../../../engine/types.ts';
import { ToyRun } from '../../testing/frames.ts';
import { catalogOf } from '../../testing/machines.ts';
import { drawMechanism } from '../../testing/mechanism-scene.ts';
import { type Account, accountsOf, mostProcesses } from './accounts.ts';
import drawing from './mechanism.ts';
import face from './mechanism-legend.tsx';

const shape = { sockets: 1, nodesPerSocket: 1, llcsPerNode: 2, coresPerLlc: 4, threads: 1 };
const catalog = catalogOf(shape, 12);

function accountsWith(
  rows: readonly { readonly ran: readonly [number, number]; readonly refused?: number }[],
): AccountColumns {
  return {
    processes: rows.length,
    preferred: Int32Array.from(rows, ({ ran }) => (ran[0] > ran[1] ? 0 : ran[1] > 0 ? 1 : -1)),
    occupancy: Float64Array.from(rows.flatMap(({ ran }) => ran)),
    running: Uint32Array.from(rows.flatMap(() => [3, 1])),
    footprintKib: new Uint32Array(rows.length).fill(2048),
    threads: Uint32Array.from(rows, ({ ran }) => (ran[0] + ran[1] > 0 ? 4 : 1)),
    refused: Uint8Array.from(rows, ({ refused = 0 }) => refused),
  };
}

const momentOf = (accounts: AccountColumns): Frame => ({
  ...new ToyRun(catalog, { seed: 2 }).at(500_000),
  mechanisms: { accounts },
});

describe('the accounts of processes', () => {
  it('are shares of what each ran, and heights that can be compared', () => {
    const frame = momentOf(accountsWith([{ ran: [600, 200] }, { ran: [100, 100] }]));
    expect(accountsOf(frame).map(({ shares, heights }) => [shares, heights])).toEqual([
      [
        [0.75, 0.25],
        [1, 200 / 600],
      ],
      [
        [0.5, 0.5],
        [100 / 600, 100 / 600],
      ],
    ]);
  });

  it('leave out processes of one thread that never ran, and those that ran least', () => {
    const rows = Array.from({ length: 8 }, (_, process) => ({
      ran: [process === 3 ? 0 : 10 * process, 0] as const,
    }));
    const shown = accountsOf(momentOf(accountsWith(rows))).map(({ process }) => process);
    expect(shown).toEqual([4, 5, 6, 7]);
    expect(shown).toHaveLength(mostProcesses);
    expect(accountsOf({ llcs: 2, mechanisms: undefined })).toEqual([]);
  });

  it('are drawn as bars, under the preferred LLC in a frame, and said in words', () => {
    const frame = momentOf(accountsWith([{ ran: [600, 200], refused: 1 }]));
    const choice = { name: 'cache-account' } as const;
    const size = { width: 900, height: 600 };
    const { body, texts, note } = drawMechanism(drawing, catalog, frame, { choice, size });
    const bars = [...body.matchAll(/<rect[^>]*height="([\d.]+)" fill="hue 0"\/>/g)]
      .map(([, height]) => Number(height))
      .slice(1);
    expect(bars[0]! / bars[1]!).toBeCloseTo(3, 1);
    expect(texts.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(
      expect.arrayContaining(['75 %', '25 %', '3 run', 'over limit: threads']),
    );
    const said = face.sentence(note as readonly Account[]).replaceAll('\u00a0', ' ');
    expect(said).toBe(
      'Process 0 prefers LLC 0: 75 % of its counted time under LLC 0, 25 % of its counted time under LLC 1; over limit: threads.',
    );
    expect(face.table(note as readonly Account[]).rows).toHaveLength(1);
  });
});
