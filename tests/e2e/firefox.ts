// Drives a Firefox of the system by WebDriver BiDi, as much of it as the main ways need. It never
// downloads one: Playwright's own Firefox is a patched build, and people run the other.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';

/** ms until a browser that says nothing counts as one that does not start. */
const longestStart = 60_000;
const listening = /WebDriver BiDi listening on (ws:\/\/\S+)/;

interface Answer {
  readonly id?: number;
  readonly type: string;
  readonly message?: string;
  readonly result?: Record<string, unknown>;
}

function addressOf(firefox: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Firefox does not start')), longestStart);
    let said = '';
    firefox.stderr!.on('data', (text) => {
      said += text;
      const found = listening.exec(said);
      if (!found) return;
      clearTimeout(timer);
      resolve(`${found[1]}/session`);
    });
    firefox.once('exit', () => reject(new Error(`Firefox has ended: ${said}`)));
  });
}

/** Files are saved without asking where. */
const settings = (downloads: string) =>
  Object.entries({
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.download.useDownloadDir': true,
    'browser.download.alwaysOpenPanel': false,
    'browser.helperApps.neverAsk.saveToDisk': 'text/csv',
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');

export class Firefox {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #downloads: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #socket: WebSocket | undefined;
  #context = '';
  #asked = 0;

  private constructor(program: string) {
    this.#profile = mkdtempSync(path.join(tmpdir(), 'schedscape-firefox-'));
    this.#downloads = mkdtempSync(path.join(tmpdir(), 'schedscape-saved-'));
    writeFileSync(path.join(this.#profile, 'user.js'), settings(this.#downloads));
    const options = ['--headless', '--no-remote', '--remote-debugging-port=0'];
    this.#process = spawn(program, [...options, '--profile', this.#profile], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }

  static async launch(program: string): Promise<Firefox> {
    const firefox = new Firefox(program);
    await firefox.#connect();
    return firefox;
  }

  async open(url: string): Promise<void> {
    await this.#ask('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  /** The text an expression gives in the page. */
  async text(expression: string): Promise<string | undefined> {
    const target = { context: this.#context };
    const found = await this.#ask('script.evaluate', { expression, target, awaitPromise: true });
    return (found.result as { value?: string } | undefined)?.value;
  }

  /** Presses what has this role and name, with the mouse, as soon as it is there. */
  async press(role: string, name: string): Promise<void> {
    const locator = { type: 'accessibility', value: { role, name } };
    const until = Date.now() + longestStart;
    let found: { sharedId: string } | undefined;
    while (!found) {
      const { nodes } = await this.#ask('browsingContext.locateNodes', {
        context: this.#context,
        locator,
      });
      found = (nodes as { sharedId: string }[])[0];
      if (!found && Date.now() > until) throw new Error(`there is no ${role} "${name}"`);
    }
    const origin = { type: 'element', element: { sharedId: found.sharedId } };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#ask('input.performActions', {
      context: this.#context,
      actions: [{ type: 'pointer', id: 'mouse', actions }],
    });
  }

  /** The text of the file that is saved next, and its name; undefined while there is none. */
  saved(): { readonly name: string; readonly text: string } | undefined {
    const [name] = readdirSync(this.#downloads).filter((each) => !each.endsWith('.part'));
    if (!name || existsSync(path.join(this.#downloads, `${name}.part`))) return undefined;
    return { name, text: readFileSync(path.join(this.#downloads, name), 'utf8') };
  }

  async close(): Promise<void> {
    this.#socket?.close();
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill();
    await ended;
    for (const folder of [this.#profile, this.#downloads]) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  async #connect(): Promise<void> {
    const socket = new WebSocket(await addressOf(this.#process));
    this.#socket = socket;
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.on('message', (data) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
    await this.#ask('session.new', { capabilities: {} });
    const { contexts } = await this.#ask('browsingContext.getTree', {});
    this.#context = (contexts as { context: string }[])[0]!.context;
  }

  #ask(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ type, message, result }) => {
        this.#waiting.delete(id);
        if (type === 'success') resolve(result ?? {});
        else reject(new Error(`${method}: ${message}`));
      });
      this.#socket!.send(JSON.stringify({ id, method, params }));
    });
  }
}
