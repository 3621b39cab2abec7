// Reads a built page: is it small enough at start-up, does it keep its own security policy,
// and are its files those that its list says?
// `node tools/check-budget.mjs [dist]`. How it behaves in a browser is tested in tests/e2e.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Failure, main } from './lib/failure.mjs';
import { inRoot } from './lib/paths.mjs';
import { sbomProblems } from './lib/sbom.mjs';

const kB = 1000;
const budget = {
  // A guard against a library that slips into the start, not an aim: what counts is when the first picture moves.
  home: 160 * kB,
  stage: 160 * kB,
  /** The mechanisms of the kernel's versions need it, and the points at which policies are asked. */
  core: 160 * kB,
  /** With what runs workloads and scheduling classes of one's own, too. */
  policies: 176 * kB,
  policyTab: 25 * kB,
};
/** The chunks that a place of the page requests as soon as it is shown, besides the entry of the page. */
const places = { home: ['Home', 'LiveMachine'], stage: ['App'] };

const gzipped = (file) => gzipSync(readFileSync(file), { level: 9 }).length;

/** The built file of a chunk. */
function chunkNamed(folder, chunk) {
  const names = readdirSync(path.join(folder, 'assets'));
  const found = names.filter((name) => name.startsWith(`${chunk}-`) && name.endsWith('.js'));
  if (found.length !== 1) throw new Failure(`${folder}: ${found.length} chunks ${chunk}, not one`);
  return `assets/${found[0]}`;
}

/** Scripts that load without any action of the reader: static imports, workers and `chunks`, but no other import(). */
function startUpScripts(folder, html, chunks) {
  const entry = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((match) => match[1]);
  const todo = [...entry, ...chunks.map((chunk) => chunkNamed(folder, chunk))];
  const seen = new Set();
  for (let name = todo.pop(); name; name = todo.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const text = readFileSync(path.join(folder, name), 'utf8');
    const static_ = /(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+\.js)["'`]/g;
    const worker = /new URL\(\s*(?:\/\*.*?\*\/)?\s*["'`]([^"'`]+\.js)["'`]/g;
    const beside = path.posix.dirname(name);
    for (const [, target] of text.matchAll(static_)) todo.push(path.posix.join(beside, target));
    for (const [, target] of text.matchAll(worker)) {
      const inAssets = target.startsWith('/') ? target.slice(1) : path.posix.join(beside, target);
      todo.push(inAssets);
    }
  }
  return [...seen];
}

function judgePage(html, name = 'index.html') {
  const problems = [];
  if (!/http-equiv="Content-Security-Policy"/.test(html))
    problems.push('no Content-Security-Policy');
  if (/unsafe-inline|'unsafe-eval'/.test(html)) problems.push('the policy allows unsafe code');
  if (/<script(?![^>]*\bsrc=)[^>]*>/.test(html)) problems.push('an inline script');
  if (/<style|\sstyle="|\son\w+="/.test(html)) problems.push('an inline style or handler');
  if (/(?:src|href)="(?:\/|https?:)/.test(html)) problems.push('an address that is not relative');
  return problems.map((problem) => `${name}: ${problem}`);
}

/** The texts of stories: each keeps the policy of the page, runs nothing and says no braces in the place of a number. */
function judgeTexts(folder, files) {
  const texts = files.filter((name) => /^stories[/\\].*\.html$/.test(name));
  if (texts.length < 2) return ['stories/: the texts of stories are not part of the page'];
  return texts.flatMap((name) => {
    const html = readFileSync(path.join(folder, name), 'utf8');
    const problems = judgePage(html, name);
    if (/<script/.test(html)) problems.push(`${name}: a script`);
    if (/[{}]/.test(html)) problems.push(`${name}: braces, where a number belongs`);
    return problems;
  });
}

/** { lines, problems } of a built page. */
export function checkPage(folder) {
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const scriptsOf = (chunks) =>
    startUpScripts(folder, html, chunks)
      .map((name) => gzipped(path.join(folder, name)))
      .reduce((sum, bytes) => sum + bytes, 0);
  const files = readdirSync(folder, { recursive: true });
  const cores = files.filter((name) => name.endsWith('.wasm') && /core/.test(name));
  const probes = files.filter((name) => name.endsWith('.wasm') && /probes/.test(name));
  const policies = files.filter((name) => name.endsWith('.wasm') && /policy/.test(name));
  const largest = (names) => Math.max(0, ...names.map((name) => gzipped(path.join(folder, name))));
  const core = largest(cores);
  const problems = [...judgePage(html), ...judgeTexts(folder, files), ...sbomProblems(folder)];
  const lines = [];
  for (const [place, chunks] of Object.entries(places)) {
    const script = scriptsOf(chunks);
    const most = budget[place];
    if (script > most) problems.push(`start-up scripts of ${place}: ${script} > ${most} bytes`);
    lines.push(
      `start-up scripts of ${place} ${(script / kB).toFixed(1)} of ${most / kB} kB gzipped`,
    );
  }
  for (const text of ['licences.txt', 'LICENSE.txt']) {
    if (!files.includes(text)) problems.push(`${text} is not part of the page`);
  }
  if (cores.length === 0) problems.push('the core is not part of the page');
  if (core > budget.core) problems.push(`core.wasm: ${core} > ${budget.core} bytes`);
  const policy = largest(policies);
  const policyTab = gzipped(path.join(folder, chunkNamed(folder, 'PolicyTab')));
  if (policies.length === 0) problems.push('the module for policies is not part of the page');
  if (policy > budget.policies) problems.push(`policy.wasm: ${policy} > ${budget.policies} bytes`);
  if (policyTab > budget.policyTab)
    problems.push(`the Policy view: ${policyTab} > ${budget.policyTab} bytes`);
  lines.push(
    `core.wasm ${(core / kB).toFixed(1)} of ${budget.core / kB} kB gzipped`,
    `policy.wasm, loaded for a policy or a custom workload, ${(policy / kB).toFixed(1)} of ${budget.policies / kB} kB gzipped`,
    `the Policy view with its compiler ${(policyTab / kB).toFixed(1)} of ${budget.policyTab / kB} kB gzipped`,
    `probes.wasm, loaded when a view asks it, ${(largest(probes) / kB).toFixed(1)} kB gzipped`,
  );
  return { lines, problems };
}

if (process.argv[1] && path.resolve(process.argv[1]) === inRoot('tools/check-budget.mjs')) {
  main(([folder = 'dist']) => {
    const { lines, problems } = checkPage(inRoot(folder));
    process.stdout.write(`${lines.join('\n')}\n`);
    if (problems.length > 0) throw new Failure(problems.join('\n'));
  });
}
