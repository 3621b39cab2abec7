// The order in which files of tests begin: those that take longest first (tools/lib/vitest-groups.mjs), so that at the end no
// processor waits for another's. By itself the runner goes by the size of a file, and what takes minutes is short to write.

import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { rankOf } from '../tools/lib/vitest-groups.mjs';

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => rankOf(moduleId);
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
