// A Vite plugin: leaves out of the built page those accessors and tables of fields of
// web/engine/abi.gen.ts that no source of the page names. A bundler cannot: it does not know which properties of a class are read. What
// tests and the command line read is theirs; they are built without this.

import { readFileSync } from 'node:fs';
import { listFiles } from './files.mjs';
import { inRoot } from './paths.mjs';

const generated = 'web/engine/abi.gen.ts';
const accessor = /^ {2}(get|set) (\w+)\(.*\{\n[\s\S]*?\n {2}\}\n/gm;
const table =
  /( {2}\/\*\* Type, offset[^\n]*\n {2}static readonly fields = \{\n[\s\S]*?\n {2}\} as const;\n)/;

/** `text` without the tables of structures whose fields `sources` never list: `Explain.fields`. */
function withoutTables(text, sources) {
  const listed = new Set([...sources.matchAll(/\b(\w+)\.fields\b/g)].map(([, name]) => name));
  return text.replace(/^export class (\w+) extends Rows \{\n[\s\S]*?\n\}\n/gm, (whole, name) =>
    listed.has(name) ? whole : whole.replace(table, ''),
  );
}

/** `text` of the generated file without the accessors and tables that `sources` cannot mean. */
export function withoutUnused(text, sources) {
  const words = new Set(sources.match(/\w+/g));
  const written = new Set(
    [...sources.matchAll(/\.(\w+)\s*(?:\+\+|--|[-+*|&^]?=(?!=))/g)].map(([, name]) => name),
  );
  return withoutTables(text, sources).replace(accessor, (whole, kind, name) =>
    (kind === 'get' ? words : written).has(name) ? whole : '',
  );
}

export function unusedAccessors() {
  let sources;
  return {
    name: 'unused-accessors',
    apply: 'build',
    enforce: 'pre', // while it is still TypeScript as generated
    transform(text, id) {
      if (!id.endsWith(generated)) return undefined;
      sources ??= listFiles(['web'], (name) => /\.tsx?$/.test(name) && !name.endsWith(generated))
        .filter((name) => !/\.test\.|\/testing\//.test(name))
        .map((name) => readFileSync(inRoot(name), 'utf8'))
        .join('\n');
      return { code: withoutUnused(text, sources), map: null };
    },
  };
}
