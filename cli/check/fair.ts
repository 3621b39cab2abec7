// Vector files of the fair scheduler. Each kind of case is read and run in a file beside this one.

import { BALANCE_KINDS } from './fair-balance.ts';
import { readEevdf } from './fair-eevdf.ts';
import { PLACE_KINDS } from './fair-place.ts';
import { RULE_KINDS, type Runnable } from './fair-rules.ts';
import { isObject, JsonField } from './json-fields.ts';
import type { CaseResult, ProbeRunner, VectorFormat } from './types.ts';

const FORMAT = 'fair-vectors/1';

const READERS: Readonly<Record<string, (field: JsonField, id: string) => Runnable>> = {
  ...RULE_KINDS,
  ...PLACE_KINDS,
  ...BALANCE_KINDS,
  eevdf: readEevdf,
};

function readCase(field: JsonField, index: number): Runnable {
  const read = READERS[field.at('kind').oneOf(Object.keys(READERS))] as (typeof READERS)[string];
  return read(field, field.at('id').text(`cases[${index}]`));
}

function* run(cases: Runnable[], probe: ProbeRunner): Generator<CaseResult> {
  for (const runCase of cases) yield runCase(probe);
}

export const fairVectors: VectorFormat = {
  name: 'fair-vectors',
  recognises: (file) => isObject(file) && file.format === FORMAT,
  /** Reads the whole file before the first case runs: a malformed one yields no results. */
  check: (file, probe) => run(new JsonField(file, '').at('cases').items().map(readCase), probe),
};
