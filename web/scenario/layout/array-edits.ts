// The edits of root_domain's layout that change what is an array of what: the arrays of cpupri, and the overload count.

import { done, type EditOutcome, refused, unknown } from './edit-outcome.ts';
import {
  arrayMember,
  containerOf,
  countsPerNode,
  isPerNode,
  isVectored,
  type Levels,
  type Member,
  oneCount,
  type RootDomain,
  splitArrays,
  vectorMembers,
  vectors,
} from './root-domain-struct.ts';

export function cut(layout: RootDomain, name: string, at: number): EditOutcome {
  const index = layout.cpupri.findIndex((member) => member.name === name);
  const array = layout.cpupri[index];
  if (!array) return containerOf(layout, name) ? notArray(name) : unknown(layout, name);
  const { levels } = array;
  if (!levels) return notArray(name);
  if (!Number.isInteger(at) || at <= levels.first || at > levels.last) {
    return refused(
      levels.first === levels.last
        ? `${name} is a single element.`
        : `${name} cannot be split before level ${at}.`,
      levels.first === levels.last
        ? undefined
        : `Choose a level from ${levels.first + 1} to ${levels.last}.`,
    );
  }
  const { extra, padding } = array;
  const halves = [
    { ...arrayMember({ ...levels, last: at - 1 }), extra, padding },
    arrayMember({ ...levels, first: at }),
  ];
  return done({ ...layout, cpupri: layout.cpupri.toSpliced(index, 1, ...halves) });
}

const notArray = (name: string): EditOutcome =>
  refused(`${name} is not an array.`, 'Only the arrays of cpupri can be split and merged.');

export function mergeArrays(layout: RootDomain, name: string): EditOutcome {
  const index = layout.cpupri.findIndex((member) => member.name === name);
  const array = layout.cpupri[index];
  if (!array) return containerOf(layout, name) ? notArray(name) : unknown(layout, name);
  if (!array.levels) return notArray(name);
  const next = layout.cpupri[index + 1];
  if (!next?.levels || !continues(array.levels, next.levels)) {
    return refused(
      `The field after ${name} does not continue it.`,
      'Move the rest of the array behind it first.',
    );
  }
  const { extra, padding } = array;
  const whole = { ...arrayMember({ ...array.levels, last: next.levels.last }), extra, padding };
  return done({ ...layout, cpupri: layout.cpupri.toSpliced(index, 2, whole) });
}

const continues = (array: Levels, next: Levels): boolean =>
  next.of === array.of && next.first === array.last + 1;

/** The arrays replaced by others, where the first of them was. */
function withArrays(layout: RootDomain, arrays: readonly Member[]): readonly Member[] {
  const first = layout.cpupri.findIndex(({ levels }) => levels);
  const before = layout.cpupri.slice(0, first);
  const behind = layout.cpupri.slice(first).filter(({ levels }) => !levels);
  return [...before, ...arrays, ...behind];
}

export function split(layout: RootDomain): EditOutcome {
  if (!isVectored(layout)) {
    return refused('Counts and masks are split already.', 'Join them to get vectors again.');
  }
  return done({ ...layout, cpupri: withArrays(layout, splitArrays) });
}

export function join(layout: RootDomain): EditOutcome {
  if (isVectored(layout)) {
    return refused('Counts and masks are one struct cpupri_vec already.', 'Split them first.');
  }
  return done({
    ...layout,
    cpupri: withArrays(layout, [vectors]),
    cpupri_vec: vectorMembers,
  });
}

// ---- the overload count -------------------------------------------------------------------------

/** `gone` taken out and `come` declared behind the member `after`, as the patch and the baseline do. */
function replaced(layout: RootDomain, gone: Member, come: Member, after: string): EditOutcome {
  const rest = layout.root_domain.filter(({ name }) => name !== gone.name);
  const at = rest.findIndex(({ name }) => name === after) + 1;
  return done({ ...layout, root_domain: rest.toSpliced(at, 0, come) });
}

export function perNode(layout: RootDomain): EditOutcome {
  if (isPerNode(layout)) {
    return refused('RT overload is counted by node already.', 'Choose the single count first.');
  }
  return replaced(layout, oneCount, countsPerNode, 'dlo_count');
}

export function single(layout: RootDomain): EditOutcome {
  if (!isPerNode(layout)) {
    return refused('RT overload is counted in one word already.', 'Choose per-node counts first.');
  }
  return replaced(layout, countsPerNode, oneCount, 'refcount');
}
