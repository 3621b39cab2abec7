// Ending a run of tests ends all processes that it has started.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { root } from './paths.mjs';
import { endGroups, run } from './run.mjs';

/** A program that starts a server, says where it is, and ends only when it is told to. */
const starts = `
const { spawn } = require('node:child_process');
const server = "require('node:http').createServer((_, answer) => answer.end()).listen(0, '127.0.0.1', function () { console.log(this.address().port); })";
spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'inherit', 'ignore'] });
setInterval(() => {}, 1000);
`;

/** Resolves to the first number that a program writes. */
const numberOf = async (stream) => Number(String((await once(stream, 'data'))[0]).trim());

describe('a program in a group of its own', () => {
  it('ends with the server that it has started, which gives its port back', async () => {
    let said;
    const port = new Promise((resolve) => {
      said = (text) => resolve(Number(text.trim()));
    });
    const done = run(process.execPath, ['-e', starts], { ownGroup: true, onData: said });
    const address = `http://127.0.0.1:${await port}/`;
    expect((await fetch(address)).status).toBe(200);
    endGroups('SIGTERM');
    expect((await done).code).not.toBe(0);
    await expect(fetch(address)).rejects.toThrow();
  });
});

describe('tools/test.mjs', () => {
  it('ends its programs when it is ended itself', async () => {
    const program = `
      const { endTogether } = await import('./tools/lib/ends.mjs');
      const { run } = await import('./tools/lib/run.mjs');
      endTogether(500);
      await run(process.execPath, ['-e', ${JSON.stringify(starts)}], {
        ownGroup: true,
        onData: (text) => process.stdout.write(text),
      });
    `;
    const args = ['--input-type=module', '--eval', program];
    const started = spawn(process.execPath, args, { cwd: root });
    const ended = once(started, 'exit');
    const address = `http://127.0.0.1:${await numberOf(started.stdout)}/`;
    expect((await fetch(address)).status).toBe(200);
    started.kill('SIGTERM');
    expect((await ended)[0]).toBe(143);
    await expect(fetch(address)).rejects.toThrow();
  });
});
