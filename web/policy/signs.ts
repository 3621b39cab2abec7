// The operators of the language as its grammar has them.

/** How tightly an operator binds; the same for those of a level, from the left. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['===', '!=='],
  ['<', '<=', '>', '>='],
  ['<<', '>>', '>>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
export const strengths = new Map(
  levels.flatMap((signs, level) => signs.map((sign) => [sign, level])),
);
export const assigning = ['=', '+=', '-=', '*=', '%=', '&=', '|=', '^=', '<<=', '>>=', '>>>='];
