// The text of every story as plain HTML beside a built page, for search engines, link previews and people without
// scripts: question, steps, settings and a picture, without a script. Of numbers that runs give, a text has those
// that were computed with the page (begun-stories.mjs); a sentence without a computed number is left out. The
// stories themselves open in the page.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { writeWhole } from './files.mjs';
import { inRoot } from './paths.mjs';
import { scenarioRoom } from './scenario-room.mjs';
import { chaptersWithStories } from './story-pictures.mjs';

export const textsFolder = 'stories';

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text) => text.replace(/[&<>"]/g, (character) => escapes[character]);

/** A text without the sentences that name a value which is not given. */
export const withoutUngiven = (text) =>
  text
    .split(/(?<=[.?!])\s+(?=[A-Z[{])/)
    .filter((sentence) => !/\{[^{}]*\}/.test(sentence))
    .join(' ');

/** The security policy of the page; these pages have no script to allow. */
const policyOf = (html) => {
  const [, policy] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html) ?? [];
  if (!policy) throw new Error('index.html: names no Content-Security-Policy');
  return policy;
};

/** A page of text; `up` leads to the folder of the page. */
const pageOf = ({ title, about, up, policy, body }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="${escaped(about)}" />
    <meta property="og:type" content="article" />
    <meta property="og:title" content="${escaped(title)}" />
    <meta property="og:description" content="${escaped(about)}" />
    <meta property="og:image" content="${up}link-preview.png" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="icon" href="${up}icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${up}${textsFolder}/texts.css" />
    <title>${escaped(title)}</title>
  </head>
  <body>
    <main>
${body}
    </main>
  </body>
</html>
`;

const paragraph = (text) => (text === '' ? '' : `      <p>${escaped(text)}</p>\n`);

/** The picture of a card: every CPU a cell, filled by what it does. */
function pictureSvg({ picture }) {
  const cells = Object.entries(picture.cells).filter(([, { cpus }]) => cpus > 0);
  const paths = cells.map(([does, { path: data }]) => `<path class="${does}" d="${data}"/>`);
  const said = cells.map(([does, { cpus }]) => `${does} ${cpus}`).join(', ');
  const box = `0 0 ${picture.width} ${picture.height}`;
  return `      <svg viewBox="${box}" role="img" aria-label="CPUs of A: ${said}">${paths.join('')}</svg>\n`;
}

const stepHtml = ({ title, text, watch, meets }) =>
  `      <h2>${escaped(title)}</h2>\n${[text, watch, meets]
    .filter((each) => each !== undefined)
    .map(paragraph)
    .join('')}`;

/** What a story tells, with `steps` as they are told: a page of text. */
export function storyHtml({ card, scenario, steps, policy }) {
  const { title, question, what, why, variants } = scenario;
  const up = '../../';
  const place = `${up}#/${card.scenario}`;
  const list = variants.map(({ id, label }) => `        <li>${id}: ${escaped(label)}</li>\n`);
  const body = [
    `      <p><a href="${up}${textsFolder}/">All stories</a></p>\n`,
    `      <h1>${escaped(title)}</h1>\n`,
    paragraph(question),
    `      <p><a href="${place}">Open the story: it runs in your browser.</a></p>\n`,
    pictureSvg(card),
    paragraph(what),
    `      <ul>\n${list.join('')}      </ul>\n`,
    ...steps.map(stepHtml),
    why === undefined ? '' : `      <h2>Why</h2>\n${paragraph(why)}`,
  ].join('');
  return pageOf({ title: `${title}: Schedscape`, about: question, up, policy, body });
}

/** All stories, by chapter. */
export function listHtml(chapters, policy) {
  const up = '../';
  const item = ({ scenario, title, question }) =>
    `        <li><a href="${scenario}.html">${escaped(title)}</a>: ${escaped(question)}</li>\n`;
  const body = [
    '      <h1>Schedscape: all stories</h1>\n',
    `      <p><a href="${up}">Open Schedscape.</a></p>\n`,
    ...chapters.map(
      ({ question, cards }) =>
        `      <h2>${escaped(question)}</h2>\n      <ul>\n${cards.map(item).join('')}      </ul>\n`,
    ),
  ].join('');
  const about = 'Why Linux scales or does not: every story as text.';
  return pageOf({ title: 'Schedscape: all stories', about, up, policy, body });
}

/** The colours of the page (web/ui), and how a text stands. */
function styleSheet() {
  const ours = ['themes', 'tokens'].map((name) =>
    readFileSync(inRoot(`web/ui/${name}.css`), 'utf8'),
  );
  const cells = { idle: 'idle', user: 'user', kernel: 'kernel', stalled: 'line', spinning: 'lock' };
  const fills = Object.entries(cells).map(([does, of]) => `.${does} { fill: var(--cpu-${of}); }`);
  return `${ours.join('\n')}
body { margin: 0; background: var(--background); color: var(--ink); font: var(--text-read) / var(--leading-body) var(--font-text); }
main { max-width: 42rem; margin: 0 auto; padding: var(--space-5) var(--space-4); }
a { color: inherit; }
svg { display: block; max-width: 100%; max-height: 16rem; }
${fills.join('\n')}
`;
}

/** As a text that has no numbers, and whose links lead nowhere. */
const told = (text, room) => text && withoutUngiven(room.withoutLinks(text));

/** A step with what was given of its values: `given` has its texts as the runs of the story fill them. */
function stepOf(step, given, room) {
  const { title, text, watch, meets } = { ...step, ...given };
  return {
    title,
    ...{ text: told(text, room), watch: told(watch, room), meets: told(meets, room) },
  };
}

/**
 * Writes the texts beside the page in `page`; `givenBy`: for a story the texts of its steps with the values that its runs
 * gave, or undefined.
 */
export async function writeStoryTexts(page, givenBy = () => undefined) {
  const room = {
    ...(await scenarioRoom()),
    ...(await runnerImport(inRoot('web/base/links.ts'))).module,
    ...(await runnerImport(inRoot('web/scenario/node.ts'))).module,
  };
  const chapters = await chaptersWithStories();
  const policy = policyOf(readFileSync(path.join(page, 'index.html'), 'utf8'));
  const folder = path.join(page, textsFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const card of chapters.flatMap(({ cards }) => cards)) {
    const { scenario } = await room.loadScenario(
      card.scenario,
      room.nodeReader(inRoot('scenarios')),
    );
    const given = givenBy(card.scenario);
    const steps = (scenario.steps ?? []).map((step, at) => stepOf(step, given?.[at], room));
    const whole = { ...scenario, what: told(scenario.what, room), why: told(scenario.why, room) };
    const html = storyHtml({ card, scenario: whole, steps, policy });
    writeWhole(path.join(folder, `${card.scenario}.html`), html);
  }
  writeWhole(path.join(folder, 'index.html'), listHtml(chapters, policy));
  writeWhole(path.join(folder, 'texts.css'), styleSheet());
}
