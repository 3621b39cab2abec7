import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../scenario/error.ts';
import { loadScenario } from '../scenario/index.ts';
import { nodeReader } from '../scenario/node.ts';
import { lostBy } from './lost.ts';
import { noticeOf } from './scene.ts';

const at = (hash: string) => `https://example.org/${hash}`;
const gone = new TypeError('Failed to fetch dynamically imported module: scene.js');

describe('an address that leads nowhere', () => {
  it('is of a story that is missing where no story has its name', async () => {
    const error = await loadScenario('cpupri/nothing', nodeReader('scenarios')).catch(
      (cause: unknown) => cause,
    );
    expect(lostBy(error, at('#/cpupri/nothing'))).toBe('missing');
  });

  it('is refused where a network is gone, or a link says what cannot be run', () => {
    expect(lostBy(gone, at('#/cpupri/cyclic'))).toBe('refused');
    expect(
      lostBy(new ScenarioError('', 'the link is damaged', 'copy it again'), at('#r=1.x')),
    ).toBe('refused');
  });

  it('says in words that the reader is offline, and what to do', () => {
    expect(noticeOf(gone)).toEqual({
      tone: 'problem',
      text: 'The link could not be opened. You are offline.',
      remedy: 'Try again once you are online.',
    });
  });
});
