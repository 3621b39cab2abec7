// The order in which files of tests begin: those that take longest first, so that at the end no processor waits for
// another's. By itself the runner goes by the size of a file, and what takes minutes is short to write.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a quarter of a minute and more. What is missing here costs time, nothing else. */
const long = [
  /\/engine\/labs/,
  /\/engine\/steps-\d/,
  /\/determinism\/ways-\d/,
  /\/engine\/one-truth-\d/,
  /\/determinism\/(?:hash|policy)/,
  /\/cli\/resume/,
  /\/cluster\//,
  /\/policy\/meaning/,
  /\/engine\/(?:fair-history|beginning|split-llc|page-lists|asks|sis-util)/,
  /\/package\/package/,
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = long.findIndex((pattern) => pattern.test(moduleId));
  return rank < 0 ? long.length : rank;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
