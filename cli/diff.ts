// `diff`: what differs between two runs that links, files or names tell of, and the link that stands them side by side.
// Runs nothing.

import {
  apart,
  areSameRun,
  type ComparedRun,
  differences,
  type FieldDifference,
  shownDifferences,
  shownVariant,
  standBeside,
  valueText,
} from '../web/scenario/compare.ts';
import { hashOfRecipe } from '../web/scenario/index.ts';
import type { Json } from '../web/scenario/json.ts';
import { open } from './opened.ts';
import { readOptions } from './options.ts';
import { tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode } from './usage.ts';

export const diffUsage =
  'schedscape diff <link|file|scenario> <link|file|scenario> [--variants A,A] [--json]';

/** Version of the JSON that `diff --json` prints; it only grows fields within a version. */
const diffFormat = 'schedscape-diff/1';

const optionTypes = {
  variants: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Characters of a value in the table: longer ones are told whole by --json. */
const longest = 60;

const shown = (value: Json | undefined): string => valueText(value, '-', longest);

function print(field: string, found: readonly FieldDifference[], terminal: Terminal): void {
  const rows = found.map(({ path, one, other }) => [path, shown(one), shown(other)]);
  for (const line of tableLines([[field, 'the first', 'the second'], ...rows])) terminal.out(line);
}

export async function diff(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, diffUsage);
  if (positionals.length !== 2) throw wrong('name two links, files or scenarios');
  const named = values.variants?.split(',') ?? [];
  if (values.variants !== undefined && named.length !== 2)
    throw wrong(`--variants ${values.variants}: must be two letters such as A,B`);
  const [one, other] = (await Promise.all(
    positionals.map(async (scenario, at) => {
      const opened = await open({ scenario });
      return { opened, variant: named[at] ?? shownVariant(opened) };
    }),
  )) as [ComparedRun, ComparedRun];
  for (const { opened } of [one, other]) for (const notice of opened.notices) terminal.err(notice);
  const found = differences(one, other);
  const kept = shownDifferences(one, other);
  const isSame = areSameRun(one, other);
  const why = apart(one, other);
  const link = why === undefined && !isSame ? hashOfRecipe(standBeside(one, other)) : undefined;
  if (values.json) {
    const said = {
      format: diffFormat,
      same: isSame,
      differences: found,
      shown: kept,
      apart: why,
      link,
    };
    terminal.out(JSON.stringify(said, undefined, 2));
    return exitCode.done;
  }
  if (isSame) terminal.out('Both are the same run: the core receives the same input.');
  if (found.length > 0) print('field', found, terminal);
  if (kept.length > 0) print('shown', kept, terminal);
  if (!isSame && why !== undefined) terminal.out(`They cannot be shown as A and B: ${why}.`);
  if (link) terminal.out(`Side by side, with the first as A: ${link}`);
  return exitCode.done;
}
