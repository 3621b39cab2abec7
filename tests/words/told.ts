// What stories, labs and talks tell, for tests of their sentences: each string with the file it stands in, links and
// asterisks taken away. Addresses, names of settings and ids are left out.

import { readdirSync, readFileSync } from 'node:fs';
import { withoutLinks } from '../../web/base/links.ts';
import type { StepClaim, StepValue } from '../../web/scenario/step-schema.ts';

const folder = 'scenarios';
/** Folders of data, not of texts. */
const data = ['claims', 'fidelity', 'platforms', 'published', 'schema'];

export interface Told {
  /** Of the file, without folder and ending: "pcp/one-zone". */
  readonly name: string;
  readonly said: string;
}

export interface ToldStep {
  readonly title: string;
  readonly text: string;
  readonly watch?: string;
  readonly hints?: readonly string[];
  readonly values?: readonly StepValue[];
  readonly claims?: readonly StepClaim[];
}

export interface ToldStory {
  readonly name: string;
  readonly title: string;
  readonly question: string;
  readonly what: string;
  readonly why: string;
  readonly not_modelled?: readonly string[];
  readonly notes?: readonly string[];
  readonly variants: readonly {
    readonly kernel: {
      readonly version: string;
      readonly cache_aware?: { readonly switches?: { readonly nr_fits_margin?: boolean } };
    };
  }[];
  readonly workload: { readonly name: string; readonly pages?: number };
  readonly steps: readonly ToldStep[];
}

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json') && !data.includes(file.split('/')[0]!))
  .map((file) => file.replace(/\.json$/, ''));
const fileOf = (name: string) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));

function* strings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) yield* strings(each);
}

/** The sentence as it is read. */
export const read = (text: string): string => withoutLinks(text).replaceAll('*', '');

/** All sentences of the files whose name matches. */
export const toldIn = (which: RegExp): Told[] =>
  names
    .filter((name) => which.test(name))
    .flatMap((name) =>
      [...strings(fileOf(name))]
        .filter((said) => said.includes(' '))
        .map((said) => ({ name, said: read(said) })),
    );

/** Those that say something, each with its place. */
export const telling = (pattern: RegExp, which: RegExp): string[] =>
  toldIn(which)
    .filter(({ said }) => pattern.test(said))
    .map(({ name, said }) => `${name}: ${said}`);

export const storyNamed = (name: string): ToldStory => ({ name, ...fileOf(name) });

/** The talk of a chapter: its notes are what a story tells in texts. */
export const talkNamed = (name: string): { steps: (Partial<ToldStep> & { note: string })[] } =>
  fileOf(`talks/${name}`);

/** Stories of the chapters, by their folders. */
export const toldStories: readonly ToldStory[] = names
  .filter((name) => /^(?:cache-aware|cpupri|pcp|split-llc)\//.test(name))
  .map(storyNamed);

/** What a story claims by that metric, or of decisions by that reason. */
export const claimsBy = ({ steps }: Pick<ToldStory, 'steps'>, by: string): StepClaim[] =>
  steps.flatMap(({ claims = [] }) =>
    claims.filter(({ metric, reason }) => metric === by || reason === by),
  );
