import { describe, expect, it } from 'vitest';
import { draftFrame } from '../engine/frame.ts';
import { frameHash } from './frame-hash.ts';

const shape = { cpus: 3, tasks: 2, llcs: 1, lines: 1, records: 2 };

describe('the hash of a frame', () => {
  it('changes with any part of the state', () => {
    const plain = frameHash(draftFrame(shape));
    const changes: ((draft: ReturnType<typeof draftFrame>) => void)[] = [
      (draft) => {
        draft.cpus.activity[2] = 1;
      },
      (draft) => {
        draft.tasks.runtime[1] = 5;
      },
      (draft) => {
        draft.lines.queue[0] = 1;
      },
      (draft) => {
        draft.ledger[3] = 1;
      },
      (draft) => {
        draft.time = 1;
      },
      (draft) => {
        draft.counters.misses = 1;
      },
      (draft) => {
        draft.traceHash = '00000000000000ff';
      },
    ];
    for (const change of changes) {
      const draft = draftFrame(shape);
      change(draft);
      expect(frameHash(draft)).not.toBe(plain);
    }
  });
  it('does not depend on how the moment was reached', () => {
    const jumped = draftFrame(shape);
    jumped.records.time[0] = 17;
    jumped.headTime = 1_000;
    const walked = draftFrame({ ...shape, records: 0 });
    walked.continuous = true;
    expect(frameHash(jumped)).toBe(frameHash(walked));
  });
});
