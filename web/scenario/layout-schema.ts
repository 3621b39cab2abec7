// The format of a layout of root_domain: offsets of its fields, or edits of a layout that is known; and of
// other structures: edits of what the kernel has.

import type * as v from 'valibot';
import {
  flagSchema,
  formed,
  integer,
  list,
  oneOf,
  optional,
  record,
  tableSchema,
} from './fields.ts';
import { editForms, editPattern, layoutNames, structureKeys } from './layout/index.ts';
import { LAYOUT_EDITS } from './limits.ts';

/** Bytes of the largest root_domain: more than four times the largest of the patches. */
const ROOT_DOMAIN_BYTES = 65_536;

export const LayoutSchema = record(
  {
    size: integer(64, ROOT_DOMAIN_BYTES, 'the size of root_domain in bytes'),
    offsets: tableSchema(
      formed(
        /^[a-z_][a-z0-9_.[\]]{0,63}$/,
        'the name of a field of root_domain',
        'as the kernel names it, such as rto_mask',
      ),
      integer(0, ROOT_DOMAIN_BYTES - 2, 'the offset of a field in bytes'),
      256,
      'the offset of each field',
    ),
    rto_count_per_node: optional(
      flagSchema('the RT overload count is split by node, as patch 3 does'),
    ),
  },
  'a layout of root_domain',
);
export type KernelLayout = v.InferOutput<typeof LayoutSchema>;

export const layoutEdits = list(
  formed(editPattern, 'an edit of the layout', editForms),
  0,
  LAYOUT_EDITS,
  'edits of the layout, in order',
);
export const layoutBase = oneOf(layoutNames, 'the layout that the edits change');
/** Edits of structures other than root_domain, each as the kernel has it. */
export const structureEdits = tableSchema(
  formed(
    new RegExp(`^(?:${structureKeys.join('|')})$`),
    'a structure of the simulated kernel',
    `one of ${structureKeys.join(', ')}`,
  ),
  layoutEdits,
  structureKeys.length,
  'edits of other structures: move, align and pad their members',
);
export const EditedLayoutSchema = record(
  { base: layoutBase, edits: layoutEdits, structures: optional(structureEdits) },
  'a layout of root_domain by edits, and of other structures',
);
export type EditedLayout = v.InferOutput<typeof EditedLayoutSchema>;
