// The header files for hosts, read by the hosts they are for: nginx, Apache and Caddy serve a small folder with them,
// each where it is installed, and what they send is looked at.

import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';

const read = (file) => readFileSync(inRoot(file), 'utf8');
const [, policy] = read('index.html').match(/content="(default-src[^"]+)"/);
const packed = 'text that packs well, '.repeat(500);
const site = {
  'index.html': `<!doctype html><title>${packed}</title>`,
  'sw.js': `// ${packed}`,
  'manifest.webmanifest': JSON.stringify({ name: packed }),
  'assets/core-1.wasm': packed,
  'assets/main-1.js': `// ${packed}`,
};
const types = {
  '/': /^text\/html/,
  '/sw.js': /^(text|application)\/javascript/,
  '/manifest.webmanifest': /^application\/manifest\+json/,
  '/assets/core-1.wasm': /^application\/wasm/,
  '/assets/main-1.js': /^(text|application)\/javascript/,
};

/** By server: where it is installed, its configuration from ours, and how it is started so that it stays. */
const servers = {
  nginx: {
    program: '/usr/sbin/nginx',
    files: ({ root, port }) => ({
      'site.conf': read('deploy/nginx.conf')
        .replace('listen 80', `listen 127.0.0.1:${port}`)
        .replaceAll('/srv/schedscape', root)
        .replace('include mime.types', 'include /etc/nginx/mime.types'),
      'main.conf': 'events {}\nhttp { access_log off; include site.conf; }',
    }),
    args: ({ folder }) => [
      '-p',
      folder,
      '-c',
      `${folder}/main.conf`,
      '-e',
      `${folder}/errors`,
      '-g',
      `daemon off; pid ${folder}/pid;`,
    ],
  },
  apache: {
    program: '/usr/sbin/apache2',
    files: ({ root, port, folder }) => ({
      'main.conf': [
        ...['mpm_event', 'authz_core', 'dir', 'mime', 'headers', 'filter', 'deflate'].map(
          (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
        ),
        `Listen 127.0.0.1:${port}\nServerName localhost\nUser www-data\nGroup www-data`,
        `ServerRoot ${folder}\nPidFile ${folder}/pid\nErrorLog ${folder}/errors`,
        `TypesConfig /etc/mime.types\nDocumentRoot ${root}`,
        `<Directory ${root}>\nAllowOverride FileInfo\nRequire all granted\n</Directory>`,
      ].join('\n'),
    }),
    args: ({ folder }) => ['-f', `${folder}/main.conf`, '-D', 'FOREGROUND'],
  },
  caddy: {
    program: '/usr/bin/caddy',
    files: ({ root, port }) => ({
      Caddyfile: `{\n\tadmin off\n}\n${read('deploy/Caddyfile')
        .replace('example.org', `http://127.0.0.1:${port}`)
        .replaceAll('/srv/schedscape', root)}`,
    }),
    args: ({ folder }) => ['run', '--config', `${folder}/Caddyfile`],
  },
};

const write = (folder, files) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text, { mode: 0o644 });
  }
};

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Resolves when the server answers; throws the output of the server if it ended instead. */
async function answered(address, child, said) {
  while (child.exitCode === null) {
    const there = await fetch(address).then(
      () => true,
      () => false,
    );
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`the server ended: ${said.join('')}`);
}

describe.each(Object.entries(servers))('what %s sends', (_, { program, files, args }) => {
  const isThere = existsSync(program);
  let folder, child, address;

  beforeAll(async () => {
    if (!isThere) return;
    folder = mkdtempSync(path.join(tmpdir(), 'schedscape-host-'));
    chmodSync(folder, 0o755); // Apache's own user reads it
    const at = { folder, root: path.join(folder, 'dist'), port: await freePort() };
    write(at.root, site);
    copyFileSync(inRoot('public/.htaccess'), path.join(at.root, '.htaccess'));
    write(folder, files(at));
    const said = [];
    child = spawn(program, args(at), { env: { ...process.env, HOME: folder } });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text));
    address = `http://127.0.0.1:${at.port}`;
    await answered(address, child, said);
  });

  afterAll(async () => {
    if (!child) return;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(!isThere).each(Object.keys(types))(
    '%s: with the policy, its type, packed, and kept for as long as its name holds',
    async (name) => {
      const { status, headers } = await fetch(address + name, {
        headers: { 'Accept-Encoding': 'gzip' },
      });
      expect(status).toBe(200);
      expect(headers.get('content-security-policy')).toBe(policy);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe(
        name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      expect(headers.get('content-type')).toMatch(types[name]);
      expect(headers.get('content-encoding')).toBe('gzip');
    },
  );
});
