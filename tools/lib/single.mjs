// The page as one file that opens from a disk, for a stick or a mail: every script, worker, module and piece of content stands
// in it. Browsers give a page without a host no files beside it, so what would be fetched is turned into data: addresses, and
// workers begin from blob: ones.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { readIfThere, writeWhole } from './files.mjs';
import { pageKey } from './page.mjs';
import { buildDir, inRoot } from './paths.mjs';
import { buildWithVite } from './vite.mjs';

const partsDir = path.join(buildDir, 'single-parts');
export const singleFile = path.join(buildDir, 'single/schedscape.html');
const stampFile = path.join(buildDir, 'single.key');

const types = {
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.js': 'text/javascript',
};

/** What one file allows itself: its own scripts and styles, and nothing of anywhere else. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'connect-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
].join('; ');

/** A file beside a script, as the bundler writes its address. */
const address =
  /new URL\(\s*(?:\/\*.*?\*\/\s*)?[`"']([\w.-]+)[`"']\s*,\s*(?:import\.meta\.url|self\.location(?:\.href)?)\s*\)/g;
/** No text of a script ends it. */
const inScript = (text) => text.replaceAll(/<(?=\/script|!--|script)/gi, '\\x3C');

const dataUrl = (file) => {
  const type = types[path.extname(file)] ?? 'application/octet-stream';
  return `data:${type};base64,${readFileSync(file).toString('base64')}`;
};

/** Gives scripts the addresses of what they would fetch: data: ones, and of workers blob: ones, each made when it is asked for. */
const prelude = `
const files = JSON.parse(document.getElementById('files').textContent);
const made = new Map();
const decoded = (data) => new TextDecoder().decode(Uint8Array.from(atob(data), (c) => c.charCodeAt(0)));
globalThis.schedscapeFile = (name) => {
  if (!name.endsWith('.js')) return files[name];
  if (!made.has(name)) {
    const text = decoded(files[name].split(',')[1]);
    const used = Object.keys(files).filter((each) => !each.endsWith('.js') && text.includes(each));
    const own = JSON.stringify(Object.fromEntries(used.map((each) => [each, files[each]])));
    const before = 'const schedscapeFiles = ' + own + '; globalThis.schedscapeFile = (name) => schedscapeFiles[name];\\n';
    made.set(name, URL.createObjectURL(new Blob([before, text], { type: 'text/javascript' })));
  }
  return made.get(name);
};
// Workers of modules do not begin from a disk; these are none.
const Begun = globalThis.Worker;
globalThis.Worker = class extends Begun {
  constructor(address, options) {
    super(address, { ...options, type: 'classic' });
  }
};
`;

/** A script in which files are asked for by their names. */
const rewritten = (text) =>
  text.replaceAll(address, (_, name) => `new URL(schedscapeFile("${name}"))`);

function pieces(folder) {
  const assets = path.join(folder, 'assets');
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const entry = /<script type="module"[^>]*src="\.\/assets\/([^"]+)"/.exec(html)?.[1];
  const style = /<link rel="stylesheet"[^>]*href="\.\/assets\/([^"]+)"/.exec(html)?.[1];
  if (!entry || !style)
    throw new Failure('the page in one file: index.html names no script or no style');
  const named = readdirSync(assets).filter((name) => name !== entry && !name.endsWith('.css'));
  const files = named.map((name) => {
    const file = path.join(assets, name);
    if (!name.endsWith('.js')) return [name, dataUrl(file)];
    const text = rewritten(readFileSync(file, 'utf8'));
    return [name, `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`];
  });
  const css = readFileSync(path.join(assets, style), 'utf8').replaceAll(
    /url\((["']?)(?:\.\/)?([\w.-]+\.woff2)\1\)/g,
    (_, __, name) => `url(${dataUrl(path.join(assets, name))})`,
  );
  return { html, files, css, script: rewritten(readFileSync(path.join(assets, entry), 'utf8')) };
}

/** The text of the one file, from a page that was built without chunks. */
export function singleText(folder) {
  const { html, files, css, script } = pieces(folder);
  const used = files.filter(
    ([name]) => !name.endsWith('.woff2') || script.includes(name) || name.includes('latin-wght'),
  );
  const head = html
    .replaceAll(/ *<(?:link|script)\b[^>]*>(?:<\/script>)?\n?/g, '')
    .replace(
      /(http-equiv="Content-Security-Policy"\s*content=")[^"]*/,
      (_, before) => before + policy,
    )
    .replaceAll(/ *<meta (?:property="og:image[^>]*|name="offline"[^>]*)>\n?/g, '');
  const body = [
    `<style>${css.replaceAll('</style', '<\\/style')}</style>`,
    `<script type="application/json" id="files">${inScript(JSON.stringify(Object.fromEntries(used))).replaceAll('\\x3C', '\\u003C')}</script>`,
    `<script>${inScript(prelude)}</script>`,
    `<script type="module">${inScript(script)}</script>`,
  ];
  const [before, after] = head.split('</body>');
  return `${before}${body[0]}\n${body.slice(1).join('\n')}\n  </body>${after}`;
}

/** Resolves to the path of the file, built anew where something it is made of has changed. */
export async function buildSingle({ force = false } = {}) {
  const key = `${pageKey()} ${readFileSync(inRoot('tools/lib/single.mjs'), 'utf8').length}`;
  if (!force && existsSync(singleFile) && readIfThere(stampFile, 'utf8') === key) return singleFile;
  const args = ['--outDir', partsDir, '--emptyOutDir'];
  await buildWithVite('the page in one file', args, { SCHEDSCAPE_SINGLE: '1' });
  mkdirSync(path.dirname(singleFile), { recursive: true });
  writeWhole(singleFile, singleText(partsDir));
  rmSync(partsDir, { recursive: true, force: true });
  writeWhole(stampFile, key);
  return singleFile;
}
