// A recipe in which threads read and write the fields of a pasted structure: as declared in A, and elsewhere in B.

import { blankScenario } from '../../../scenario/program/other-workload.ts';
import type { WorkloadForm } from '../../../scenario/program/schema.ts';

/** Where it opens: its threads run then, on the largest machines, too. Before, other lines are the hot ones. */
const opensAt = '1 ms';

export interface Workbench {
  /** With the fields of the structure; where B has them is said there, or each has a line of its own. */
  readonly workload: WorkloadForm;
  /** What A and B are called. */
  readonly declared: string;
  readonly moved: string;
  /** In place of a small machine. */
  readonly platform?: unknown;
  readonly machine?: unknown;
}

/** As the file of a recipe has it. */
export function workbenchRecipe({ workload, declared, moved, platform, machine }: Workbench) {
  const [variant] = blankScenario.variants as unknown as readonly { readonly kernel: object }[];
  return {
    format: 'schedscape-recipe/3',
    scenario: {
      ...blankScenario,
      ...(platform !== undefined && { platform }),
      variants: [
        { id: 'A', label: declared, kernel: variant!.kernel },
        { id: 'B', label: moved, kernel: variant!.kernel },
      ],
    },
    ...(machine !== undefined && { machine }),
    workload,
    set: { 'variant.B.workload.fields': 'moved' },
    view: { tab: 'c2c' },
    playhead: opensAt,
  };
}
