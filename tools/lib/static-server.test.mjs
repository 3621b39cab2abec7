// The server of `npm start`: no request ends it, and nothing outside its folder is given away.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';
import { serverOf } from './static-server.mjs';

const policy = "default-src 'self'";
const page = `<meta http-equiv="Content-Security-Policy" content="${policy}"><p>page</p>`;

let folder;
let server;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'schedscape-served-'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), page);
  writeFileSync(path.join(folder, 'assets/page.js'), 'run();');
  server = serverOf(folder).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** The path goes out as it stands here: fetch would tidy it. */
function ask(asked) {
  return new Promise((resolve, reject) => {
    const request = get({ port: server.address().port, path: asked, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (piece) => (text += piece));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    });
    request.on('error', reject);
  });
}

describe('the server of npm start', () => {
  it('serves the page, and its scripts under the policy of the page', async () => {
    expect(await ask('/')).toMatchObject({ status: 200, text: page });
    const { headers } = await ask('/assets/page.js');
    expect(headers['content-security-policy']).toBe(policy);
  });

  it.each([
    ['below a file', '/index.html/'],
    ['far below a file', '/assets/page.js/a/b/c'],
    ['with a segment longer than a file system takes', `/${'a'.repeat(256)}`],
    ['longer than any path', `/${'a/'.repeat(4000)}`],
    ['with a zero byte', '/a%00b'],
    ['that is no encoding', '/%E0%A4%A'],
    ['out of the folder', '/../../etc/passwd'],
    ['out of the folder, encoded', '/..%2f..%2f..%2fetc/passwd'],
  ])('says that a path %s is not found, and goes on', async (_, asked) => {
    expect((await ask(asked)).status).toBe(404);
    expect((await ask('/')).status).toBe(200);
  });

  it('says the same of a loop of links', async () => {
    symlinkSync('round.js', path.join(folder, 'about.js'));
    symlinkSync('about.js', path.join(folder, 'round.js'));
    expect((await ask('/round.js')).status).toBe(404);
    expect((await ask('/')).status).toBe(200);
  });

  it('gives no script without the policy of a page that is missing, and goes on when it is back', async () => {
    rmSync(path.join(folder, 'index.html'));
    expect((await ask('/')).status).toBe(404);
    const script = await ask('/assets/page.js');
    expect(script.status).toBe(503);
    expect(script.text).toContain('index.html is missing');
    writeFileSync(path.join(folder, 'index.html'), page);
    expect((await ask('/assets/page.js')).status).toBe(200);
  });
});

describe('tools/serve.mjs', () => {
  const serve = inRoot('tools/serve.mjs');

  it('serves a folder named from the root of the file system', async () => {
    const started = spawn(process.execPath, [serve, folder, '--port', '41730']);
    const [line] = await once(started.stdout, 'data');
    const answer = await fetch(String(line).trim());
    expect(await answer.text()).toBe(page);
    started.kill();
  });

  it('ends once its owner has been killed, and gives its port back', async () => {
    const owner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const args = [serve, folder, '--port', '41780', '--owner', String(owner.pid)];
    const started = spawn(process.execPath, args);
    const ended = once(started, 'exit');
    const [line] = await once(started.stdout, 'data');
    const address = String(line).trim();
    expect((await fetch(address)).status).toBe(200);
    owner.kill('SIGKILL');
    expect(await ended).toEqual([0, null]);
    await expect(fetch(address)).rejects.toThrow();
  });

  it('refuses a folder without a page, with exit code 2', async () => {
    const empty = path.join(folder, 'assets');
    const { code, err } = await new Promise((resolve) => {
      execFile(process.execPath, [serve, empty], (error, _, stderr) =>
        resolve({ code: error?.code, err: stderr }),
      );
    });
    expect(code).toBe(2);
    expect(err).toContain(`${empty} holds no index.html`);
  });
});
