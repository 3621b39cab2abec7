// The stories: what scenarios/stories.json says of each, and its format. A chapter more is an entry there and a folder
// of scenarios; nothing here knows one by name.

import * as v from 'valibot';
import type { Story } from '../../scenarios/schema/story.gen.ts';
import content from '../../scenarios/stories.json' with { type: 'json' };
import { ScenarioError } from './error.ts';
import {
  formed,
  list,
  oneOf,
  optional,
  record,
  rule,
  tableSchema,
  text,
  validated,
} from './fields.ts';
import { plainJson } from './json.ts';
import { type Tab, tabs } from './tabs.ts';

export type { Story };

const id = (what: string) =>
  formed(/^[a-z0-9][a-z0-9-]{0,39}$/, what, 'small letters, digits and -, at most 40');
const machine = text(80, 'the machine that figures were measured on');

const scenarioList = (part: string) =>
  list(id('a scenario of the folder, without it'), 0, 64, `what to ${part}, in order`);

/** In which parts a chapter is read, in their order. */
export const readingParts = ['understand', 'measure', 'try'] as const;
export type ReadingPart = (typeof readingParts)[number];

const ReadingSchema = v.pipe(
  record(
    {
      understand: scenarioList('understand'),
      measure: scenarioList('measure'),
      try: scenarioList('try'),
    },
    'its scenarios in the order in which they are read: small machines before large ones',
  ),
  rule(
    (reading) => {
      const all = readingParts.flatMap((part) => reading[part]);
      return new Set(all).size === all.length;
    },
    'names a scenario twice',
    'list each in one part only',
  ),
);

const StorySchema = v.pipe(
  record(
    {
      id: id('the id of the story, as scenarios and claims write it'),
      name: text(20, 'its short name'),
      question: text(200, 'what it asks'),
      about: text(80, 'the part of the kernel it is about, in a few words'),
      folder: id('the folder of its scenarios below scenarios/'),
      flagship: text(120, 'the scenario that stands for it'),
      reading: ReadingSchema,
      machine: optional(machine),
      published: optional(
        tableSchema(
          id('the name of a file of scenarios/published'),
          record(
            {
              machines: optional(
                tableSchema(id('the id of a figure'), machine, 64, 'figures of another machine'),
              ),
            },
            'what to know about a published file',
          ),
          32,
          'the published files that belong to it, in the order of a report',
        ),
      ),
      views: optional(
        list(
          oneOf(tabs, 'a view'),
          1,
          tabs.length,
          'views that only the stories that name them have',
        ),
      ),
      benchmarks: optional(
        id('the published file whose benchmarks stand beside the curves, one that belongs to it'),
      ),
    },
    'a story',
  ),
  rule(
    ({ folder, flagship }) => flagship.startsWith(`${folder}/`),
    'has a flagship that is not in its folder',
    'name one of its own scenarios, with the folder',
  ),
  rule(
    ({ benchmarks, published = {} }) =>
      benchmarks === undefined || Object.hasOwn(published, benchmarks),
    'shows benchmarks of a file that does not belong to it',
    'list the file under published, too',
  ),
);

export const StoriesSchema = v.pipe(
  record(
    {
      $schema: optional(text(200, 'the JSON Schema, for editors')),
      format: v.literal('schedscape-stories/1'),
      what: text(400, 'what the file is'),
      stories: list(StorySchema, 1, 64, 'the stories, in the order in which they are offered'),
    },
    'the stories',
  ),
  rule(
    ({ stories }) =>
      ['id', 'folder'].every(
        (key) => new Set(stories.map((each) => each[key as 'id'])).size === stories.length,
      ),
    'has two stories of one id or folder',
    'give each its own',
  ),
);

export type StoryEntry = v.InferOutput<typeof StorySchema> & { readonly id: Story };

/** The stories of a file in this format. Throws ScenarioError. */
export function parseStories(file: unknown): readonly StoryEntry[] {
  return validated(StoriesSchema, plainJson(file), 'stories').stories as readonly StoryEntry[];
}

export const storyEntries: readonly StoryEntry[] = parseStories(content);

/** Their ids, in their order. */
export const stories: readonly Story[] = storyEntries.map((each) => each.id);

export function storyNamed(story: Story): StoryEntry {
  const found = storyEntries.find((each) => each.id === story);
  if (found) return found;
  throw new ScenarioError('story', `${story} is not a story`, `write one of ${stories.join(', ')}`);
}

/** What of the app depends on the story: it comes with an opened scenario, so that the page needs no list of stories. */
export interface Chapter {
  /** Its address and what it is called where there is little room; undefined for a story of nowhere. */
  readonly home?: { readonly folder: string; readonly name: string };
  /** Views that are offered in other stories only. */
  readonly withheld: readonly Tab[];
  /** A published file whose benchmarks stand beside the curves, and the claims that speak of it. */
  readonly benchmarks?: { readonly file: string; readonly claims: string };
}

/** A view that some story names is offered only in the stories that name it. */
export function chapterOf(story: Story, all: readonly StoryEntry[] = storyEntries): Chapter {
  const own = all.find((each) => each.id === story);
  const named = new Set(all.flatMap(({ views = [] }) => views));
  const withheld = [...named].filter((view) => !own?.views?.includes(view));
  const file = own?.benchmarks;
  return {
    withheld,
    ...(own && { home: { folder: own.folder, name: own.name } }),
    ...(file !== undefined && { benchmarks: { file, claims: `claims/${story}` } }),
  };
}
