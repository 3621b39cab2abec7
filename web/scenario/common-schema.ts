// Fields that several formats share: texts, moments, variants and their sides, a cache line.

import * as v from 'valibot';
import { formed, integer, oneOf, optional, record, rule, text, time } from './fields.ts';
import { DURATION_NS } from './limits.ts';

export const paragraph = (what: string) => text(4000, what);
export const label = (what: string) => text(120, what);
export const momentSchema = (what: string) => time(0, DURATION_NS, what);
export const variantId = oneOf(['A', 'B', 'C', 'D'], 'the id of a variant');
/** Which variants are on stage. */
export const side = oneOf(
  ['A', 'B', 'C', 'D', 'A|B', 'A|C', 'B|C', 'A|D', 'B|D', 'C|D', 'A|B|C', 'A|B|C|D'],
  'the variants on stage',
);
export const mark = formed(
  /^[a-z0-9][a-z0-9-]{0,39}$/,
  'a short id',
  'small letters, digits and -, at most 40',
);

/** A cache line of a structure, by number or by a field that lies on it. */
export const LineSchema = v.pipe(
  record(
    {
      structure: text(64, 'the structure as the core names it'),
      line: optional(integer(1, 4096, 'the line in the structure, the first is 1')),
      field: optional(text(64, 'a field on the line')),
      index: optional(integer(0, 4096, 'the element, if the field is an array')),
      instance: optional(integer(0, 16_384, 'which one of the structures (0)')),
    },
    'a cache line',
  ),
  rule(
    (line) => (line.line === undefined) !== (line.field === undefined),
    'needs a line number or a field',
    'write exactly one of line and field',
  ),
);
export type LineReference = v.InferOutput<typeof LineSchema>;
