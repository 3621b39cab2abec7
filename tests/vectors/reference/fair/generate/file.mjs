// The file of further cases, as text: what the generators made, with the reference's answers.

import { Random } from '../../generate/random.mjs';
import { answer } from '../answers.mjs';
import { orderCases } from './order.mjs';
import { passCases } from './passes.mjs';
import { placeCases } from './places.mjs';
import { ruleCases } from './rules.mjs';

const HEAD = {
  format: 'fair-vectors/1',
  kernel: 'v6.18 (stable tag 6.18.2): kernel/sched/fair.c, pelt.c, core.c, syscalls.c',
  generated_by:
    'node tests/vectors/reference/generate.mjs: a second implementation of the rules, written from their description alone, which reproduces all 118 cases of fair-vectors.json. Defaults and reading as there.',
};
const SOURCE = 'second implementation (tests/vectors/reference/fair)';

/** Kind, name and derivation first; the answer last. */
function finished({ id, kind, topology, state, input, derivation, ...made }) {
  const place = topology ? { topology, state } : {};
  const expect = answer({ kind, topology, state, input, ...made });
  return { id: `further-${kind}-${id}`, kind, ...place, input, expect, derivation, source: SOURCE };
}

const withoutNotes = ({ shows: _, ...made }) => made;

/** One stream of random numbers a subject: a case more of one changes no case of another. */
function allCases() {
  return [
    ...ruleCases(new Random(618)),
    ...orderCases(new Random(619)),
    ...placeCases(new Random(620)),
    ...passCases(new Random(621)),
  ]
    .map(withoutNotes)
    .map(finished);
}

export function fairFurther() {
  const head = Object.entries(HEAD).map(
    ([key, value]) => ` ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  );
  const cases = allCases().map((made) => `  ${JSON.stringify(made)}`);
  return `{\n${head.join('\n')}\n "cases": [\n${cases.join(',\n')}\n ]\n}\n`;
}
