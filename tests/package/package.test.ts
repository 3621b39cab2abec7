// The package for other programs: made, packed, installed into an empty folder without a network, and used there by its
// own example, by a program that is checked against its types, and by pages in a browser.

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, usualBrowser } from '../../tools/lib/chromium.mjs';
import { runBatch } from '../../web/engine/batch.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

/** ms: bundling, types and an install, beside other work. */
const patience = 300_000;
const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-package-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
/** Where a notebook finds the package: another origin than its own. */
const host = `https://cdn.jsdelivr.net/npm/schedscape@${version}/`;
const browserPath = findChromium();

/** A page of some origin, in which the installed package lies at its address on a network of packages. */
async function inBrowser<T>(html: string, use: (tab: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ ...usualBrowser(), args: ['--no-sandbox'] });
  try {
    const tab = await browser.newPage();
    await tab.route('**/*', async (route) => {
      const address = route.request().url();
      if (!address.startsWith(host)) return route.fulfill({ contentType: 'text/html', body: html });
      const file = path.join(folder, 'node_modules/schedscape', address.slice(host.length));
      return route.fulfill({ path: file, headers: { 'access-control-allow-origin': '*' } });
    });
    await tab.goto('https://notebook.example/');
    return await use(tab);
  } finally {
    await browser.close();
  }
}

const inFolder = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

beforeAll(() => {
  execFileSync('node', ['tools/package.mjs'], { encoding: 'utf8' });
  const archive = path.resolve(`build/schedscape-${version}.tgz`);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }');
  inFolder('npm', 'install', '--offline', '--no-audit', '--no-fund', archive);
}, patience);

describe('the package', () => {
  it('brings no other package and nothing of the page', () => {
    const installed = path.join(folder, 'node_modules');
    const list = JSON.parse(inFolder('npm', 'ls', '--all', '--json')) as {
      dependencies: Record<string, { dependencies?: object }>;
    };
    expect(Object.keys(list.dependencies)).toEqual(['schedscape']);
    expect(list.dependencies.schedscape!.dependencies).toBeUndefined();
    for (const name of ['build/core/core.wasm', 'index.d.ts', 'README.md', 'LICENSE'])
      expect(existsSync(path.join(installed, 'schedscape', name)), name).toBe(true);
    const code = readFileSync(path.join(installed, 'schedscape/index.mjs'), 'utf8');
    expect(code).not.toMatch(/createElement|jsx-runtime/);
  });

  it('has every file that its manifest names', () => {
    const installed = path.join(folder, 'node_modules/schedscape');
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as {
      exports: Record<string, string | Record<string, string>>;
      types: string;
      bin: Record<string, string>;
      private?: boolean;
    };
    const named = Object.values(manifest.exports).flatMap((to) =>
      typeof to === 'string' ? to : Object.values(to),
    );
    const all = [...named, manifest.types, ...Object.values(manifest.bin)];
    expect(all.filter((name) => !existsSync(path.join(installed, name)))).toEqual([]);
    expect(manifest.private).toBeUndefined();
  });

  it('brings the command line, with threads for sweeps', { timeout: patience }, () => {
    const command = path.join(folder, 'node_modules/.bin/schedscape');
    const over = ['--over', 'workload.threads=120', '--seeds', '2', '--duration', '1ms'];
    const said = inFolder(command, 'sweep', 'cpupri/cyclic', ...over, '--jobs', '2', '--json');
    expect(JSON.parse(said)).toMatchObject({ scenario: 'cpupri/cyclic' });
    expect(inFolder(command, 'fidelity', '--shipped')).toContain('cpupri');
  });

  const page = readFileSync('docs/package.md', 'utf8');
  const examples = [...page.matchAll(/^```(js|python)\n([\s\S]*?)^```$/gm)].map(
    ([, language, text], i) => ({ number: i + 1, language: language!, text: text! }),
  );

  it.each(examples)(
    'runs example $number of its page ($language)',
    { timeout: patience },
    (example) => {
      copyFileSync('tests/fixtures/own/two-packages.xml', path.join(folder, 'machine.xml'));
      const workload = 'duration 20ms\nweb x4 : run ~200us; sleep ~300us\n';
      writeFileSync(path.join(folder, 'mine.txt'), workload);
      const isPython = example.language === 'python';
      const name = `example-${example.number}.${isPython ? 'py' : 'mjs'}`;
      writeFileSync(path.join(folder, name), example.text);
      expect(inFolder(isPython ? 'python3' : 'node', name)).not.toBe('');
    },
  );

  describe.skipIf(!browserPath)(
    `in a browser${browserPath ? '' : ' (left out: no Chromium here)'}`,
    () => {
      it('runs the example of its page, imported by an import map', {
        timeout: patience,
      }, async () => {
        const [, html] = /^```html\n([\s\S]*?)^```$/m.exec(page)!;
        const said = await inBrowser(`<body>${html}</body>`, async (tab) => {
          await tab.waitForFunction(() => /trace [0-9a-f]{16}/.test(document.body.innerText));
          return tab.evaluate(() => document.body.innerText);
        });
        const node = `import { open, run } from 'schedscape';
const story = await open('cpupri/cyclic', { set: { duration: '2 ms' } });
const { metrics, traceHash } = await run(story, 'B');
console.log(\`\${metrics.kernel_share.value} \${metrics.kernel_share.unit}, trace \${traceHash}\`);`;
        writeFileSync(path.join(folder, 'same.mjs'), node);
        expect(said.trim()).toBe(inFolder('node', 'same.mjs').trim());
      });

      it('runs the cells of its page, each after those that it names', {
        timeout: patience,
      }, async () => {
        const [, text] = /^```observable\n([\s\S]*?)^```$/m.exec(page)!;
        const cells = text!
          .trim()
          .split('\n')
          .map((line) => /^(\w+) = (.+)$/.exec(line)!.slice(1) as [string, string]);
        const body = cells.map(([name, value]) => `const ${name} = await (${value});`).join('\n');
        const shares = await inBrowser('<body></body>', (tab) =>
          tab.evaluate(`(async () => {\n${body}\nreturn shares;\n})()`),
        );
        expect(shares).toEqual([expect.any(Number), expect.any(Number)]);
      });

      it('says in words what is wrong, as in Node, and takes machine, workload and trace', {
        timeout: patience,
      }, async () => {
        const said = await inBrowser('<body></body>', (tab) =>
          tab.evaluate(`(async () => {
const { isInputError, open, readMachine, readWorkload, trace } = await import('${host}browser.mjs');
const wrong = await open('cpupri/cyclik').catch((error) => [isInputError(error), error.remedy]);
const bytesOf = (text) => new TextEncoder().encode(text);
const lscpu = '# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\\n0,0,0,0,,0,0,0,0\\n1,1,0,0,,1,1,1,0\\n';
const machine = await readMachine([{ name: 'machine.txt', bytes: bytesOf(lscpu) }]);
const text = 'duration 5ms\\nweb x4 : run ~200us; sleep ~300us\\n';
const workload = await readWorkload({ name: 'mine.txt', bytes: bytesOf(text) });
const mine = await open(undefined, { machine, workload, set: { duration: '5 ms', warmup: '1 ms' } });
const file = await trace(mine, 'A', { format: 'perfetto' });
return [wrong, mine.cpus, file instanceof Uint8Array && file.length > 1000];
})()`),
        );
        const remedy = expect.stringContaining('did you mean "cpupri/cyclic"');
        expect(said).toEqual([[true, remedy], 2, true]);
      });
    },
  );

  it('runs its own example', { timeout: patience }, () => {
    const said = inFolder('node', 'node_modules/schedscape/example.mjs');
    expect(said).toMatch(/^\d+ scenarios, the first is /);
    expect(said).toMatch(/^A \(.*\): kernel share \d+\.\d %, trace [0-9a-f]+$/m);
    expect(said).toMatch(/mine\.perfetto-trace: \d{4,} bytes/);
    expect(said).toMatch(/ [1-9]\d* of \d+ CPUs are busy/);
    expect(existsSync(path.join(folder, 'mine.perfetto-trace'))).toBe(true);
  });

  it('gives the run of the same scenario and seed that this tree gives', async () => {
    writeFileSync(
      path.join(folder, 'one.mjs'),
      `import { open, run } from 'schedscape';
const story = await open('cpupri/cyclic', { seed: 3, set: { duration: '1 ms', warmup: '200 us' } });
const again = await open(story.link);
const hashes = [await run(story, 'B'), await run(again, 'B')].map(({ traceHash }) => traceHash);
console.log(JSON.stringify(hashes));`,
    );
    const [first, second] = JSON.parse(inFolder('node', 'one.mjs')) as string[];
    const set = (where: string, value: string | number) => ({ path: where, value });
    const overrides = [set('seed', 3), set('duration', '1 ms'), set('warmup', '200 us')];
    const opened = await loadScenario('cpupri/cyclic', nodeReader('scenarios'), overrides);
    const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
    const world = World.create(await openWasm(core), buildDefinition(opened, 'B'));
    const { duration, window } = opened;
    const { traceHash } = runBatch(world, {
      duration,
      windowStart: window.from,
      program: undefined,
    });
    expect([first, second]).toEqual([traceHash, traceHash]);
  });

  it('names the fields of a structure that a workload shares', () => {
    writeFileSync(
      path.join(folder, 'fields.mjs'),
      `import { open, readWorkload, run } from 'schedscape';
const text = 'struct queue {\\n  long head, tail;\\n};\\nw : store head; run 100ns\\nr x4 : load tail; run 100ns\\n';
const workload = await readWorkload({ name: 'q.txt', bytes: new TextEncoder().encode(text) });
const mine = await open(undefined, { workload, set: { duration: '1 ms', warmup: '100 us' } });
console.log(JSON.stringify((await run(mine, 'A')).tables));`,
    );
    const said = inFolder('node', 'fields.mjs');
    expect(said).toContain('struct queue');
    expect(said).toContain('tail');
  });

  it('tells who gave something wrong what would be right', () => {
    writeFileSync(
      path.join(folder, 'wrong.mjs'),
      `import { isInputError, open } from 'schedscape';
try { await open('cpupri/cyclik'); } catch (error) {
  console.log(JSON.stringify([isInputError(error), error.path, error.remedy]));
}`,
    );
    const [isInput, where, remedy] = JSON.parse(inFolder('node', 'wrong.mjs')) as [
      boolean,
      string,
      string,
    ];
    expect([isInput, where]).toEqual([true, 'scenario']);
    expect(remedy).toContain('did you mean "cpupri/cyclic"');
  });

  it('has types that stand by themselves in a strict project', { timeout: patience }, () => {
    writeFileSync(
      path.join(folder, 'typed.ts'),
      `import { type Live, open, run, start, trace } from 'schedscape';
const story = await open('cpupri/cyclic', { seed: 1 });
const { metrics } = await run(story, 'A', { onProgress: (time: number) => void time });
const share: number | undefined = metrics.kernel_share?.value;
const live: Live = await start(story, 'A');
const bytes: Uint8Array = await trace(story, 'A', { format: 'chrome', to: 1000 });
// @ts-expect-error: a format that is not there
await trace(story, 'A', { format: 'xml' });
export { bytes, live, share };`,
    );
    const tsc = path.resolve('node_modules/typescript/bin/tsc');
    const strict = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--target', 'es2022'];
    const modules = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--types', ''];
    expect(inFolder('node', tsc, ...strict, ...modules, 'typed.ts')).toBe('');
  });
});
