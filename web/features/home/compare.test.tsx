// The page of two links: what it says of them, before anything runs.

import { beforeEach, expect, it, vi } from 'vitest';
import { hashOfRecipe, type Recipe, recipeInAddress } from '../../scenario/index.ts';
import { testPage } from '../../ui/testing/page.ts';
import { choose, fill, oneOf, textOf, until } from '../../ui/testing/person.ts';
import ComparePage from './ComparePage.tsx';
import { words } from './compare-words.ts';

vi.mock('../../scenario/browser.ts', async () => {
  const { nodeReader } = await import('../../scenario/node.ts');
  return { browserReader: nodeReader('scenarios') };
});
vi.mock('./Frame.tsx', () => ({ PageFrame: ({ children }: { children: unknown }) => children }));

const page = testPage();
beforeEach(() => page.show(<ComparePage isMoved={false} />));

const paste = (name: string, value: string) => fill(oneOf(page.host, 'textbox', name), value);
const says = (text: string) => until(() => textOf(page.host).includes(text));

it('names what differs between two variants of a story, and leads to both on one clock', async () => {
  await paste(words.one, 'https://example.org/x/#/pcp/one-zone');
  await paste(words.other, '#/pcp/one-zone/3');
  await says(words.same);
  await choose(page.host, words.variantOf.other, 'B: Batch 31');
  await says(words.open);
  const recipe = recipeInAddress(oneOf(page.host, 'link', words.open).getAttribute('href')!)!;
  const { variants } = recipe.scenario as { variants: { label: string }[] };
  expect(variants.map(({ label }) => label)).toEqual(['Batch 1', 'Batch 31']);
  expect(textOf(oneOf(page.host, 'table', words.table))).toContain('kernel.');
});

it('names what two links of one run show differently', async () => {
  const link = (view: NonNullable<Recipe['view']>) =>
    hashOfRecipe({ format: 'schedscape-recipe/3', scenario: 'pcp/one-zone', view });
  await paste(words.one, link({ camera: { cpu: 3, zoom: 2 } }));
  await paste(words.other, link({ camera: { cpu: 3, zoom: 4 } }));
  await says(words.same);
  const table = textOf(oneOf(page.host, 'table', words.shown));
  expect(table).toContain('view.camera.zoom');
  expect(table).not.toContain('view.camera.cpu');
});

it('says why two machines share no clock', async () => {
  await paste(words.one, '#/pcp/one-zone');
  await paste(words.other, '#/cpupri/ghosts');
  await says(words.apart('they run different workloads'));
});

it('says in place what is wrong with a text that is no link', async () => {
  await paste(words.one, 'hello');
  await says(words.none);
  await paste(words.one, '#r=3.broken');
  await says('the link is damaged');
});
