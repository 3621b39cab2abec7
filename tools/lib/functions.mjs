// Finds functions and their lengths in C and TypeScript text, by brackets. Strings, comments,
// templates and regular expressions are blanked first so that their brackets do not count.

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** The same text, the same lines, without what is not code. */
export function withoutComments(text, { templates = false } = {}) {
  const string = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
  const comment = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`;
  const template = String.raw`\`(?:\\[\s\S]|[^\`\\])*\``;
  const regex = String.raw`(?<=[=(,:\[!&|?;{}\n]\s*|return\s)\/(?![*\/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\/\\\n])+\/[dgimsuvy]*`;
  const kinds = templates ? [comment, regex, string, template] : [comment, string];
  return text.replace(new RegExp(kinds.join('|'), 'g'), blank);
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

/** Functions of C text: brace blocks at the outermost level that follow a parameter list. */
export function cFunctions(text) {
  const code = withoutComments(text).replace(/^[ \t]*#(?:.*\\\n)*.*$/gm, blank);
  const pattern = /(\w+)\s*\([^;{}]*\)\s*\{/g;
  const pairs = matchBraces(code);
  const found = [];
  for (let match = pattern.exec(code); match; match = pattern.exec(code)) {
    const end = pairs.get(pattern.lastIndex - 1) ?? code.length;
    const line = lineAt(code, match.index);
    found.push({ label: match[1], line, lines: lineAt(code, end) - line + 1 });
    pattern.lastIndex = end;
  }
  return found;
}

const heads = [
  /\bfunction\b\s*\*?\s*(\w*)\s*(?:<[^>{}]*>)?\([^{}]*?(?:\{[^{}]*\}[^{}]*?)*\)\s*(?::[^{};=]+)?\{/g,
  /(?:\b(?:const|let)\s+(\w+)[^=;]*=[^=;{}]*?)?=>\s*\{/g,
  /^[ \t]+(?:(?:async|static|private|protected|public|get|set|readonly)\s+)*[#*]?(\w+)\s*(?:<[^>{}]*>)?\([^(){};]*(?:\([^()]*\)[^(){};]*)*\)\s*(?::[^{};=]+)?\{/gm,
];
const notAName = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'describe',
  'it',
  'test',
  'with',
]);

/** Functions of TypeScript text: declarations, arrows with a block, methods. Nested ones too. */
export function scriptFunctions(text) {
  const code = withoutComments(text, { templates: true });
  const pairs = matchBraces(code);
  const found = new Map();
  for (const head of heads) {
    for (const match of code.matchAll(head)) {
      const brace = match.index + match[0].length - 1;
      if (notAName.has(match[1]) || !pairs.has(brace) || found.has(brace)) continue;
      const line = lineAt(code, match.index + (match[0].match(/^\s*/)?.[0].length ?? 0));
      const label = match[1] || 'a function';
      found.set(brace, { label, line, lines: lineAt(code, pairs.get(brace)) - line + 1 });
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}
