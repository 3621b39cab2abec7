// What the search finds on a stage: commands by what they are for, also where their names are others.

import { expect, it } from 'vitest';
import type { Features } from '../../stage/feature.ts';
import type { Session } from '../../stage/session.ts';
import { allItems } from './items.ts';
import { rankedFindings } from './rank.ts';

const session = {
  ...{ opened: { scenario: { steps: [] }, chapter: { withheld: [] } }, steps: [] },
  playback: { summary: () => ({ variants: { A: {}, B: {}, C: {}, D: {} } }) },
} as unknown as Session;
const features = {
  ...{ tabsOf: () => [], commands: () => [], shortcut: () => undefined },
} as unknown as Features;

it('“embed” leads to what makes a frame for a page, and to the link that says where', async () => {
  const found = rankedFindings(await allItems({ session, features }), 'embed', 12);
  const commands = found.filter(({ kind }) => kind === 'command').map(({ name }) => name);
  expect(commands).toEqual(expect.arrayContaining(['Export', 'Share']));
});
