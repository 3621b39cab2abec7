// Holds the core's headers: none grows beyond what one can read, and none declares what only one
// file uses; that belongs into the file. What a header defines inline may have one user besides its file. And
// what a file lets others use stands in the header beside it, or is a door that a table names. It reads text; it
// is no compiler.

import { withoutComments } from './functions.mjs';

const longest = 300;
/** The ABI, which hosts read, and lists that one file turns into several tables: their users are not checked. */
const forHosts = /^wasm-core\/include\//;

/** The text of a header without the bodies of functions and the inside of macros. */
function outermost(code) {
  let depth = 0;
  let kept = '';
  for (const letter of code) {
    if (letter === '}') depth--;
    if (depth === 0 || letter === '\n') kept += letter;
    if (letter === '{') depth++;
  }
  return kept;
}

/**
 * What a header declares: [{ name, line, words, isInline }], where any of the words says that it is used.
 * A struct is used by its name, an enum by any of its constants as well, a frame by calls of its path.
 * Constants without a name over them and enums that a list makes are not looked at.
 */
export function declarations(text) {
  const code = withoutComments(text);
  const lineOf = (offset) => code.slice(0, offset).split('\n').length;
  const plain = code.replace(/^[ \t]*#(?:.*\\\n)*.*$/gm, (part) => part.replace(/[^\n]/g, ' '));
  const found = [];
  const add = (name, offset, words = [name]) => found.push({ name, line: lineOf(offset), words });
  for (const match of plain.matchAll(
    /^(?:typedef )?(struct|union|enum)\s*(\w*)\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/gm,
  )) {
    const [, kind, tag, body] = match;
    if (kind === 'enum' && (!tag || /[#(]/.test(body))) continue;
    const constants = kind === 'enum' ? (body.match(/\b[A-Z]\w*(?=\s*[,=}]|\s*$)/g) ?? []) : [];
    const words = [tag, ...constants, ...(/_frame$/.test(tag) ? [tag.slice(0, -6)] : [])];
    if (tag) add(tag, match.index, words);
  }
  const outside = outermost(plain);
  for (const match of outside.matchAll(/(\w+)\s*\([^;{}()]*(?:\([^()]*\)[^;{}()]*)*\)\s*([;{])/g)) {
    if (match[1] === '_Static_assert') continue;
    const line = outside.slice(0, match.index).split('\n').length;
    found.push({ name: match[1], line, words: [match[1]], isInline: match[2] === '{' });
  }
  return found;
}

/** Headers that are too long, and what they declare that at most one file uses: lines of text. */
export function headerProblems(files) {
  const words = new Map(
    [...files].map(([name, text]) => [name, new Set(withoutComments(text).match(/\w+/g))]),
  );
  const found = [];
  for (const [name, text] of files) {
    if (!name.endsWith('.h') || !/^wasm-core\/(?:src|include)\//.test(name)) continue;
    const lines = text.split('\n').length - 1;
    if (lines > longest) found.push(`${name}: ${lines} lines; a header has at most ${longest}`);
    if (forHosts.test(name)) continue;
    for (const declared of declarations(text)) {
      const uses = (other) => declared.words.some((word) => words.get(other).has(word));
      const users = [...files.keys()].filter((other) => other !== name && uses(other));
      const isAsked = declared.isInline && users.some((user) => user !== name.replace(/h$/, 'c'));
      const own =
        text.split(new RegExp(String.raw`\b(?:${declared.words.join('|')})\b`)).length - 1;
      const isForHeader = own > declared.words.length; // the header itself builds on it
      if (users.length <= 1 && !isAsked && !isForHeader) {
        const whose = users.length === 0 ? 'nobody uses it' : `only ${users[0]} uses it`;
        found.push(`${name}:${declared.line}: ${declared.name} stands in a header, but ${whose}`);
      }
    }
  }
  return found;
}

/** Tables that name entry points: a file behind one needs no header, as it is only reached through its table. */
const tables = [
  // hosts ask
  { table: 'wasm-core/include/schedscape.h', named: (name) => name },
  { table: 'wasm-core/src/sched/class.h', named: (name) => name.match(/^\w+_sched_class$/)?.[0] },
  { table: 'wasm-core/src/probe/probe.c', named: (name) => name.match(/^ss_probe_\w+$/)?.[0] },
  {
    table: 'wasm-core/include/workloads.h',
    named: (name) => name.match(/^ss_workload_(\w+?)(?:_says)?$/)?.[1],
  },
];
const lineOf = (text, offset) => text.slice(0, offset).split('\n').length;

/** Functions and data of a .c that other files may name: [{ name, line }]. Held to clang-format's style. */
export function externals(text) {
  const code = withoutComments(text).replace(/^[ \t]*#(?:.*\\\n)*.*$/gm, (part) =>
    part.replace(/[^\n]/g, ' '),
  );
  const start = String.raw`^(?![^(=\n]*\bstatic\b|typedef\b|extern\b|else\b|struct \w+ \{)[A-Za-z_][\w *]*?\b(\w+)`;
  const patterns = [`${start}\\([^;{}]*\\)\n\\{`, `${start}(?:\\[\\w*\\])* = `];
  return patterns.flatMap((pattern) =>
    [...code.matchAll(new RegExp(pattern, 'gm'))].map((match) => ({
      name: match[1],
      line: lineOf(code, match.index),
    })),
  );
}

/** What a file lets others use, though neither the header beside it nor a table names it: lines of text. */
export function doorProblems(files) {
  const words = new Map();
  const names = (file, name) => {
    if (!words.has(file)) {
      words.set(file, new Set(withoutComments(files.get(file) ?? '').match(/\w+/g)));
    }
    return name !== undefined && words.get(file).has(name);
  };
  const isDoor = (name) => tables.some(({ table, named }) => names(table, named(name)));
  return [...files].flatMap(([file, text]) => {
    if (!/^wasm-core\/src\/.*\.c$/.test(file)) return [];
    const header = file.replace(/c$/, 'h');
    const why = files.has(header) ? 'its header leaves it out' : 'the file has no header';
    return externals(text)
      .filter(({ name }) => !names(header, name) && !isDoor(name))
      .map(
        ({ name, line }) =>
          `${file}:${line}: ${name} is not static, but ${why} and no table names it`,
      );
  });
}
