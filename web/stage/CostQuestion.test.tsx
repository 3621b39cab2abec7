import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { askForRun } from './CostQuestion.tsx';

const dialog = () => document.querySelector('dialog');
const press = (name: string) => {
  const buttons = [...document.querySelectorAll('button')];
  act(() => buttons.find(({ textContent }) => textContent === name)!.click());
};

describe('the question before a long computation', () => {
  beforeEach(() => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  });
  const ask = async () => {
    const answer: { isWanted?: boolean } = {};
    await act(async () => {
      void askForRun('An hour of computing.').then((isWanted) => {
        answer.isWanted = isWanted;
      });
    });
    return answer;
  };

  it('says what is to be computed, and waits', async () => {
    const answer = await ask();
    expect(dialog()!.open).toBe(true);
    expect(dialog()!.textContent).toContain('An hour of computing.');
    expect(answer.isWanted).toBeUndefined();
    press('Run it');
    await act(async () => {});
    expect(answer.isWanted).toBe(true);
    expect(dialog()).toBeNull();
  });
  it('takes leaving it for a no', async () => {
    const answer = await ask();
    press('Do not run it');
    await act(async () => {});
    expect(answer.isWanted).toBe(false);
    expect(dialog()).toBeNull();
  });
});
