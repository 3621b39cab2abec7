// What each release left behind: its links, with what they opened as, and files that it wrote or shipped. A release is kept as
// links-<version>.json and files-<version>/, made by its own code, and never changed afterwards.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Recipe } from '../../web/scenario/index.ts';

export interface KeptLink {
  readonly what: string;
  readonly hash: string;
  readonly recipe: Recipe;
  readonly cpus: number;
  readonly seed: number;
  readonly duration: number;
  readonly variants: readonly string[];
  readonly choice: Readonly<Record<string, unknown>> & {
    readonly dock?: string;
    /** ns a second; null: at maximum speed, for which JSON has no number. */
    readonly speed: number | null;
  };
}

const folder = 'tests/links';

/** Versions of which something is kept, such as "1.0". */
export const releases: readonly string[] = readdirSync(folder)
  .flatMap((name) => /^links-(\d+\.\d+)\.json$/.exec(name)?.[1] ?? [])
  .sort();

export const linksOf = (release: string): readonly KeptLink[] =>
  JSON.parse(readFileSync(path.join(folder, `links-${release}.json`), 'utf8')).links;

export const fileOf = (release: string, name: string): string =>
  path.join(folder, `files-${release}`, name);
