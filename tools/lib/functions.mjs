// Finds functions and their lengths in C text, by brackets. Strings and comments are blanked first so
// that their brackets do not count. Lengths of TypeScript are Biome's to count.

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** The same text, the same lines, without what is not code. */
export function withoutComments(text) {
  const string = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
  const comment = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`;
  return text.replace(new RegExp(`${comment}|${string}`, 'g'), blank);
}

/** For each opening brace, the offset of its closing one. */
function matchBraces(code) {
  const open = [];
  const pairs = new Map();
  for (let at = 0; at < code.length; at++) {
    if (code[at] === '{') open.push(at);
    else if (code[at] === '}' && open.length > 0) pairs.set(open.pop(), at);
  }
  return pairs;
}

const lineAt = (text, offset) => text.slice(0, offset).split('\n').length;

/**
 * Functions of C text with their parameters and what stands between their braces: brace blocks at the
 * outermost level that follow a parameter list. Comments, strings and preprocessor lines of the body are blank.
 */
export function cBodies(text) {
  const code = withoutComments(text).replace(/^[ \t]*#(?:.*\\\n)*.*$/gm, blank);
  const pattern = /(\w+)\s*\(([^;{}]*)\)\s*\{/g;
  const pairs = matchBraces(code);
  const found = [];
  for (let match = pattern.exec(code); match; match = pattern.exec(code)) {
    const end = pairs.get(pattern.lastIndex - 1) ?? code.length;
    const line = lineAt(code, match.index);
    const body = code.slice(pattern.lastIndex, end);
    const bodyLine = lineAt(code, pattern.lastIndex);
    const lines = lineAt(code, end) - line + 1;
    found.push({ label: match[1], parameters: match[2], line, lines, body, bodyLine });
    pattern.lastIndex = end;
  }
  return found;
}

/** Functions of C text: [{ label, line, lines }]. */
export const cFunctions = (text) =>
  cBodies(text).map(({ label, line, lines }) => ({ label, line, lines }));
