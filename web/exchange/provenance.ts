// What every exported file says of itself: the run it came from, precisely enough to run it again,
// and what the simulation leaves out. Says nothing about formats; each writer places these words.

import { version } from '../../package.json';
import { visible } from '../base/visible.ts';
import {
  hashOfRecipe,
  type OpenedRecipe,
  type OpenedScenario,
  versionWords,
} from '../scenario/index.ts';

export interface Provenance {
  readonly program: 'Schedscape';
  readonly version: string;
  /** Name below scenarios/, or the title of one that came inline. */
  readonly scenario: string;
  readonly title: string;
  readonly variants: readonly VariantProvenance[];
  readonly seed: number;
  /** Fragment of an address, and argument of `run --recipe`, that gives the same run. */
  readonly recipe: string | undefined;
  readonly notModelled: readonly string[];
}

export interface VariantProvenance {
  readonly id: string;
  readonly label: string;
  /** Of a run. */
  readonly kernel: string;
  /** It is a trace, not a run. */
  readonly isRecorded?: boolean;
}

/**
 * Of the given variants of an opened scenario, one of which may be what was recorded; the recipe is left out where there is
 * none.
 */
export function provenanceOf(
  opened: OpenedScenario & Partial<Pick<OpenedRecipe, 'recipe'>>,
  ids: readonly string[],
  recorded?: string,
): Provenance {
  const { scenario, recipe } = opened;
  return {
    program: 'Schedscape',
    version,
    scenario: opened.name ?? scenario.title,
    title: scenario.title,
    variants: scenario.variants
      .filter(({ id }) => ids.includes(id))
      .map((variant) => {
        const { id, label } = variant;
        return id === recorded
          ? { id: 'R', label, kernel: '', isRecorded: true }
          : { id, label, kernel: versionWords(variant, scenario.linux) };
      }),
    seed: opened.seed,
    recipe: recipe && hashOfRecipe(recipe),
    notModelled: scenario.not_modelled ?? [],
  };
}

/** On one line: no line of a file that begins as a comment may end early, or steer a terminal. */
const plain = (text: string): string => visible(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));

const variantText = ({ id, label, kernel, isRecorded }: VariantProvenance): string =>
  isRecorded
    ? `${id} (${label}, a trace, not a run)`
    : `variant ${id} (${label}${kernel === '' ? '' : `, Linux ${kernel}`})`;

/** "cpupri/ffmpeg-480, variant A (Baseline, Linux 6.16), seed 1, Schedscape 1.0.0" */
export function provenanceText({ scenario, variants, seed, version: made }: Provenance): string {
  const parts = [scenario, ...variants.map(variantText), `seed ${seed}`, `Schedscape ${made}`];
  return plain(parts.join(', '));
}

/** The same as lines of a comment, without the marks that make them one. */
export function provenanceLines(provenance: Provenance): string[] {
  const { version: made, scenario, title, variants, seed, recipe, notModelled } = provenance;
  return [
    `Schedscape ${made}, simulated`,
    `scenario: ${scenario} (${title})`,
    ...variants.map(variantText),
    `seed: ${seed}`,
    ...(recipe === undefined ? [] : [`recipe: ${recipe}`]),
    ...notModelled.map((limit) => `limit: ${limit}`),
  ].map(plain);
}
