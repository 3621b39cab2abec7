// Holds the core's rooms by what their compiled files ask of each other: a call (or the address of a
// function or of data) goes to the own room or to one below. Includes cannot show this, as a header may
// declare what lies anywhere. It reads the symbols of the objects of a release build.

import { existsSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { isAttic, mayUse, nameOf, placeOf } from './floors.mjs';
import { run, which } from './run.mjs';

/**
 * Calls that go up, a line each. Objects: [{ source: 'src/sched/core/core.c', defined, undefined }], the
 * last two names of symbols.
 */
export function callProblems(objects) {
  const placeIn = (source) => placeOf(source.replace(/^src\//, ''));
  const homes = new Map(objects.flatMap(({ source, defined }) => defined.map((s) => [s, source])));
  const found = [];
  for (const { source, undefined: wanted } of objects) {
    const from = placeIn(source);
    if (isAttic(from)) {
      found.push(`wasm-core/${source}: there is no floor "${from.floor}" in sched/`);
      continue;
    }
    for (const symbol of wanted) {
      const home = homes.get(symbol);
      if (!home || mayUse(from, placeIn(home))) continue;
      const says = `${nameOf(from)} must not call ${symbol} of ${nameOf(placeIn(home))}`;
      found.push(`wasm-core/${source}: ${says}: calls go down only`);
    }
  }
  return found;
}

/** What `nm -A -P` says ("file: symbol kind value size"), by file: { defined, undefined }. */
export function readSymbols(output) {
  const files = new Map();
  for (const line of output.split('\n')) {
    const [, file, symbol, kind] = line.match(/^(.+): (\S+) (\w)(?: |$)/) ?? [];
    if (!file) continue;
    const at = files.get(file) ?? { defined: [], undefined: [] };
    files.set(file, at);
    if (kind === 'U') at.undefined.push(symbol);
    else if (/^[A-Z]$/.test(kind)) at.defined.push(symbol);
  }
  return files;
}

/** Reads the symbols of compiled sources: [{ source, file }] of one native build. */
export async function symbolsOf(objects) {
  const missing = objects.filter(({ file }) => !existsSync(file));
  if (missing.length > 0) {
    const count = `${missing.length} of ${objects.length} files of the core are`;
    throw new Failure(
      `${count} not compiled yet (wasm-core/${missing[0].source}); run first: npm test -- --only 'core builds'`,
    );
  }
  // With -A every line begins with its file, which of a single one it is not told otherwise.
  const nm = which('nm');
  if (!nm) throw new Failure('nm is missing: apt-get install binutils');
  const { code, stdout, output } = await run(nm, ['-A', '-P', ...objects.map(({ file }) => file)]);
  if (code !== 0) throw new Failure(`nm cannot read what was compiled: ${output.trim()}`);
  const symbols = readSymbols(stdout);
  return objects.map(({ source, file }) => {
    const { defined = [], undefined: wanted = [] } = symbols.get(file) ?? {};
    return { source, defined, undefined: wanted };
  });
}
