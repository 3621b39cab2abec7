// Finds assertions of the core that cannot fail: they raise the count of assertions and check nothing. This is a
// text search.

import { withoutComments } from './functions.mjs';

const asserts = /\bSS_(?:DEBUG_)?CHECK\(/g;

/** The text between the bracket at `open` and its partner. */
function inBrackets(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(open + 1, at);
  }
  return text.slice(open + 1);
}

const isSame = (part) => {
  const bare = part.replaceAll('->', '.').replace(/^[\s(]+|[\s)]+$/g, '');
  const [, left, right] = bare.match(/^([^=!<>]+?)\s*(?:==|<=|>=)\s*([^=!<>]+)$/) ?? [];
  return left !== undefined && left === right;
};
const isConstant = (part) => /^[\s(]*(?:true|1u?)[\s)]*$/.test(part);
const addsNothing = (part) => /[+-]\s*0u?(?![\w.])|\*\s*1u?(?![\w.])/.test(part);

/** What a C file asserts that always holds: [{ line, problem }], lines from 1. */
export function emptyAssertions(text) {
  const code = withoutComments(text);
  return [...code.matchAll(asserts)].flatMap((match) => {
    const condition = inBrackets(code, match.index + match[0].length - 1);
    const empty = condition
      .split(/&&|\|\|/)
      .find((part) => isSame(part) || isConstant(part) || addsNothing(part));
    if (empty === undefined) return [];
    const line = code.slice(0, match.index).split('\n').length;
    return [{ line, problem: `an assertion has a part that cannot fail: ${empty.trim()}` }];
  });
}
