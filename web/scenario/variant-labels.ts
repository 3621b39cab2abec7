// What variants are called once overrides have changed them: a label says what a kernel is, and "Patched" over one
// without a patch would be wrong wherever it is shown, said or saved.

import type { Json, JsonObject } from './json.ts';
import type { Override } from './overrides.ts';
import type { Scenario } from './schema.ts';

type Variant = Scenario['variants'][number];

/** Changes named in a label; more are counted. */
const named = 2;
/** As long as the format lets a label be. */
const longest = 120;

/** What a document has at the path of an override; undefined where it says nothing. */
function valueAt(document: JsonObject, [, id, ...keys]: readonly string[]): Json | undefined {
  const variants = Array.isArray(document.variants) ? (document.variants as JsonObject[]) : [];
  let at: Json | undefined = variants.find((variant) => variant.id === id);
  for (const key of keys) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonObject)[key];
  }
  return at;
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const nameOf = ({ path }: Override): string => path.split('.').at(-1)!;

/** Where a label itself says a number by the name of its setting: "Batch 31". */
const inLabel = (change: Override): RegExp =>
  new RegExp(`\\b(${nameOf(change).replaceAll('_', '[_ ]')}) \\d[\\d,.]*(?![\\w%])`, 'i');

const withChanges = (variant: Variant, changes: readonly Override[]): string => {
  const isSaid = (change: Override) =>
    typeof change.value === 'number' && inLabel(change).test(variant.label);
  const label = changes
    .filter(isSaid)
    .reduce((text, change) => text.replace(inLabel(change), `$1 ${change.value}`), variant.label);
  const others = changes.filter((change) => !isSaid(change));
  if (others.length === 0) return label.slice(0, longest);
  const said = others.map((change) => {
    const name = nameOf(change);
    return typeof change.value === 'object' ? `other ${name}` : `${name} ${change.value}`;
  });
  const all = said.length <= named ? said.join(', ') : `${said.length} settings changed`;
  return `${label}, ${all}`.slice(0, longest);
};

/**
 * The scenario with the labels of its changed variants made true: that of a variant with the same kernel and
 * workload, else its own with what was changed. `document` is what the overrides changed.
 */
export function relabelled(
  scenario: Scenario,
  document: JsonObject,
  overrides: readonly Override[],
): Scenario {
  const changesOf = ({ id }: Variant) => {
    const own = overrides.filter(({ path }) => path.startsWith(`variant.${id}.`));
    const isNamed = own.some(({ path }) => path === `variant.${id}.label`);
    const isOther = ({ path, value }: Override) =>
      !isSame(valueAt(document, path.split('.')), value);
    return isNamed ? [] : own.filter(isOther);
  };
  const { variants } = scenario;
  const variantsNow = variants.map((variant) => {
    const changes = changesOf(variant);
    if (changes.length === 0) return variant;
    const twin = variants.find(
      (other) =>
        other !== variant &&
        isSame([other.kernel, other.workload], [variant.kernel, variant.workload]) &&
        changesOf(other).length === 0,
    );
    return { ...variant, label: twin?.label ?? withChanges(variant, changes) };
  });
  return { ...scenario, variants: variantsNow };
}
