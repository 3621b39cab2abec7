// Serves a folder of static files, as any static host would. Files only: no listing, nothing
// outside the folder, nothing but GET and HEAD.

import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** What a request cannot be given, and why: a status and a line for a person. */
class Refused extends Error {
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

/** The policy the page carries itself, said as a header too. No frame-ancestors: embeds are meant. */
function policyOf(folder) {
  let html;
  try {
    html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  } catch {
    // Scripts without the policy would run with more rights than the page has: rather none.
    throw new Refused(503, 'index.html is missing: the page is being built, or was removed');
  }
  return html.match(/http-equiv="Content-Security-Policy"\s+content="([^"]+)"/)?.[1];
}

/** What a name leads to; undefined for whatever a file system says against it (ENOTDIR, ELOOP …). */
function statusOf(file) {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The file that a request asks for, or undefined. */
function fileFor(folder, url) {
  let name;
  try {
    name = decodeURIComponent(new URL(url, 'http://127.0.0.1').pathname);
  } catch {
    return undefined;
  }
  const file = path.join(folder, name.endsWith('/') ? `${name}index.html` : name);
  if (name.includes('\0') || !file.startsWith(`${folder}${path.sep}`)) return undefined;
  const info = statusOf(file);
  return info?.isFile() ? { file, size: info.size, changed: info.mtimeMs } : undefined;
}

/** What grows smaller by packing; fonts and pictures are packed already. */
const packable = /\.(css|html|js|json|mjs|svg|txt|wasm|webmanifest)$/;
const packed = new Map();

/** The packed content of a file, kept as long as the file is the same; undefined if not worth it. */
function packedFile({ file, size, changed }, request) {
  const isWanted = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (!isWanted || !packable.test(file) || size < 1024) return undefined;
  const known = packed.get(file);
  if (known?.changed === changed) return known.content;
  const content = gzipSync(readFileSync(file));
  packed.set(file, { changed, content });
  return content;
}

function answer(folder, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const found = fileFor(folder, request.url);
  if (!found) throw new Refused(404, 'not found');
  const ending = path.extname(found.file);
  const content = packedFile(found, request);
  // A worker goes by the policy of its own script, not by that of the page.
  const policy = ['.html', '.js'].includes(ending) ? policyOf(folder) : undefined;
  const hashed = found.file.startsWith(path.join(folder, 'assets') + path.sep);
  response.writeHead(200, {
    'Content-Type': types[ending] ?? 'application/octet-stream',
    'Content-Length': content?.length ?? found.size,
    ...(content ? { 'Content-Encoding': 'gzip' } : {}),
    Vary: 'Accept-Encoding',
    'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...(policy ? { 'Content-Security-Policy': policy } : {}),
  });
  if (request.method === 'HEAD') response.end();
  else if (content) response.end(content);
  else
    createReadStream(found.file)
      .on('error', () => response.destroy())
      .pipe(response);
}

/** No request ends the server: what goes wrong with one is its answer. */
function answerWhatever(folder, request, response) {
  try {
    answer(folder, request, response);
  } catch (error) {
    const [status, words] =
      error instanceof Refused ? [error.status, error.message] : [500, 'cannot be read'];
    if (response.headersSent) response.destroy();
    else
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${words}\n`);
  }
}

/** The server of a folder, not listening yet. */
export function serverOf(folder) {
  const base = path.resolve(folder);
  return createServer((request, response) => answerWhatever(base, request, response));
}

/** Listens on 127.0.0.1; takes the next free port (of 50) unless `strict`. Resolves to the port. `onRequest` hears of each. */
export function serve(folder, firstPort, { strict = false, onRequest } = {}) {
  const server = serverOf(folder);
  if (onRequest) server.on('request', onRequest);
  return new Promise((resolve, reject) => {
    let port = firstPort;
    server.on('error', (error) => {
      const mayTryNext = error.code === 'EADDRINUSE' && !strict && port < firstPort + 50;
      if (!mayTryNext) return reject(error);
      port += 1;
      server.listen(port, '127.0.0.1');
    });
    server.on('listening', () => resolve(port));
    server.listen(port, '127.0.0.1');
  });
}
