// What of a step leads the eye: the word that points rings its mark while it is pointed at, keeps it when pressed, and lets
// it go at Escape; a step that opens rings its own for a moment; a try sets its control and lists what came out.

import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadScenario } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import type { Step } from '../../scenario/step-schema.ts';
import type * as content from '../../stage/content.ts';
import { type Session, SessionContext } from '../../stage/session.ts';
import { choose, firstState, useStageState } from '../../stage/store.ts';
import { testPage } from '../../ui/testing/page.ts';
import { allOf, oneOf, press, textOf, until } from '../../ui/testing/person.ts';
import { StoryText } from './StoryText.tsx';

vi.mock('./Neighbour.tsx', () => ({ default: () => null }));
vi.mock('../../stage/content.ts', async (original) => ({
  ...(await original<typeof content>()),
  recipeChunk: async () => ({ recipeOf: (recipe: object) => recipe }),
}));

const story = 'pcp/one-zone';
const label = 'Pages per task';
const path = 'workload.pages';
const plain = {
  ...{ title: 'A step', text: 'The machine runs.', caption: 'Every CPU works.' },
  frame: { of: 'machine' } as const,
  ...{ tempo: 'flow' as const, rate: '1 µs', hold: '9 s' },
};

/** The story with this one step, its control turned or not. */
async function storyWith(step: Partial<Step>, pages?: number) {
  const turned = pages === undefined ? [] : [{ path, value: pages }];
  const opened = await loadScenario(story, nodeReader('scenarios'), turned);
  const steps: readonly Step[] = [{ ...plain, ...step }];
  return { ...opened, scenario: { ...opened.scenario, steps } };
}

const ring = () => useStageState.getState().ring;
const key = (name: string) =>
  act(async () => {
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
    );
  });

describe('a step that points', () => {
  const page = testPage();
  const opened: Record<string, unknown>[] = [];

  async function show(step: Partial<Step>, pages?: number) {
    choose({ ...firstState, step: 0, story: true }, true);
    const scene = await storyWith(step, pages);
    const set = pages === undefined ? undefined : { [path]: pages };
    const summary = { variants: { A: {}, B: {}, C: {}, D: {} }, head: 0 };
    const playback = { onSummary: () => () => {}, summary: () => summary, engine: () => undefined };
    const stage = { open: async (recipe: Record<string, unknown>) => void opened.push(recipe) };
    const { steps } = scene.scenario;
    const session = { opened: { ...scene, recipe: { set } }, playback, steps, stage };
    page.show(
      <SessionContext value={session as unknown as Session}>
        <StoryText />
      </SessionContext>,
    );
  }
  beforeEach(() => {
    opened.length = 0;
  });
  const late = async (role: 'button' | 'heading' | 'table', name: string | RegExp) => {
    await until(() => allOf(page.host, role, name).length);
    return oneOf(page.host, role, name);
  };

  it('rings the mark of the word that has the focus, and no longer than that', async () => {
    await show({ text: 'Look at [the first CPU|cpu:0], then on.' });
    const word = await late('button', 'the first CPU');
    act(() => word.focus());
    expect(ring()).toMatchObject({ target: 'cpu:0', way: 'pointed', isThin: false });
    act(() => word.blur());
    expect(ring()).toBeUndefined();
    expect(textOf(page.host)).toContain('Look at the first CPU, then on.');
  });

  it('keeps it when the word is pressed, until Escape', async () => {
    await show({ text: 'Look at [the first CPU|cpu:0], and [another|cpu:1].' });
    const word = await late('button', 'the first CPU');
    act(() => word.focus());
    await press(page.host, 'button', 'the first CPU');
    expect(ring()).toMatchObject({ target: 'cpu:0', way: 'kept' });
    expect(word.getAttribute('aria-pressed')).toBe('true');
    act(() => oneOf(page.host, 'button', 'another').focus());
    expect(ring()?.target).toBe('cpu:0');
    await key('Escape');
    expect(ring()).toBeUndefined();
    expect(word.getAttribute('aria-pressed')).toBe('false');
  });

  it('rings nothing any more once the word is gone, whose mouse leaves nothing then', async () => {
    await show({ text: 'Look at [the first CPU|cpu:0].' });
    const word = await late('button', 'the first CPU');
    act(() => word.focus());
    expect(ring()?.target).toBe('cpu:0');
    act(() => void choose({ step: undefined }));
    await until(() => allOf(page.host, 'button', 'the first CPU').length === 0);
    expect(ring()).toBeUndefined();
  });

  it('explains a term beside its word, and opens it in the glossary', async () => {
    await show({ text: 'A [HITM|hitm] costs.' });
    await late('button', 'HITM');
    await press(page.host, 'button', 'HITM');
    await until(() => allOf(document.body, 'button', 'Open in the glossary').length);
    expect(textOf(oneOf(document.body, 'region', /^HITM/))).toContain('modified');
    await key('Escape');
    expect(allOf(document.body, 'button', 'Open in the glossary')).toHaveLength(0);
    await press(page.host, 'button', 'HITM');
    await until(() => allOf(document.body, 'button', 'Open in the glossary').length);
    await press(document.body, 'button', 'Open in the glossary');
    expect(useStageState.getState().glossary).toBe('hitm');
  });

  it('rings its own mark once when it opens', async () => {
    await show({ watch: 'Watch [both machines|socket:0] work.' });
    await late('button', 'both machines');
    await until(() => ring() !== undefined);
    expect(ring()).toMatchObject({ target: 'socket:0', way: 'shown' });
    await until(() => ring() === undefined);
    expect(ring()).toBeUndefined();
  });

  it('says last where one meets it at work', async () => {
    await show({ meets: 'Look for it in [perf c2c|tab:c2c].' });
    const heading = await late('heading', 'When you meet this at work');
    expect(textOf(heading.parentElement!)).toContain('Look for it in perf c2c.');
  });

  const tried = {
    ...{ label, value: 1024, expect: 'More of them wait.' },
    ...{ metric: 'busy_share', variant: 'B' as const, at_least: 1 },
  };

  it('gives a setting to try, which runs on stage', async () => {
    await show({ try: tried });
    await late('button', `Set ${label} to 1024`);
    expect(textOf(page.host)).not.toContain('More of them wait.');
    await press(page.host, 'button', `Set ${label} to 1024`);
    await until(() => opened.length);
    expect(opened[0]).toMatchObject({ set: { [path]: 1024 } });
  });

  it('says what to see of it, and what came out, and sets it back', async () => {
    await show({ try: tried }, 1024);
    await late('table', /Pages/);
    expect(textOf(page.host)).toContain('What to see. More of them wait.');
    expect(allOf(page.host, 'row', /simulating/)).toHaveLength(1);
    await press(page.host, 'button', `Set ${label} back`);
    await until(() => opened.length);
  });
});
