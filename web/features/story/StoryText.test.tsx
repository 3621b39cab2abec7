// The story column by its keys: what is pressed and goes leaves the focus in the story.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadScenario } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import { type Session, SessionContext } from '../../stage/session.ts';
import { choose, firstState, useStageState } from '../../stage/store.ts';
import { testPage } from '../../ui/testing/page.ts';
import { allOf, oneOf, press, textOf, until } from '../../ui/testing/person.ts';
import { StoryText } from './StoryText.tsx';

// They are of a built page.
vi.mock('./Neighbour.tsx', () => ({ default: () => null }));

const opened = await loadScenario('pcp/two-sockets', nodeReader('scenarios'));
const steps = opened.scenario.steps!;

describe('the story column', () => {
  const page = testPage();
  beforeEach(async () => {
    choose({ ...firstState, step: 0 }, true);
    const summary = { variants: { A: {}, B: {} }, head: 0 };
    const playback = { onSummary: () => () => {}, summary: () => summary };
    const session = { opened: { ...opened, recipe: {} }, playback, steps, stage: {} };
    page.show(
      <SessionContext value={session as unknown as Session}>
        <StoryText />
      </SessionContext>,
    );
    await until(() => allOf(page.host, 'button', 'Skip the question').length);
  });
  const focused = () => document.activeElement;

  it('has the focus at the heading of the step once its question is skipped', async () => {
    oneOf(page.host, 'button', 'Skip the question').focus();
    await press(page.host, 'button', 'Skip the question');
    expect(allOf(page.host, 'button', 'Skip the question')).toHaveLength(0);
    expect(focused()).toBe(oneOf(page.host, 'heading', steps[0]!.title));
  });

  it('has it at the question of the story once the steps are skipped, which is settled then', async () => {
    oneOf(page.host, 'button', 'Skip').focus();
    await press(page.host, 'button', 'Skip');
    expect(allOf(page.host, 'button', 'Skip')).toHaveLength(0);
    expect(textOf(focused()!)).toBe(opened.scenario.question);
    const [first] = steps;
    expect(useStageState.getState().guesses).toMatchObject({ [first!.ask!.id]: 'skipped' });
  });

  it('says what to watch right behind the verdict, and the text after that', async () => {
    const { ask, text } = steps[0]!;
    choose({ guesses: { [ask!.id]: { said: 'less' } } });
    await until(() => textOf(page.host).includes('◉'));
    const story = textOf(page.host);
    const end = text.split('. ').at(-1)!;
    expect(story).toContain(end);
    expect(story.indexOf('◉')).toBeLessThan(story.indexOf(end));
  });
});
