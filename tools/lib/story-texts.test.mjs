// A story as text: escaped, without a script, and without numbers that were not computed.

import { describe, expect, it } from 'vitest';
import { listHtml, storyHtml, withoutUngiven } from './story-texts.mjs';

const picture = {
  width: 4,
  height: 4,
  cells: { user: { path: 'M0 0h4v4h-4z', cpus: 1 }, idle: { path: '', cpus: 0 } },
};
const card = {
  scenario: 'pcp/one-zone',
  title: 'Eight CPUs',
  question: 'Why <b>wait</b>?',
  picture,
};
const scenario = {
  title: 'Eight CPUs',
  question: 'Why <b>wait</b>?',
  what: 'Eight CPUs ask one zone.',
  variants: [{ id: 'A', label: 'Batch "1"' }],
};
const policy = "default-src 'none'";
const steps = [{ title: 'One lock', text: 'CPUs wait.', watch: 'See the queue.' }];

describe('the text of a story', () => {
  const html = storyHtml({ card, scenario, steps, policy });

  it('has its question, its settings and its steps', () => {
    for (const said of ['Eight CPUs ask one zone.', 'One lock', 'CPUs wait.', 'See the queue.'])
      expect(html).toContain(said);
    expect(html).toContain('A: Batch &quot;1&quot;');
  });

  it('leads to the story and to all others, by relative addresses', () => {
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to);
    expect(links).toContain('../../#/pcp/one-zone');
    expect(links).toContain('../../stories/');
    expect(links.every((to) => to.startsWith('../'))).toBe(true);
  });

  it('holds nothing that runs, whatever a story says', () => {
    expect(html).toContain('Why &lt;b&gt;wait&lt;/b&gt;?');
    expect(html).not.toMatch(/<script|<b>|\son\w+=|style="/);
    expect(html).toContain(`http-equiv="Content-Security-Policy" content="${policy}"`);
  });

  it('says in words what its picture shows', () => {
    expect(html).toContain('aria-label="CPUs of A: user 1"');
  });
});

it('the list names every story of a chapter and leads to its text', () => {
  const html = listHtml([{ question: 'Page lists?', cards: [card] }], policy);
  expect(html).toContain('<a href="pcp/one-zone.html">Eight CPUs</a>: Why &lt;b&gt;');
});

it('a sentence whose number nobody has given is left out, and no other one', () => {
  expect(withoutUngiven('CPUs wait. The share is {busy} of 40 ms. It falls.')).toBe(
    'CPUs wait. It falls.',
  );
  expect(withoutUngiven('CPUs wait 3.5 % of the time.')).toBe('CPUs wait 3.5 % of the time.');
});
