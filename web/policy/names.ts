// The names in a policy's text: its variables, and the meaning of each word of its code. Views of a run take the
// names from here; the run itself knows only numbers.

import { POLICY } from '../engine/abi.gen.ts';
import type { PolicyNames, PolicyRead } from '../engine/types/catalog.ts';
import type { CompiledPolicy } from './compiled.ts';
import { fields, questions } from './words.ts';

const byCode = new Map(
  [...questions].map(([name, question]) => [question.code, { name, question }]),
);
const fieldByCode = new Map([...fields].map(([name, { code }]) => [code, name]));

const storages = {
  [POLICY.ARRAY_SHARED]: 'shared',
  [POLICY.ARRAY_PERCPU]: 'percpu',
  [POLICY.ARRAY_PERTASK]: 'pertask',
} as const;

/** Operations on variables that read one. */
const reading: ReadonlySet<number> = new Set([
  POLICY.OP_LOAD,
  POLICY.OP_FETCH_ADD,
  POLICY.OP_EXCHANGE,
  POLICY.OP_COMPARE_EXCHANGE,
]);

const nothing: PolicyRead = { line: 0, of: '', gives: 'number' };

/** What a question is called, # standing for what it is asked of. */
function asked(code: number): Omit<PolicyRead, 'line'> {
  const field = fieldByCode.get(code);
  if (field !== undefined) return { of: `task #.${field}`, gives: 'number' };
  const { name, question } = byCode.get(code)!;
  const gives = question.gives === 'set' ? 'number' : question.gives;
  const first = question.of[0] === 'task' ? 'task #' : '#';
  const given = [first, '…', '…', '…'].slice(0, question.of.length).join(', ');
  return { of: `${name}(${given})`, gives };
}

function readOf({ code, places, variables }: CompiledPolicy, at: number): PolicyRead {
  const word = code[at]!;
  const [op, b] = [word & 0xff, (word >>> 16) & 0xff];
  const { line } = places[at]!;
  if (op === POLICY.OP_CALL) return { line, ...asked(b) };
  if (!reading.has(op)) return nothing;
  const { name, isSingle } = variables[b]!;
  return { line, of: isSingle ? name : `${name}[#]`, gives: 'number' };
}

/** Words of a number too wide for one word of code name nothing, whatever their bits are. */
function isData(code: readonly number[], at: number): boolean {
  const isWide = (i: number) => i >= 0 && (code[i]! & 0xff) === POLICY.OP_WIDE;
  return isWide(at - 1) || isWide(at - 2);
}

export function policyNames(compiled: CompiledPolicy): PolicyNames {
  const { code, variables } = compiled;
  return {
    variables: variables.map(({ name, storage, length, isSingle }) => ({
      ...{ name, length, isSingle },
      storage: storages[storage as keyof typeof storages],
    })),
    reads: code.map((_, at) => (isData(code, at) ? nothing : readOf(compiled, at))),
  };
}
