// Writes the TypeScript side of the core's ABI from the description that the core itself gives
// (ss_abi_describe): web/engine/abi.gen.ts, below it a file for each structure, so that a page loads those it
// reads, and in definition.gen.ts what a definition may say, in steps.gen.ts what the numbers of
// steps are, which it does not need to start. It builds nothing: hand it a probes.wasm.

import path from 'node:path';
import { main, usage } from './lib/failure.mjs';
import { readIfThere, writeWhole } from './lib/files.mjs';
import { inRoot } from './lib/paths.mjs';

const help = 'usage: node tools/generate-abi.mjs <probes.wasm>';
const textCapacity = 128 * 1024;

/** The description in a core: its lines, as ss_abi_describe gives them. */
export function describeAbi(wasm) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm));
  exports._initialize?.();
  const at = exports.ss_host_reserve(textCapacity) >>> 0;
  const bytes = exports.ss_abi_describe(at, textCapacity) >>> 0;
  if (at === 0 || bytes === 0) throw new Error('the core gave no description of its ABI');
  return Buffer.from(exports.memory.buffer, at, bytes).toString('utf8');
}

/** What follows a line about an option, a tunable, a workload or a parameter and says more of it. */
const more = {
  form: (row, form) => ({ ...row, form }),
  named: (row, name) => ({ ...row, name }),
  what: (row, what) => ({ ...row, what }),
  unit: (row, unit) => ({ ...row, unit }),
  range(row, text) {
    const [least, greatest] = text.split(' ').map(Number);
    return { ...row, least, greatest };
  },
  word(row, text) {
    const [word, code] = text.split(' ');
    return { ...row, codes: { ...row.codes, [word]: Number(code) } };
  },
  trait: (row, trait) => ({ ...row, traits: [...row.traits, trait] }),
};

function optionOf(field, numbers) {
  const [least, greatest, otherwise, inFull] = numbers.map(Number);
  return { field, least, greatest, otherwise, inFull };
}

function parameterOf(name, numbers) {
  const [least, greatest, isOptional] = numbers.map(Number);
  return { name, least, greatest, ...(isOptional && { optional: true }) };
}

/** Begins a row that the lines behind it go on with: [the list it is in, the row]. */
const begun = {
  option: (abi, field, numbers) => [abi.options, optionOf(field, numbers)],
  tunable: (abi, key, [code]) => [abi.tunables, { key, code: Number(code) }],
  version: (abi, version, [value]) => [abi.versions, { version, value: Number(value) }],
  switch: (abi, name) => [abi.switches, { name }],
  workload: (abi, name, [code]) => [
    abi.workloads,
    { name, code: Number(code), traits: [], parameters: [] },
  ],
  parameter: (abi, name, numbers) => [abi.workloads.at(-1).parameters, parameterOf(name, numbers)],
};

/** What a description says; throws at a line it does not know. */
export function parseAbi(text) {
  const abi = {
    limits: [],
    codes: [],
    structures: [],
    options: [],
    tunables: [],
    versions: [],
    switches: [],
    workloads: [],
    layouts: [],
    steps: [],
  };
  let rows = [];
  for (const line of text.trimEnd().split('\n')) {
    const [what, name, ...rest] = line.split(' ');
    if (more[what]) {
      rows.push(more[what](rows.pop(), line.slice(what.length + 1)));
      continue;
    }
    if (what === 'limit') abi.limits.push({ name, value: Number(rest[0]) });
    else if (what === 'code') abi.codes.push({ name, value: Number(rest[0]) });
    else if (what === 'struct') abi.structures.push({ name, bytes: Number(rest[0]), fields: [] });
    else if (what === 'field') {
      const [type, offset, length] = rest;
      const field = { name, type, offset: Number(offset), length: Number(length) };
      abi.structures.at(-1).fields.push(field);
    } else if (begun[what]) {
      const [list, row] = begun[what](abi, name, rest);
      list.push(row);
      rows = list;
    } else if (what === 'step') {
      abi.steps.push({ code: name, facts: rest.map((fact) => fact.replace(',', '')) });
    } else if (what === 'layout') {
      abi.layouts.push({ name: line.slice('layout '.length), members: [] });
    } else if (what === 'member') {
      abi.layouts.at(-1).members.push(memberOf(name, rest));
    } else throw new Error(`unknown line in the description of the ABI: ${line}`);
  }
  return abi;
}

/** A member of a simulated structure: "member RQ CURR 8 8 64 1 curr". */
function memberOf(structure, [member, bytes, alignment, attribute, many, ...name]) {
  return {
    structure: structure.toLowerCase(),
    key: member.toLowerCase(),
    bytes: Number(bytes),
    alignment: Number(alignment),
    attribute: Number(attribute),
    many: Number.isNaN(Number(many)) ? many : Number(many),
    name: name.join(' '),
  };
}

// What the class of rows has already (web/engine/rows.ts).
const taken = ['at', 'buffer', 'count', 'i64', 'row', 'rowBytes', 'setU64', 'start', 'u64', 'view'];

const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const pascal = (name) => camel(`_${name}`);

const preamble = `// Generated by tools/generate-abi.mjs from the core's own description: do not edit.
// Codes and limits of wasm-core/include/schedscape.h, and of each structure the class of its rows.

export { AbiError } from './rows.ts';
`;

const structurePreamble = `// Generated by tools/generate-abi.mjs from the core's own description: do not edit.
`;

/** Codes fall into groups by the first word of their name: STATUS_OK is STATUS.OK. */
function codeGroups(codes) {
  const groups = new Map();
  for (const { name, value } of codes) {
    const [group] = name.split('_', 1);
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(`  ${name.slice(group.length + 1)}: ${value},`);
  }
  return [...groups].map(
    ([group, rows]) => `export const ${group} = {\n${rows.join('\n')}\n} as const;\n`,
  );
}

const sizes = { u8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8, i64: 8 };

/** A field as rows.ts takes it: its offset only where that does not follow from the fields before. */
function formOf({ type, offset, length }, end) {
  const next = Math.ceil(end / sizes[type]) * sizes[type];
  if (offset !== next) return `['${type}', ${length}, ${offset}]`;
  return length === 1 ? type : `['${type}', ${length}]`;
}

function tableOf({ name, fields }, called) {
  const visible = fields.filter((field) => field.name !== 'padding');
  const clash = visible.find((field) => taken.includes(camel(field.name)));
  if (clash) throw new Error(`struct ${name}: the generator cannot call a field ${clash.name}`);
  let end = 0;
  const lines = visible.map((field) => {
    const form = formOf(field, end);
    end = field.offset + sizes[field.type] * field.length;
    return `  ${called(field.name)}: ${form},\n`;
  });
  return `/* @__PURE__ */ placeFields({\n${lines.join('')}})`;
}

const fileOf = ({ name }) => `abi/${name.replaceAll('_', '-')}.gen.ts`;

/**
 * The text of one structure's file. A definition has its fields by the names of the header, too: it is written by them.
 * The calls have no effect of their own, so that what a page does not use is left out of it.
 */
function structureFile(structure) {
  const { name, bytes } = structure;
  const own = pascal(name);
  const named = `${camel(name)}Fields`;
  const isDefinition = name === 'world_def';
  const table = tableOf(structure, isDefinition ? (field) => field : camel);
  const before = isDefinition ? `export const ${named} = ${table};\n` : '';
  const fields = isDefinition ? `/* @__PURE__ */ camelFields(${named})` : table;
  const text = `${before}export const ${own} = /* @__PURE__ */ rows('${name}', ${bytes}, ${fields});
export type ${own} = InstanceType<typeof ${own}>;
`;
  const used = ['camelFields', 'i16', 'i32', 'placeFields', 'rows', 'u16', 'u32', 'u64', 'u8'];
  const names = used.filter((word) => new RegExp(`(?:^|[ (])${word}(?:,$|\\()`, 'm').test(text));
  return `${structurePreamble}
import { ${names.join(', ')} } from '../rows.ts';

${text}`;
}

/** What abi.gen.ts hands on of a structure. */
function handedOn(structure) {
  const { name } = structure;
  const fields = name === 'world_def' ? `, ${camel(name)}Fields` : '';
  return `export { ${pascal(name)}${fields} } from './${fileOf(structure)}';\n`;
}

/** The texts of abi.gen.ts and of the files of the structures, for a parsed description; by path. */
export function generateAbi({ limits, codes, structures }) {
  const values = limits.map(({ name, value }) => `export const ${name} = ${value};`);
  const bytes = structures.map(
    ({ name, bytes }) => `export const ${name.toUpperCase()}_BYTES = ${bytes};\n`,
  );
  const parts = [preamble, `${values.join('\n')}\n`, ...codeGroups(codes)];
  const main = [...parts, bytes.join(''), structures.map(handedOn).join('')].join('\n');
  const files = structures.map((one) => [`web/engine/${fileOf(one)}`, structureFile(one)]);
  return new Map([['web/engine/abi.gen.ts', main], ...files]);
}

const head = `// Generated by tools/generate-abi.mjs from the core's own description: do not edit.
// What a definition may say: the tables of wasm-core/include/kernel_options.h and workloads.h, and the
// parameters that each workload opens with.
`;

/** A number, a text, or a list or an object of them, as TypeScript writes it. */
function literal(value) {
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) {
    const isLong = value.some((each) => typeof each === 'object');
    const items = value.map(literal);
    return isLong ? `[\n    ${items.join(',\n    ')},\n  ]` : `[${items.join(', ')}]`;
  }
  const fields = Object.entries(value).map(([key, each]) => {
    return `${/^[a-z]\w*$/i.test(key) ? key : JSON.stringify(key)}: ${literal(each)}`;
  });
  return `{ ${fields.join(', ')} }`;
}

const listOf = (name, what, rows) =>
  `/** ${what} */\nexport const ${name} = [\n${rows.map((row) => `  ${literal(row)},\n`).join('')}] as const;\n`;

/** The text of definition.gen.ts for a parsed description. */
export function generateDefinition({ options, tunables, versions, switches, workloads }) {
  const traits = workloads.map(({ code, traits }) => `  ${code}: ${literal(traits)},\n`);
  return [
    head,
    listOf('kernelOptions', 'By the order in which a scenario says them.', options),
    listOf('tunables', 'What a running scheduler reads anew each time.', tunables),
    listOf('cacheVersions', 'The versions of cache-aware balancing.', versions),
    listOf('cacheSwitches', 'What they differ in, by the index in cache_switch.', switches),
    listOf('workloads', 'In the order in which they are offered.', workloads),
    `/** What a workload is about, by its code. */\nexport const workloadTraits: Readonly<Record<number, readonly string[]>> = {\n${traits.join('')}};\n`,
  ].join('\n');
}

const layoutPreamble = `// Generated by tools/generate-abi.mjs from the core's own description: do not edit.
// The simulated structures but for root_domain, as wasm-core/src/exec/layout.h declares them.

/** How many elements a member has: a number, or what of the machine decides. */
export type Many = number | 'words' | 'cpus' | 'nodes' | 'caches';

/** Key, bytes, alignment of the type, attribute aligned (0: none), how many, name ('': of others). */
export type MemberRow = readonly [string, number, number, number, Many, string];

export interface LayoutTable {
  /** What a layout calls it. */
  readonly key: string;
  /** What the core calls it. */
  readonly name: string;
  /** The core's number of its first member. */
  readonly first: number;
  readonly members: readonly MemberRow[];
}

export const layoutTables: readonly LayoutTable[] = [
`;

/** The text of tables.gen.ts for a parsed description. */
export function generateLayouts({ layouts }) {
  let first = 0;
  const quoted = (text) => (typeof text === 'number' ? text : `'${text}'`);
  const tables = layouts.map(({ name, members }) => {
    const rows = members.map(
      ({ key, bytes, alignment, attribute, many, name: title }) =>
        `      ['${key}', ${bytes}, ${alignment}, ${attribute}, ${quoted(many)}, '${title}'],\n`,
    );
    const text = `  {
    key: '${members[0].structure}',
    name: '${name}',
    first: ${first},
    members: [\n${rows.join('')}    ],
  },\n`;
    first += members.length;
    return text;
  });
  return `${layoutPreamble}${tables.join('')}];\n`;
}

/** The text of steps.gen.ts for a parsed description. */
export function generateSteps({ steps }) {
  const rows = steps.map(({ code, facts }) => `  ${code}: ${literal(facts.map(camel))},\n`);
  return `// Generated by tools/generate-abi.mjs from the core's own description: do not edit.
// What the numbers of a step are, in their order, by the code of its reason: the table of reasons in
// wasm-core/src/sched/explain/reasons.h, where it stands what they count.

export const stepFacts = {
${rows.join('')}} as const;
`;
}

/** The texts of the generated files, by path. */
export function generated(wasm) {
  const abi = parseAbi(describeAbi(wasm));
  return new Map([
    ...generateAbi(abi),
    ['web/engine/definition.gen.ts', generateDefinition(abi)],
    ['web/engine/steps.gen.ts', generateSteps(abi)],
    ['web/scenario/layout/tables.gen.ts', generateLayouts(abi)],
  ]);
}

async function cli(args) {
  if (args.length !== 1 || args[0].startsWith('-')) throw usage(help);
  const wasm = readIfThere(args[0]);
  if (!wasm) throw usage(`${args[0]}: there is no such file\n${help}`);
  for (const [file, text] of generated(wasm)) {
    const output = inRoot(file);
    if (readIfThere(output, 'utf8') !== text) writeWhole(output, text);
  }
}

const called = process.argv[1] && path.resolve(process.argv[1]);
if (called === inRoot('tools/generate-abi.mjs')) main(cli);
