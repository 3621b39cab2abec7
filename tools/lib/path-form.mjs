// Holds the one form of a kernel path (wasm-core/src/exec/path.h), as far as text can tell: what stands where, what
// a local may be, and which file sets which field of a frame. It reads text; it is no compiler.

import { cBodies, withoutComments } from './functions.mjs';

const type = String.raw`(?:struct\s+\w+|enum\s+\w+|[ui](?:8|16|32|64)|bool|int|unsigned|char|size_t)`;
const declaration = new RegExp(String.raw`^(const\s+)?${type}\s+(?:const\s+)?([*\w][\s\S]*)$`);
const lineOf = (text, offset) => text.slice(0, offset).split('\n').length - 1;

const firstOf = (matches) => [...matches].map((match) => match[1]);

/** Splits at commas that are not within brackets. */
function splitArguments(text) {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if ('([{'.includes(letter)) depth++;
    if (')]}'.includes(letter)) depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

/** The text between the bracket at `open` and its partner. */
function inBrackets(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(open + 1, at);
  }
  return text.slice(open + 1);
}

/** A body's statements as far as `;` and braces part them: [{ text, offset, blocks }]. */
function statementsOf(body) {
  const found = [];
  const blocks = [0];
  let round = 0;
  let start = 0;
  const take = (end) => {
    const text = body.slice(start, end).trim();
    if (text) {
      const offset = start + body.slice(start, end).search(/\S/);
      found.push({ text, offset, blocks: [...blocks] });
    }
    start = end + 1;
  };
  for (let at = 0; at < body.length; at++) {
    if (body[at] === '(') round++;
    else if (body[at] === ')') round--;
    else if (round > 0) continue;
    else if (body[at] === ';') take(at);
    else if (body[at] === '{') {
      take(at);
      blocks.push(at + 1);
    } else if (body[at] === '}') {
      take(at);
      blocks.pop();
    }
  }
  return found;
}

/** Whether every name that a declaration declares is constant. */
function isConstant([, isConst, names]) {
  return splitArguments(names).every((name) =>
    name.startsWith('*') ? /^\*\s*const\b/.test(name) : Boolean(isConst),
  );
}

function headProblems(statements, begin) {
  const found = [];
  if (!/^PATH_FRAME\(\w+\)$/.test(statements[0].text)) {
    found.push([statements[0], 'begins with PATH_FRAME(name);']);
  }
  for (const statement of statements.slice(1, begin)) {
    const local = statement.text.match(declaration);
    if (!local) found.push([statement, 'has only constant locals before PATH_BEGIN']);
    else if (!isConstant(local)) found.push([statement, 'has a local that is not const']);
  }
  return found;
}

const lost = 'has a local that a wait would lose';

function localProblems(statements, begin) {
  const waits = ({ text }) => /\bPATH_(?!RETURN|LEAVE|END|BECOMES)/.test(text);
  return statements.slice(begin + 1).flatMap((statement, index) => {
    const loop = statement.text.match(/^for\s*\(([\s\S]*)/);
    const isLocal = declaration.test(loop ? loop[1] : statement.text);
    if (!isLocal || (loop && waits(statement))) return isLocal ? [[statement, lost]] : [];
    const next = statements[begin + 2 + index];
    if (loop && next.blocks.length <= statement.blocks.length) return [];
    const block = loop ? next.blocks.at(-1) : statement.blocks.at(-1);
    const shares = ({ offset, blocks }) => blocks.includes(block) && offset > statement.offset;
    return statements.some((s) => shares(s) && waits(s)) ? [[statement, lost]] : [];
  });
}

function endProblems(statements) {
  const found = [];
  const texts = statements.map(({ text }) => text);
  const last = statements.at(-1);
  const ends = texts.filter((text) => /\bPATH_END\b/.test(text)).length;
  if (last.text !== 'PATH_END' || ends !== 1) found.push([last, 'ends with its one PATH_END;']);
  const gives = texts.some((text) => /\bPATH_(?:UNLOCK_)?RETURN\b/.test(text));
  const leaves = statements.find(({ text }) =>
    /\bPATH_(?:LEAVE|(?:UNLOCK|STORE|ATOMIC)_LAST)\b/.test(text),
  );
  if (gives && leaves) found.push([leaves, 'has a result and leaves without one']);
  const isEndless = texts.some((text) => /^(for\s*\(;;\)|(do\s+)?while\s*\(true\))/.test(text));
  if (gives && !isEndless && !/^PATH_((UNLOCK_)?RETURN|CALL_LAST)\b/.test(texts.at(-2))) {
    found.push([
      last,
      'has a result, so PATH_RETURN stands before its PATH_END, or PATH_CALL_LAST',
    ]);
  }
  for (const statement of statements) {
    if (/^(for|while)\b[\s\S]*\bPATH_\w+_LAST\b/.test(statement.text)) {
      found.push([statement, 'does the last thing in a loop, which nobody goes on with']);
    }
  }
  return found;
}

/** What a path relies on stands where it begins: there it is asked once, and not after every wait. */
const trustProblems = (statements, begin) =>
  /^SS_(HOLDS|HOLDS_NOT|IN_TASK|IN_PROGRAM|DEBUG_CHECK)\(/.test(statements[begin + 1]?.text)
    ? []
    : [
        [
          statements[begin],
          'asserts after PATH_BEGIN what it relies on (SS_HOLDS, SS_DEBUG_CHECK ...)',
        ],
      ];

/** A path that only chooses which path goes on has neither beginning nor end. */
const choiceProblems = (statements) =>
  statements
    .filter(({ text }) => /\bPATH_(?!FRAME|BECOMES|RETURN|LEAVE)/.test(text))
    .map((statement) => [statement, 'waits without PATH_BEGIN']);

function oneProblems(body, statements) {
  const found = [];
  const begins = statements.flatMap(({ text }, at) => (/\bPATH_BEGIN\b/.test(text) ? [at] : []));
  if (begins.length === 0) {
    const first = statements.findIndex(
      ({ text }) => !declaration.test(text) && !/^PATH_F/.test(text),
    );
    found.push(...headProblems(statements, first), ...choiceProblems(statements));
  } else {
    if (begins.length > 1) found.push([statements[begins[1]], 'has one PATH_BEGIN;']);
    found.push(...headProblems(statements, begins[0]), ...localProblems(statements, begins[0]));
    found.push(...trustProblems(statements, begins[0]), ...endProblems(statements));
  }
  const at = (pattern, problem) => {
    for (const match of body.matchAll(pattern)) found.push([{ offset: match.index }, problem]);
  };
  at(/\bswitch\b/g, 'has a switch: the resume points are cases of one');
  at(/\breturn\b/g, 'leaves by PATH_RETURN, PATH_LEAVE or PATH_END');
  for (const match of body.matchAll(/\bPATH_(LOAD|SCAN|STORE|ATOMIC|TOUCH)\(/g)) {
    const given = splitArguments(inBrackets(body, match.index + match[0].length - 1));
    if (given.length > (match[1] === 'TOUCH' ? 4 : 3)) {
      found.push([{ offset: match.index }, 'gives an access one effect: a second would be lost']);
    }
  }
  at(
    /\bPATH_[A-Z_]+\b.*\bPATH_[A-Z_]+\b/g,
    'has two PATH_ on a line: the line is the resume point',
  );
  return found;
}

/** What breaks the form of a path in a C file's text: [{ line, problem }], lines from 1. */
export function pathProblems(text) {
  return cBodies(text)
    .filter(({ body }) => /\bPATH_\w+/.test(body))
    .flatMap(({ label, body, bodyLine }) =>
      oneProblems(body, statementsOf(body)).map(([{ offset }, problem]) => ({
        line: bodyLine + lineOf(body, offset),
        problem: `a path ${problem} (${label})`,
      })),
    )
    .sort((a, b) => a.line - b.line);
}

/** The frames that a file defines: name -> { line, arguments (null: a field stands under no heading), arrays }. */
function framesOf(text) {
  const frames = new Map();
  for (const match of text.matchAll(/^struct (\w+)_frame \{\n([\s\S]*?)^\};/gm)) {
    const [, ...parts] = match[2].split(/(?=\/\* (?:arguments|kept) \*\/)/);
    const before = withoutComments(match[2].split(/\/\* (?:arguments|kept) \*\//)[0]);
    const isParted = /^\s*struct ss_path path;\s*$/.test(before);
    const given = parts.filter((part) => part.startsWith('/* arguments'));
    const names = withoutComments(given.join('\n')).match(/\w+(?=(?:\[[^\]]*\])*\s*[,;])/g) ?? [];
    const line = lineOf(text, match.index) + 1;
    const arrays = firstOf(withoutComments(match[2]).matchAll(/\b(\w+)\s*\[[^;]*\]\s*[,;]/g));
    frames.set(match[1], { line, arguments: isParted ? names : null, arrays });
  }
  return frames;
}

/** What callers give that is no argument, and frames that do not say which is which: lines of text. */
export function frameProblems(files) {
  const own = new Map([...files].map(([name, text]) => [name, framesOf(text)]));
  const shared = new Map([...own].flatMap(([name, f]) => (name.endsWith('.h') ? [...f] : [])));
  const found = [];
  for (const [name, text] of files) {
    for (const [frame, { line, arguments: parted }] of own.get(name)) {
      if (parted) continue;
      const says = 'after its path, `/* arguments */` or `/* kept */` over every field';
      found.push(`${name}:${line}: ${frame}_frame has, ${says}`);
    }
    const code = withoutComments(text);
    for (const match of code.matchAll(/\bPATH_CALL(_INTO|_THROUGH|_LAST)?\(/g)) {
      const given = splitArguments(inBrackets(code, match.index + match[0].length - 1));
      const [callee, ...fields] = /_INTO|_THROUGH/.test(match[1]) ? given.slice(1) : given;
      const frame = own.get(name).get(callee) ?? shared.get(callee);
      for (const field of fields.map((part) => part.match(/^\.(\w+)/)?.[1])) {
        if (!frame?.arguments || frame.arguments.includes(field)) continue;
        const line = lineOf(code, match.index) + 1;
        found.push(`${name}:${line}: ${field} is not an argument of ${callee}`);
      }
    }
  }
  return found;
}

/* ---- locals that a wait would change ------------------------------------------------------------------ */

const index = String.raw`\[(?:[^[\]]|\[[^\]]*\])*\]`;
const parts = String.raw`(?:${index}|\.\w+)*`;
const changes = String.raw`(?:=(?!=)|[-+*/%&|^]=|<<=|>>=|\+\+|--)`;

/** Fields of the frame `me` that a text names; a macro that names some stands for them. */
function fieldsIn(text, me, macros) {
  const found = firstOf(text.matchAll(new RegExp(String.raw`\b${me}->(\w+)`, 'g')));
  for (const [, word] of text.matchAll(/\b([A-Z]\w+)\b/g)) found.push(...(macros.get(word) ?? []));
  return found;
}

/** Fields of `me` that a text changes or could: assigned, or their address or array handed on. */
function changedIn(text, me, arrays) {
  const field = String.raw`\b${me}->(\w+)`;
  const patterns = [
    String.raw`${field}${parts}\s*${changes}`,
    String.raw`(?:\+\+|--|(?<!&)&)\s*${field}`,
    String.raw`\bPATH_CALL_INTO\(\s*${field}`,
  ];
  const found = patterns.flatMap((pattern) => firstOf(text.matchAll(new RegExp(pattern, 'g'))));
  const whole = text.matchAll(new RegExp(String.raw`${field}\b(?!\s*\[)`, 'g'));
  return [...found, ...firstOf(whole).filter((name) => arrays.has(name))];
}

/** Functions that a text hands its frame to: [{ name, at: which argument }]. */
function handedOn(text, me) {
  return [...text.matchAll(/\b(\w+)\s*\(/g)].flatMap((match) => {
    const given = splitArguments(inBrackets(text, match.index + match[0].length - 1));
    return given.flatMap((argument, at) => (argument === me ? [{ name: match[1], at }] : []));
  });
}

/** What is asked of a text and of every function that gets the frame from it. */
function throughHelpers(text, me, find, ask, seen = new Set()) {
  const further = handedOn(text, me).flatMap(({ name, at }) => {
    const helper = find(name);
    const parameter = helper && splitArguments(helper.parameters)[at]?.match(/(\w+)$/)?.[1];
    if (!parameter || seen.has(name)) return [];
    return throughHelpers(helper.body, parameter, find, ask, new Set(seen).add(name));
  });
  return [...ask(text, me), ...further];
}

/** The macros of a text that name fields of the frame: name -> fields. */
function macrosOf(text) {
  const code = withoutComments(text).replace(/\\\n/g, ' ');
  const defined = code.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)(.*)$/gm);
  return new Map([...defined].map(([, name, body]) => [name, fieldsIn(body, 'me', new Map())]));
}

/** What is wrong with the locals of one path: [{ offset in its body, problem }]. */
function staleIn(body, find, macros, arrays) {
  const statements = statementsOf(body);
  const begin = statements.findIndex(({ text }) => /\bPATH_BEGIN\b/.test(text));
  if (begin < 0) return [];
  const stranger = handedOn(body, 'me').find(({ name }) => !find(name));
  const unread = `the frame is given to ${stranger?.name}, whose text nobody finds`;
  const found = stranger ? [{ offset: statements[begin].offset, problem: unread }] : [];
  const changed = throughHelpers(body.slice(statements[begin].offset), 'me', find, (text, me) =>
    changedIn(text, me, arrays),
  );
  for (const { text, offset } of statements.slice(1, begin)) {
    const used = throughHelpers(text, 'me', find, (part, me) => fieldsIn(part, me, macros));
    const field = used.find((one) => changed.includes(one));
    const problem = `a local before PATH_BEGIN uses me->${field}, which the path assigns`;
    if (field) found.push({ offset, problem });
  }
  return found;
}

/**
 * Locals before PATH_BEGIN that use a field of the frame which the path changes: worked out before the
 * change, and again after a wait, they are two things. Helpers that are given the frame are followed.
 */
export function staleProblems(files) {
  const bodies = new Map([...files].map(([name, text]) => [name, cBodies(text)]));
  const everywhere = new Map([...bodies.values()].flat().map((one) => [one.label, one]));
  const shared = new Map([...files].flatMap(([, text]) => [...framesOf(text)]));
  return [...files].flatMap(([name, text]) => {
    const macros = macrosOf(text);
    const frames = framesOf(text);
    const find = (label) =>
      bodies.get(name).find((one) => one.label === label) ?? everywhere.get(label);
    return bodies.get(name).flatMap(({ label, body, bodyLine }) => {
      const frame = body.match(/\bPATH_FRAME\((\w+)\)/)?.[1];
      if (!frame) return [];
      const arrays = (frames.get(frame) ?? shared.get(frame))?.arrays ?? [];
      return staleIn(body, find, macros, new Set(arrays)).map(
        ({ offset, problem }) =>
          `${name}:${bodyLine + lineOf(body, offset)}: ${problem} (${label})`,
      );
    });
  });
}
