// How steps speak that lead the eye: the limits of words, sentences and functions that a reader keeps up with while machines
// move, captions of their own, and terms that the glossary has; and how labs speak, by the same limits of words and sentences.
// What the sentences of steps claim hold runs (tests/engine/steps.ts).

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { linksIn, withoutLinks } from '../../base/links.ts';
import { entryNamed } from '../../learn/glossary/search.ts';
import { loadScenario, scenarioNames } from '../../scenario/index.ts';
import { labNames, loadLab } from '../../scenario/lab/lab.ts';
import { isPointer } from '../../scenario/pointer.ts';
import { wordCount } from '../../scenario/step-schema.ts';
import { reader } from '../../scenario/testing.ts';

interface Chapter {
  readonly folder: string;
  readonly reading: { readonly measure?: readonly string[] };
}
const { stories: chapters } = JSON.parse(readFileSync('scenarios/stories.json', 'utf8')) as {
  readonly stories: readonly Chapter[];
};
/** Stories that measure have more to tell in a step. */
const measuring = new Set(
  chapters.flatMap(({ folder, reading }) =>
    (reading.measure ?? []).map((name) => `${folder}/${name}`),
  ),
);

const stories = await Promise.all(
  scenarioNames(reader).map(async (name) => {
    const { steps = [] } = (await loadScenario(name, reader)).scenario;
    return { name, steps, leads: steps.some(({ watch }) => watch !== undefined) };
  }),
);
const labs = await Promise.all(
  labNames(reader).map(async (name) => ({ name, lab: await loadLab(name, reader) })),
);
const leading = stories.filter(({ leads }) => leads);

/** CPUs and threads are things: none of these speaks of one. */
const people = /\b(nobody|somebody|everybody|anybody|whoever)\b/i;
/** Words that a reader has to guess at: "busy" and "load" are of a CPU, of memory or of a benchmark. */
const vague = /\bbusy\b(?! time)|\bhardly\b|\b(?:less|more) load\b|\bin vain\b|\bfor good\b/i;
const functions = /\b\w+\(\)/g;
const sentences = (text: string): string[] => withoutLinks(text).split(/(?<=[.?!])\s+(?=\S)/);

describe('a story that leads the eye', () => {
  it('is told in every chapter', () => {
    const folders = new Set(leading.map(({ name }) => name.split('/')[0]));
    expect(folders.size).toBe(chapters.length);
  });

  it.each(leading)('says in every step of $name what to look at', ({ steps }) => {
    for (const { title, watch } of steps) expect(watch, title).toBeDefined();
  });

  it.each(leading)('is short in $name: few words, short sentences, two functions', (story) => {
    const most = measuring.has(story.name) ? 90 : 60;
    for (const { title, text, watch = '', meets = '', caption, why = '' } of story.steps) {
      for (const said of [text, watch, meets, caption, why])
        expect(vague.exec(said.replaceAll(/\{\w+\}/g, ''))?.[0], title).toBeUndefined();
      expect(wordCount(text), title).toBeLessThanOrEqual(most);
      expect(new Set(text.match(functions) ?? []).size, title).toBeLessThanOrEqual(2);
      for (const said of [text, watch, meets]) {
        expect(people.test(said), `${title}: ${said}`).toBe(false);
        for (const sentence of sentences(said))
          expect(wordCount(sentence), sentence).toBeLessThanOrEqual(25);
      }
    }
  });

  it.each(leading)('has in $name a caption of its own for every step', ({ steps }) => {
    const captions = steps.map(({ caption }) => caption);
    expect(new Set(captions).size).toBe(captions.length);
  });

  it.each(leading)('ends in $name with something to try and where one meets it', ({ steps }) => {
    expect(steps.at(-1)?.meets).toBeDefined();
    expect(steps.some((step) => step.try !== undefined)).toBe(true);
  });
});

describe('a lab', () => {
  it.each(labs)('speaks in $name of things, in short sentences', ({ lab }) => {
    const { title, what, teaches, steps } = lab;
    const titles = [title, ...steps.map((step) => step.title)];
    for (const said of titles) expect(wordCount(said), said).toBeLessThanOrEqual(6);
    const told = steps.flatMap(({ text, ask, hints = [], why, note = '' }) => [
      ...[text, ask.question, why, note, ...hints],
      ...('choices' in ask ? ask.choices : 'checks' in ask ? ask.checks : []).map(
        ({ says }) => says,
      ),
    ]);
    for (const said of [...titles, what, ...teaches, ...told]) {
      expect(people.exec(said)?.[0], said).toBeUndefined();
      expect(vague.exec(said)?.[0], said).toBeUndefined();
      for (const sentence of sentences(said))
        expect(wordCount(sentence), sentence).toBeLessThanOrEqual(25);
    }
  });
});

describe('a term in a step', () => {
  it('is one that the glossary has', () => {
    for (const { name, steps } of stories) {
      const terms = steps.flatMap(({ text, watch = '', meets = '' }) =>
        [text, watch, meets].flatMap(linksIn).filter((to) => !isPointer(to)),
      );
      for (const term of terms) expect(entryNamed(term)?.id, `${name}: ${term}`).toBe(term);
    }
  });
});
