import { describe, expect, it } from 'vitest';
import { chapterHash, homeHash, placeOf, storyHash } from './place.ts';
import { encodeRecipe, recipeInAddress } from './share.ts';

describe('the places of the page', () => {
  it('is Home where the address says nothing, or nothing that is known', () => {
    for (const address of ['', '#', homeHash, 'https://example.org/s/', '#nonsense', '#/a/b/c/d'])
      expect(placeOf(address)).toEqual({ kind: 'home' });
  });

  it('finds its way back from the address of a chapter and of a story', () => {
    expect(placeOf(chapterHash('pcp'))).toEqual({ kind: 'chapter', folder: 'pcp' });
    const story = { kind: 'story', scenario: 'pcp/two-sockets' };
    expect(placeOf(storyHash('pcp/two-sockets')!)).toEqual(story);
    expect(placeOf(`https://example.org/s/index.html${storyHash('pcp/two-sockets')}/`)).toEqual(
      story,
    );
  });

  it('finds its way back from the address of a step, and takes no other number for one', () => {
    const place = { kind: 'story', scenario: 'pcp/two-sockets', step: 12 };
    expect(placeOf(`${storyHash('pcp/two-sockets')}/12`)).toEqual(place);
    for (const step of ['0', '01', '100', '-1', 'x'])
      expect(placeOf(`#/pcp/two-sockets/${step}`)).toEqual({ kind: 'home' });
  });

  it('has no address for a name that is none of a scenario as it comes', () => {
    for (const name of ['alone', 'A/b', 'a/b/c', '../x', 'a/<b>'])
      expect(storyHash(name)).toBeUndefined();
  });

  it('leaves to a recipe whatever has one, in the fragment or in the query', () => {
    const parameter = encodeRecipe({ format: 'schedscape-recipe/3', scenario: 'pcp/bursty' });
    for (const address of [`#r=${parameter}`, `https://example.org/?r=${parameter}#/pcp`])
      expect(placeOf(address)).toEqual({ kind: 'link' });
  });

  it('reads the address of a story as the recipe that changes nothing of it', () => {
    expect(recipeInAddress('https://example.org/#/pcp/bursty')).toEqual({
      format: 'schedscape-recipe/3',
      scenario: 'pcp/bursty',
    });
    expect(recipeInAddress('https://example.org/#/pcp')).toBeUndefined();
  });
});
