// What is known before a policy runs: the values of constants and what variables begin as.

import { PolicyError } from './error.ts';
import type { Meaning } from './scope.ts';
import type { Expression } from './tree.ts';

const operators: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '%': (a, b) => a % b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
};

/** The number that an expression is, of numbers and constants declared before it. Throws PolicyError. */
export function constantOf(
  expression: Expression,
  find: (name: string) => Meaning | undefined,
): number {
  const value = evaluate(expression, find);
  if (value === undefined) {
    const sentence = 'top-level values are numbers, array(n, 0), percpu(0) or pertask(0)';
    throw new PolicyError(expression.at, sentence);
  }
  if (!Number.isSafeInteger(value)) {
    throw new PolicyError(expression.at, 'this is not a whole number up to 2^53 − 1');
  }
  return value === 0 ? 0 : value;
}

function evaluate(
  expression: Expression,
  find: (name: string) => Meaning | undefined,
): number | undefined {
  switch (expression.type) {
    case 'number':
      return expression.value;
    case 'name': {
      const meaning = find(expression.name);
      return meaning?.form === 'constant' ? meaning.value : undefined;
    }
    case 'unary': {
      if (expression.operator === '!') return undefined;
      const of = constantOf(expression.of, find);
      return expression.operator === '-' ? -of : ~of;
    }
    case 'binary': {
      const operator = operators[expression.operator];
      if (!operator) return undefined;
      return operator(constantOf(expression.left, find), constantOf(expression.right, find));
    }
    default:
      return undefined;
  }
}
