// The pages beside the stage: talks, labs and chapters list what there is, and say what there is not.

import { describe, expect, it, vi } from 'vitest';
import { browserReader } from '../../scenario/browser.ts';
import { choose } from '../../stage/store.ts';
import { testPage } from '../../ui/testing/page.ts';
import { allOf, oneOf, press, textOf, until } from '../../ui/testing/person.ts';
import ChapterPage from './ChapterPage.tsx';
import LabsPage from './LabsPage.tsx';
import LostPage from './LostPage.tsx';
import TalksPage from './TalksPage.tsx';

vi.mock('../../scenario/browser.ts', async () => {
  const { nodeReader } = await import('../../scenario/node.ts');
  return { browserReader: nodeReader('scenarios') };
});

const page = testPage();
const heading = () => textOf(page.host.querySelector('h1')!);

describe('the page of all talks', () => {
  it('has each step with an address', async () => {
    page.show(<TalksPage isMoved={false} />);
    const talks = () => [...page.host.querySelectorAll('article')];
    await until(() => talks().length);
    expect(talks()).toHaveLength(4);
    for (const each of talks()) {
      expect(textOf(each)).toContain('10 minutes, 10 steps');
      expect(allOf(each, 'listitem')).toHaveLength(10);
    }
    const first = talks().find((each) => textOf(each).includes('Sixteen caches'))!;
    const last = oneOf(first, 'link', 'Near to a fault');
    expect(last.getAttribute('href')).toBe('#/talks/split-llc/10');
  });
});

describe('the page of an address that opens nothing', () => {
  it('says why, and leads to the chapters, and to labs and talks from their counts', () => {
    choose({ notice: { tone: 'problem', text: 'The link is damaged.', remedy: 'Copy it again.' } });
    page.show(<LostPage lost="missing" onAgain={() => {}} />);
    expect(textOf(oneOf(page.host, 'alert'))).toBe('The link is damaged. Copy it again.');
    const cards = allOf(page.host, 'listitem');
    expect(cards).toHaveLength(4);
    for (const card of cards) {
      const ways = allOf(card, 'link').map((link) => link.getAttribute('href'));
      expect(ways).toEqual([expect.stringMatching(/^#\/[a-z-]+$/), '#/labs', '#/talks']);
    }
  });
});

describe('the title of an address that opens nothing', () => {
  it('is "Not found" where there is no such story, and no second try finds one', () => {
    page.show(<LostPage lost="missing" onAgain={() => {}} />);
    expect(document.title).toBe('Not found – Schedscape');
    expect(allOf(page.host, 'button', 'Try again')).toHaveLength(0);
  });

  it('does not say so of what is there and was refused, which may be tried again', async () => {
    const again = vi.fn();
    page.show(<LostPage lost="refused" onAgain={again} />);
    expect(document.title).toBe('Not opened – Schedscape');
    expect(heading()).toBe('This address could not be opened.');
    await press(page.host, 'button', 'Try again');
    expect(again).toHaveBeenCalledOnce();
  });
});

describe('the pages of labs', () => {
  it('are all there by chapter, each with its address', async () => {
    page.show(<LabsPage lab="" isMoved={false} />);
    expect(heading()).toBe('Predict, run, design.');
    await until(() => allOf(page.host, 'listitem').length);
    const parts = allOf(page.host, 'region');
    expect(parts).toHaveLength(4);
    for (const part of parts) expect(allOf(part, 'link').length).toBeGreaterThan(0);
    const one = oneOf(page.host, 'link', /^How many pages at a time/);
    expect(one.getAttribute('href')).toMatch(/^#\/labs\/[a-z-]+$/);
  });

  it('name the stories to read before by their titles', async () => {
    page.show(<LabsPage lab="batch-size" isMoved={false} />);
    const link = () =>
      allOf(page.host, 'link').find((each) => each.getAttribute('href') === '#/pcp/two-sockets');
    await until(() => link() && textOf(link()!) !== 'pcp/two-sockets');
    expect(textOf(link()!)).toBe('The same batch on two sockets');
  });

  it('say of one that is not there that it is none, with those there are', async () => {
    page.show(<LabsPage lab="nowhere" isMoved={false} />);
    await until(() => allOf(page.host, 'alert').length);
    expect(textOf(oneOf(page.host, 'alert'))).toContain('the labs are');
  });
});

describe('the page of a lab that cannot be fetched', () => {
  it('does not say that there is no such lab', async () => {
    const read = vi.spyOn(browserReader, 'read').mockRejectedValue(new Error('Failed to fetch'));
    page.show(<LabsPage lab="batch-size" isMoved={false} />);
    await until(() => allOf(page.host, 'alert').length);
    read.mockRestore();
    expect(heading()).toBe('This lab could not be opened.');
  });
});

describe('the page of a chapter', () => {
  it('has its stories to understand, to measure and to try, each with a picture', async () => {
    page.show(<ChapterPage folder="pcp" isMoved={false} />);
    expect(heading()).toMatch(/^How many pages should each CPU keep/);
    await until(() => allOf(page.host, 'listitem').length);
    expect(allOf(page.host.querySelector('main')!, 'region')).toHaveLength(3);
    expect(allOf(page.host, 'listitem')).toHaveLength(9);
    expect(allOf(page.host.querySelector('main')!, 'img')).toHaveLength(9);
  });

  it('leads to labs and talks where it counts them', () => {
    page.show(<ChapterPage folder="pcp" isMoved={false} />);
    expect(oneOf(page.host, 'link', '4 labs').getAttribute('href')).toBe('#/labs');
    expect(oneOf(page.host, 'link', 'talk').getAttribute('href')).toBe('#/talks');
  });

  it('says that there is none of that name, and which there are', () => {
    page.show(<ChapterPage folder="nothing" isMoved={false} />);
    expect(heading()).toBe('There is no chapter called “nothing”.');
    expect(allOf(page.host, 'listitem')).toHaveLength(4);
  });
});
