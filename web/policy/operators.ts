// Which operation of the core an operator of the language becomes.

import { POLICY } from '../engine/abi.gen.ts';

export const computing: ReadonlyMap<string, number> = new Map([
  ['+', POLICY.OP_ADD],
  ['-', POLICY.OP_SUB],
  ['*', POLICY.OP_MUL],
  ['%', POLICY.OP_REM],
  ['&', POLICY.OP_AND],
  ['|', POLICY.OP_OR],
  ['^', POLICY.OP_XOR],
  ['<<', POLICY.OP_SHL],
  ['>>', POLICY.OP_SHR],
  ['>>>', POLICY.OP_USHR],
]);
/** Comparisons, and whether their sides are taken the other way round. */
export const comparing: ReadonlyMap<string, readonly [number, boolean]> = new Map([
  ['<', [POLICY.OP_LT, false]],
  ['<=', [POLICY.OP_LE, false]],
  ['>', [POLICY.OP_LT, true]],
  ['>=', [POLICY.OP_LE, true]],
]);
