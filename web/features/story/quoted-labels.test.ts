// What a text tells a reader to set is there to be set: "Set *Clients* to *4*." (web/ui/quoted.ts) names a control of its
// story and a value that the control offers. Instructions stand in the steps of stories, and quote what they speak of;
// labs and talks have none, as their controls are in the question. Holds the words, not what a run makes of the value.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadScenario, type Scenario, scenarioNames } from '../../scenario/index.ts';
import { labNames, loadLab } from '../../scenario/lab/lab.ts';
import { parseChapterWords } from '../../scenario/language/words.ts';
import { loadTalk, talkNames } from '../../scenario/talk/talk.ts';
import { reader } from '../../scenario/testing.ts';
import { story as storyWords, topBar } from '../../stage/view-messages.ts';
import { quotedIn } from '../../ui/quoted.ts';
import { axisText } from '../../views/curves/curve.ts';
import { words as curves } from '../../views/curves/words.ts';
import { words as layout } from '../../views/layout/words.ts';
import { words as knobWords } from './knobs-words.ts';

const names = scenarioNames(reader);
const scenarios = await Promise.all(
  names.map(async (name) => ({ name, scenario: (await loadScenario(name, reader)).scenario })),
);

interface Control {
  readonly label: string;
  readonly offers: readonly string[];
}

const controlsOf = ({ show }: Scenario): Control[] =>
  (show?.knobs ?? []).map(({ label, values }) => ({
    label,
    offers: values.map((value) => knobWords.value(axisText(value))),
  }));

/** What of the page a step may name besides its controls. */
const places: readonly string[] = [
  ...Object.values(storyWords.tabs),
  ...[curves.region, layout.region, topBar.why],
];

/** The label as a sentence may have it: whole, or without the unit or the remark behind it. */
const namesOf = (label: string): string[] => [label, label.replace(/(, | \().*$/, '')];

/** What a text quotes and its story does not offer, each with the reason. */
function faultsOf(text: string, controls: readonly Control[]): string[] {
  const faults: string[] = [];
  let control: Control | undefined;
  for (const quoted of quotedIn(text)) {
    const named = controls.find(({ label }) => namesOf(label).includes(quoted));
    if (named) control = named;
    else if (places.includes(quoted)) control = undefined;
    else if (!control) faults.push(`*${quoted}* is no control of the story`);
    else if (!control.offers.includes(quoted)) {
      faults.push(`"${control.label}" offers ${control.offers.join(', ')}, not *${quoted}*`);
    }
  }
  return faults;
}

/** A sentence, or a part of one, that tells a reader to set something. */
const instruction =
  /(?<=^|[.?!:;] |, then |\()(?:[Tt]urn|[Ss]et|[Ll]ower|[Rr]aise|[Tt]ry|[Cc]hoose|[Oo]pen|[Pp]ress)\b(?:\*[^*]*\*|[^.?!:;*])*/g;

const instructionsIn = (text: string): string[] =>
  [...text.matchAll(instruction)].map(([all]) => all);

/** What is wrong with the instructions and quotes of the texts of steps. */
const faultsOfSteps = (steps: readonly string[], controls: readonly Control[]): string[] =>
  steps.flatMap((text) => [
    ...faultsOf(text, controls),
    ...instructionsIn(text)
      .filter((said) => quotedIn(said).length === 0)
      .map((said) => `"${said}" quotes no control`),
  ]);

/** Faults of texts that must quote nothing and give no instruction to set something. */
const faultsOfOthers = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [
    ...quotedIn(text).map((quoted) => `*${quoted}* is drawn with its asterisks`),
    ...instructionsIn(text).map((said) => `"${said}" is no place for an instruction`),
  ]);

describe('the labels that a text quotes', () => {
  it.each(scenarios)('are controls of $name, with values that they offer', ({ scenario }) => {
    const steps = (scenario.steps ?? []).map(({ text }) => text);
    expect(faultsOfSteps(steps, controlsOf(scenario))).toEqual([]);
  });

  it.each(scenarios)('stand in the steps of $name and nowhere else', ({ scenario }) => {
    const { title, question = '', what, why = '', not_modelled = [], published = [] } = scenario;
    const steps = scenario.steps ?? [];
    const asked = steps.flatMap(({ ask, hints = [] }) => (ask ? [ask.question, ...hints] : []));
    const told = steps.flatMap((step) => [step.title, step.caption]);
    const notes = published.flatMap(({ note = '' }) => note);
    const others = [title, question, what, why, ...not_modelled, ...notes, ...asked, ...told];
    expect(faultsOfOthers(others)).toEqual([]);
  });

  it('are those of the controls in other languages, too', () => {
    const folder = 'scenarios/languages';
    let read = 0;
    for (const language of readdirSync(folder)) {
      for (const file of readdirSync(`${folder}/${language}`)) {
        if (file === 'language.json') continue;
        const chapter = parseChapterWords(
          readFileSync(`${folder}/${language}/${file}`, 'utf8'),
          file,
        );
        for (const [story, said] of Object.entries(chapter.stories)) {
          const name = `${file.replace('.json', '')}/${story}`;
          const { scenario } = scenarios.find((each) => each.name === name)!;
          const texts = (said.steps ?? []).map(({ text = '' }) => text);
          const own = (scenario.steps ?? []).map(({ text }) => text);
          for (const text of texts) expect(faultsOf(text, controlsOf(scenario)), name).toEqual([]);
          expect(texts.flatMap(quotedIn), name).toEqual(texts.length ? own.flatMap(quotedIn) : []);
          read += texts.length;
        }
      }
    }
    expect(read).toBeGreaterThan(5);
  });

  it('are in no lab and no talk: labs have their controls in the question, talks have none', async () => {
    for (const name of labNames(reader)) {
      const { steps } = await loadLab(name, reader);
      const told = steps.flatMap(({ title, text, ask, hints = [], why = '' }) => {
        // A task is an instruction: its fields stand right below.
        const isTask = ask.kind === 'design' || ask.kind === 'policy';
        return isTask ? [] : [title, text, ...hints, why];
      });
      expect(faultsOfOthers(told), name).toEqual([]);
    }
    for (const name of talkNames(reader)) {
      const { what, steps } = await loadTalk(name, reader);
      expect(faultsOfOthers([what, ...steps.map(({ note }) => note)]), name).toEqual([]);
    }
  });

  it('are of one control each: no story lists a setting or a label twice', () => {
    for (const { name, scenario } of scenarios) {
      const knobs = scenario.show?.knobs ?? [];
      expect(new Set(knobs.map(({ path }) => path)).size, name).toBe(knobs.length);
      expect(new Set(knobs.map(({ label }) => namesOf(label)[1])).size, name).toBe(knobs.length);
    }
  });

  it('are found wrong where a control, a value or a quote is missing', () => {
    const controls = [{ label: 'Link of an LLC, MB/s', offers: ['44000', '100000'] }];
    expect(faultsOfSteps(['Set *Link of an LLC* to *100000*.'], controls)).toEqual([]);
    expect(faultsOfSteps(['Set *Link of an LLC, MB/s* to *44000*.'], controls)).toEqual([]);
    expect(faultsOfSteps(['Open *Struct layout*, and press *Why?*.'], controls)).toEqual([]);
    expect(faultsOfSteps(['Set *Link of an LLC* to *100 GB/s*.'], controls)).toHaveLength(1);
    expect(faultsOfSteps(['Set *It comes* to *late*.'], controls)).toHaveLength(2);
    expect(faultsOfSteps(['It works: turn the tolerance down.'], controls)).toHaveLength(1);
    expect(
      faultsOfOthers(['Turn Workers to see it.', 'CPUs take turns, and set a bit.']),
    ).toHaveLength(1);
  });
});
