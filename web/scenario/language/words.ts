// Another language: the words of a chapter and of its stories, and the step from a scenario to one that is told in them.
// What a file of words leaves out stays as the scenario has it; what it says must be there to be said. Nothing of a run
// follows from it.

import * as v from 'valibot';
import { ScenarioError } from '../error.ts';
import { formed, list, optional, record, tableSchema, text, validated } from '../fields.ts';
import { readJson } from '../json.ts';
import type { Scenario } from '../schema.ts';
import { namesIn } from '../step-schema.ts';

export const languageFormat = 'schedscape-language/1';
export const wordsFormat = 'schedscape-chapter-words/1';

/** As the attribute `lang` of a page has it; English is what the scenarios themselves are in. */
const code = formed(
  /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/,
  'the language',
  'a code such as "de" or "pt-BR"',
);

const LanguageSchema = record(
  {
    format: v.literal(languageFormat),
    language: code,
    name: text(40, 'what the language calls itself'),
    what: text(400, 'what there is in this language'),
  },
  'a language',
);

const StepWordsSchema = record(
  {
    title: optional(text(80, 'the title of the step')),
    text: optional(text(1400, 'the text of the step, with its values as {id}')),
    watch: optional(text(400, 'what to look at')),
    meets: optional(text(500, 'when you meet this at work')),
    caption: optional(text(400, 'the caption of the picture')),
  },
  'the words of a step',
);

const StoryWordsSchema = record(
  {
    title: optional(text(120, 'the title')),
    question: optional(text(240, 'the question')),
    what: optional(text(2000, 'what it is about')),
    why: optional(text(2000, 'why it happens')),
    steps: optional(
      list(StepWordsSchema, 1, 64, 'the words of its steps, all of them in their order'),
    ),
  },
  'the words of a story',
);

const ChapterWordsSchema = record(
  {
    format: v.literal(wordsFormat),
    language: code,
    chapter: optional(
      record(
        {
          name: optional(text(40, 'its name')),
          question: optional(text(240, 'its question')),
          about: optional(text(240, 'what it is about')),
        },
        'the words of the chapter',
      ),
    ),
    stories: tableSchema(
      formed(
        /^[a-z0-9-]{1,64}$/,
        'a story',
        'the name of its scenario in the folder of the chapter',
      ),
      StoryWordsSchema,
      256,
      'the words of its stories',
    ),
  },
  'the words of a chapter',
);

export type Language = v.InferOutput<typeof LanguageSchema>;
export type ChapterWords = v.InferOutput<typeof ChapterWordsSchema>;
export type StoryWords = v.InferOutput<typeof StoryWordsSchema>;

/** `file` names it in what is said of it. Throws ScenarioError. */
export const parseLanguage = (content: string, file: string): Language =>
  validated(LanguageSchema, readJson(content), file);

/** Throws ScenarioError. */
export const parseChapterWords = (content: string, file: string): ChapterWords =>
  validated(ChapterWordsSchema, readJson(content), file);

/** The values that one text names and the other does not. */
function holdValues(own: string, told: string, path: string): void {
  const [wanted, found] = [namesIn(own), namesIn(told)];
  const missing = wanted.find((id) => !found.includes(id));
  if (missing !== undefined) {
    throw new ScenarioError(
      path,
      `leaves out {${missing}}`,
      'name every value that the English text names',
    );
  }
  const extra = found.find((id) => !wanted.includes(id));
  if (extra !== undefined) {
    const known = wanted.map((id) => `{${id}}`).join(', ') || 'none';
    throw new ScenarioError(
      path,
      `names {${extra}}, which the story does not have`,
      `the values there are: ${known}`,
    );
  }
}

/** Holds the words of a story to its scenario. Throws ScenarioError, whose path begins with `path`. */
export function holdStory(words: StoryWords, scenario: Scenario, path: string): void {
  const { steps } = words;
  if (!steps) return;
  const { steps: own = [] } = scenario;
  if (steps.length !== own.length) {
    throw new ScenarioError(
      `${path}.steps`,
      `has ${steps.length} steps, and the story ${own.length}`,
      'write one for each step of the story, in its order',
    );
  }
  for (const [at, said] of steps.entries()) {
    for (const field of ['text', 'watch', 'meets'] as const) {
      const [english = '', told] = [own[at]![field], said[field]];
      if (told !== undefined) holdValues(english, told, `${path}.steps[${at}].${field}`);
    }
  }
}

/** The scenario as it is told in these words. They are held to it (holdStory) before. */
export function toldIn(scenario: Scenario, words: StoryWords): Scenario {
  const { steps: said, title = scenario.title, what = scenario.what, ...rest } = words;
  const steps = scenario.steps?.map((step, at) => {
    const { caption, title, text: prose, watch, meets } = { ...step, ...said?.[at] };
    return {
      ...{ ...step, title: title ?? step.title, text: prose ?? step.text },
      ...{ caption: caption ?? step.caption, watch, meets },
    };
  });
  return { ...scenario, ...rest, title, what, ...(steps && { steps }) };
}
