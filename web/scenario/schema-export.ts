// The JSON Schemas of our formats, generated from the schemas that validate them. For editors and for authors of
// such files; schema.test.ts keeps scenarios/schema/ equal to this.

import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { ClaimsSchema } from './claims/schema.ts';
import { LineSchema } from './common-schema.ts';
import { LabSchema } from './lab/lab-schema.ts';
import { SheetSchema } from './lab/sheet.ts';
import { LayoutSchema } from './layout-schema.ts';
import { MeasuredSchema, OwnSourceSchema } from './measured.ts';
import { RecipeSchema } from './recipe-schema.ts';
import { ScenarioSchema } from './schema.ts';
import { StoriesSchema, stories } from './stories.ts';
import { TalkSchema } from './talk/talk-schema.ts';
import { AdjustSchema, cycles, quality, source, TimingsSchema, unit } from './timings-schema.ts';
import {
  CountedTopologySchema,
  ListedTopologySchema,
  TopologiesSchema,
} from './topology-schema.ts';

/** Rules that JSON Schema cannot say (ranges of times, agreement of fields) are left to us. */
const config: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  ignoreActions: ['check', 'raw_check'],
};

/** What several fields share is said once. */
const shared: Readonly<Record<string, GenericSchema>> = {
  adjust: AdjustSchema,
  figureUnit: unit,
  inCycles: cycles,
  layout: LayoutSchema,
  line: LineSchema,
  measured: MeasuredSchema,
  ownSource: OwnSourceSchema,
  quality,
  scenario: ScenarioSchema,
  source,
  timings: TimingsSchema,
  topologyByCounts: CountedTopologySchema,
  topologyByLists: ListedTopologySchema,
};

const published: Readonly<Record<string, { title: string; schema: GenericSchema }>> = {
  scenario: { title: 'Schedscape scenario, version 1', schema: ScenarioSchema },
  recipe: { title: 'Schedscape recipe, version 1', schema: RecipeSchema },
  lab: { title: 'Schedscape lab, version 1', schema: LabSchema },
  sheet: { title: 'Schedscape sheet of a lab, version 1', schema: SheetSchema },
  talk: { title: 'Schedscape talk, version 1', schema: TalkSchema },
  topologies: { title: 'Schedscape machine shapes, version 1', schema: TopologiesSchema },
  claims: { title: 'Schedscape claims, version 1', schema: ClaimsSchema },
  stories: { title: 'Schedscape stories, version 1', schema: StoriesSchema },
  timings: { title: 'Schedscape timings of a machine, version 1', schema: TimingsSchema },
};

/** The text of each file of scenarios/schema, by its name without ".json". */
export function schemaFiles(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(published).map(([name, { title, schema }]) => {
      const definitions = Object.fromEntries(
        Object.entries(shared).filter(([, definition]) => definition !== schema),
      );
      const { $schema, $defs = {}, ...rest } = toJsonSchema(schema, { ...config, definitions });
      const document = { $schema, title, ...rest, $defs: reachable(rest, $defs) };
      return [name, `${JSON.stringify(document, null, 1)}\n`];
    }),
  );
}

/** scenarios/schema/story.gen.ts: the ids of the stories as a type. */
export const storyType =
  (): string => `// Made from ../stories.json by web/scenario/schema.test.ts; see there.

export type Story =
${stories.map((story) => `  | '${story}'`).join('\n')};
`;

/** The definitions that a document refers to, directly or through another. */
function reachable<Definition>(
  from: object,
  definitions: Record<string, Definition>,
): Record<string, Definition> {
  const used: Record<string, Definition> = {};
  const open: unknown[] = [from];
  while (open.length > 0) {
    for (const [, name] of JSON.stringify(open.pop()).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      if (Object.hasOwn(used, name!)) continue;
      used[name!] = definitions[name!]!;
      open.push(used[name!]);
    }
  }
  return used;
}
