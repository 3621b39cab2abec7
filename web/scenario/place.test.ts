import { describe, expect, it } from 'vitest';
import { chapterHash, docHash, homeHash, isEmbedded, placeOf, storyHash } from './place.ts';
import { encodeRecipe, recipeInAddress } from './share.ts';
import { speakerHash, talkHash } from './talk/address.ts';

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

  it('finds its way back from the address of documents, and of one', () => {
    expect(placeOf(docHash('README'))).toEqual({ kind: 'docs' });
    expect(placeOf(docHash('machine'))).toEqual({ kind: 'docs', doc: 'machine' });
  });

  it('finds its way back from the address of talks, of one, of a step, and of what its speaker sees', () => {
    expect(placeOf(talkHash())).toEqual({ kind: 'talks' });
    expect(placeOf(talkHash('cpupri'))).toEqual({ kind: 'talk', talk: 'cpupri' });
    expect(placeOf(talkHash('cpupri', 3))).toEqual({ kind: 'talk', talk: 'cpupri', step: 3 });
    const window = '0a1b2c3d';
    expect(placeOf(speakerHash('cpupri', window))).toEqual({
      ...{ kind: 'speaker', talk: 'cpupri', window },
    });
    for (const address of ['#/talks/cpupri/0', '#/talks/cpupri/speaker/<b>', '#/talks//3'])
      expect(placeOf(address)).toEqual({ kind: 'home' });
  });

  it('is the same place in a frame of another page, which the end of the address says', () => {
    const address = `https://example.org/${storyHash('pcp/bursty')}/2&embed`;
    expect(placeOf(address)).toEqual({ kind: 'story', scenario: 'pcp/bursty', step: 2 });
    expect(isEmbedded(address)).toBe(true);
    for (const other of ['https://example.org/?a&embed', '#/pcp/bursty', '#/pcp/bursty&embeds'])
      expect(isEmbedded(other)).toBe(false);
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
