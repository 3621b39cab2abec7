// What variants are called once overrides have changed them: a label says what a kernel is, and "Patched" over one
// without a patch would be wrong wherever it is shown, said or saved.

import { capitalised } from '../base/capital.ts';
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

/** Settings that the kernel calls otherwise than a scenario does. */
const kernelNames: Readonly<Record<string, string>> = {
  aggr_tolerance: 'llc_aggr_tolerance',
  epoch_period: 'llc_epoch_period',
};

const nameOf = ({ path }: Override): string => {
  const name = path.split('.').at(-1)!;
  return kernelNames[name] ?? name;
};

const literally = (text: string): string => text.replace(/[^\w]/g, '\\$&');

/**
 * Where a label itself says the value of a setting: a number by its name, "Batch 31", and a word as it is, "Cache-aware,
 * v2". Undefined for what no label says so.
 */
function inLabel(change: Override, before: Json | undefined): RegExp | undefined {
  const { value } = change;
  if (typeof value === 'number')
    return new RegExp(`\\b(${nameOf(change).replaceAll('_', '[_ ]')} )\\d[\\d,.]*(?![\\w%])`, 'i');
  if (typeof value !== 'string' || typeof before !== 'string') return undefined;
  return new RegExp(`(^|[^\\w-])${literally(before)}(?![\\w-])`, 'i');
}

const withChanges = (
  variant: Variant,
  changes: readonly Override[],
  before: (change: Override) => Json | undefined,
): string => {
  let { label } = variant;
  const others = changes.filter((change) => {
    const found = inLabel(change, before(change));
    if (!found?.test(label)) return true;
    label = capitalised(label.replace(found, `$1${change.value}`));
    return false;
  });
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
  const before = ({ path }: Override) => valueAt(document, path.split('.'));
  const changesOf = ({ id }: Variant) => {
    const own = overrides.filter(({ path }) => path.startsWith(`variant.${id}.`));
    const isNamed = own.some(({ path }) => path === `variant.${id}.label`);
    const isOther = (change: Override) => !isSame(before(change), change.value);
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
    return { ...variant, label: twin?.label ?? withChanges(variant, changes, before) };
  });
  return { ...scenario, variants: variantsNow };
}
