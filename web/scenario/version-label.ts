// The version of a kernel in a scenario is a label: the behaviour of a version is written as options beside it, or
// chosen as a release (releases.ts). Says so wherever a reader could take it for more.

import type { Override } from './overrides.ts';
import { ownOptionsOf } from './releases.ts';
import type { Variant } from './schema.ts';

/** Whose code the core follows where no option says otherwise. */
export const modelledVersion = '6.18';

const numberOf = (version: string): string | undefined => version.match(/^v?(\d+\.\d+)/)?.[1];

/** Sets something besides its name and where the fields of root_domain lie. */
const setsOptions = ({ kernel }: Variant): boolean =>
  Object.keys(kernel).some((key) => key !== 'version' && key !== 'layout' && key !== 'fair');

/** Whether a variant is called after another kernel than the modelled one and sets nothing that would make it one. */
const isOnlyLabel = (variant: Variant): boolean =>
  variant.kernel.version !== undefined &&
  numberOf(variant.kernel.version) !== modelledVersion &&
  !setsOptions(variant);

/** The version of a variant's kernel as a picture or a file may say it; `release`: of the scenario. */
export function versionWords(variant: Variant | undefined, release?: string): string {
  const { version = '', linux = release } = variant?.kernel ?? {};
  if (linux !== undefined) return `${linux.slice(1)} (by its switches)`;
  return variant && isOnlyLabel(variant)
    ? `${version} (a label; runs as ${modelledVersion})`
    : version;
}

function releaseNotice(id: string, linux: string, kept: readonly string[]): string {
  const but = kept.length > 0 ? `, but sets ${kept.join(', ')} itself` : '';
  return `Variant ${id} runs with the switches of Linux ${linux.slice(1)}${but}; the rest is ${modelledVersion} (schedscape versions lists both).`;
}

/**
 * A sentence for each variant that is called after another kernel than the modelled one, and either sets no option or got
 * its name from an override; and for each that names a release.
 */
export function versionNotices(
  variants: readonly Variant[],
  overrides: readonly Override[],
  release?: string,
): string[] {
  return variants.flatMap((variant, index) => {
    const { id, kernel } = variant;
    const { version, linux = release } = kernel;
    if (linux !== undefined) return [releaseNotice(id, linux, ownOptionsOf({ ...kernel, linux }))];
    if (version === undefined || numberOf(version) === modelledVersion) return [];
    const paths = [`variant.${id}.kernel.version`, `variants.${index}.kernel.version`];
    const isChosen = overrides.some(({ path }) => paths.includes(path));
    if (!isChosen && !isOnlyLabel(variant)) return [];
    const but = setsOptions(variant) ? ' with the options that the variant sets' : '';
    return [
      `Variant ${id}: the kernel version "${version}" is a label and sets no switch; what runs is ${modelledVersion}${but}. For the switches of a release set linux, such as linux=v6.6.`,
    ];
  });
}
