// What becomes of an edit of root_domain's layout: another layout, or a sentence that says what is in the way.

import { isVectored, type RootDomain } from './root-domain-struct.ts';

export type EditOutcome =
  | { readonly ok: true; readonly layout: RootDomain }
  /** `reason` is a sentence: what is in the way; `remedy` says what would do, if anything. */
  | { readonly ok: false; readonly reason: string; readonly remedy: string | undefined };

export const refused = (reason: string, remedy?: string): EditOutcome => ({
  ok: false,
  reason,
  remedy,
});
export const done = (layout: RootDomain): EditOutcome => ({ ok: true, layout });

export const SAME_STRUCT =
  'count[i] and mask[i] are one struct cpupri_vec, 101 of them in an array.';
export const SPLIT_FIRST = 'Split them first, or change the order inside the struct.';
export const element = /^(count|mask|pri_to_cpu)\[(\d+)(?:\.\.(\d+))?\]$/;

/** Why there is no member of that name. */
export function unknown(layout: RootDomain, name: string): EditOutcome {
  const levels = element.exec(name);
  if (levels && levels[1] !== 'pri_to_cpu' && isVectored(layout)) {
    return refused(`${name} cannot be changed alone: ${SAME_STRUCT}`, SPLIT_FIRST);
  }
  if (levels && isVectored(layout) === (levels[1] === 'pri_to_cpu')) {
    return refused(
      `${name} is part of a longer array, whose elements lie one after the other.`,
      'Split the array first.',
    );
  }
  const names = (['root_domain', 'cpupri', 'cpupri_vec'] as const).flatMap((container) =>
    container === 'cpupri_vec' && !isVectored(layout)
      ? []
      : layout[container].map((member) => member.name),
  );
  return refused(`There is no member ${name} in this layout.`, `It has ${names.join(', ')}.`);
}
