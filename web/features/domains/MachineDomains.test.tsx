import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskDomains } from '../../engine/domains/browser.ts';
import type { Domain } from '../../engine/domains/words.ts';
import { type Session, SessionContext } from '../../stage/session.ts';
import { choose, firstState, useStageState } from '../../stage/store.ts';
import { testPage } from '../../ui/testing/page.ts';
import MachineDomains from './MachineDomains.tsx';

const ask = vi.hoisted(() => vi.fn());
vi.mock('./domains.ts', () => ({ domainsOn: async () => ask }));

const page = testPage();
const shape = { cpus: 4 };
const session = { definitions: { A: shape } } as unknown as Session;
const level = (name: string, span: string, groups: readonly string[]) =>
  ({
    name,
    span,
    span_weight: groups.length,
    groups: groups.map((group) => ({ span: group })),
  }) as Domain;
const domainsOf = (cpu: number) => ({
  domains:
    cpu === 3
      ? []
      : [level('SMT', `${cpu},2`, [`${cpu}`, '2']), level('MC', '0-3', ['0,2', '1,3'])],
});

const onDomains = vi.fn();
const show = (cpu: number) =>
  act(async () => {
    page.show(
      <SessionContext.Provider value={session}>
        <MachineDomains side="A" cpu={cpu} onDomains={onDomains} />
      </SessionContext.Provider>,
    );
  });
const press = () => act(async () => page.host.querySelector('button')!.click());
const said = () => [...page.host.querySelectorAll('li')].map(({ textContent }) => textContent);

beforeEach(() => {
  choose({ ...firstState });
  onDomains.mockClear();
  ask.mockReset().mockImplementation((_, cpu: number) => domainsOf(cpu) as ReturnType<AskDomains>);
});

describe('the domains of the selected CPU', () => {
  it('come on request, in words and for the picture, and go again', async () => {
    await show(0);
    expect(said()).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
    await press();
    expect(ask).toHaveBeenCalledWith(shape, 0);
    expect(said()).toEqual(['SMT 2 CPUs in 2 groups', 'MC 2 CPUs in 2 groups']);
    expect(onDomains).toHaveBeenLastCalledWith({
      cpu: 0,
      levels: [
        { name: 'SMT', cpus: [0, 2], groups: [[0], [2]] },
        {
          name: 'MC',
          cpus: [0, 1, 2, 3],
          groups: [
            [0, 2],
            [1, 3],
          ],
        },
      ],
    });
    await press();
    expect(said()).toEqual([]);
    expect(onDomains).toHaveBeenLastCalledWith(undefined);
    expect(useStageState.getState().domains).toBe(false);
  });
  it('follow the selection, and go from the picture with it', async () => {
    await show(0);
    await press();
    await show(1);
    expect(onDomains.mock.lastCall![0].cpu).toBe(1);
    expect(page.host.querySelector('button')!.textContent).toBe('Domains of CPU 1');
    page.show(null);
    expect(onDomains).toHaveBeenLastCalledWith(undefined);
  });
  it('say so where there are none, and what went wrong', async () => {
    await show(3);
    await press();
    expect(page.host.textContent).toContain('CPU 3 has no scheduling domain.');
    ask.mockImplementation(() => {
      throw new Error('no such machine');
    });
    await show(0);
    expect(page.host.querySelector('[role=status]')!.textContent).toBe('no such machine');
    expect(onDomains).toHaveBeenLastCalledWith(undefined);
  });
});
