// What is compared on one stage is not seen on another.

import { describe, expect, it } from 'vitest';
import type { DefinitionValues } from '../../scenario/index.ts';
import type { Session, StageController } from '../../stage/session.ts';
import { comparingOn } from './difference.ts';

/** Nothing is asked of it here but which one it is. */
const stage = () => ({}) as StageController;

describe('the comparison of a stage', () => {
  it('is of that stage alone', () => {
    const same = { cpus: 8 } as unknown as DefinitionValues;
    const session = {
      opened: { duration: 5 },
      definitions: { A: same, B: { ...same } },
    } as unknown as Session;
    const [one, other] = [comparingOn(stage()), comparingOn(stage())];
    const [end, endOther] = [one.compare(session, ['A', 'B']), other.compare(session, ['B', 'A'])];
    expect([one.state.getState().state, other.state.getState().state]).toEqual(['done', 'done']);
    end();
    expect(one.state.getState()).toMatchObject({ state: 'off', sides: undefined });
    expect(other.state.getState()).toMatchObject({ state: 'done', sides: ['B', 'A'] });
    endOther();
  });
});
