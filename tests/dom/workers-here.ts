// A page without a browser: its workers run in the thread of the test, each with a scope of its own where it asks for
// `self`, and what it fetches are files of the tree. So a component has real runs beside it, for a tenth of a second. Not
// for what workers are there for: that they end, fail or compute beside the page is a question to a browser.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, vi } from 'vitest';

const root = process.cwd();

type Listener = (event: Event) => void;

/** One end of a channel between a page and a worker; what is said is handed over as it is, never copied. */
class End {
  other: End | undefined;
  /** Messages that arrived before the first listener. */
  #waiting: unknown[] | undefined = [];
  readonly #listeners = new Map<string, Set<Listener>>();
  addEventListener(type: string, listener: Listener): void {
    const known = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, known.add(listener));
  }
  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }
  postMessage(data: unknown): void {
    setTimeout(() => this.other?.hear(data));
  }
  hear(data: unknown): void {
    if (this.#waiting) this.#waiting.push(data);
    else this.tell(new MessageEvent('message', { data }));
  }
  tell(event: Event): void {
    for (const listener of this.#listeners.get(event.type) ?? []) listener(event);
  }
  /** Delivers the messages kept so far; later ones go straight to the listeners. */
  begin(): void {
    const said = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const data of said) this.hear(data);
  }
  terminate(): void {
    if (this.other) this.other.other = undefined;
    this.other = undefined;
  }
}

let begun = 0;
/** One worker begins at a time: while its modules are run, `self` is its scope. */
let beginning: Promise<unknown> = Promise.resolve();

async function begin(address: URL, scope: End, name: string): Promise<void> {
  const file = path.join(root, address.pathname);
  // Properties of its own: assigning would reach setters of the page's.
  const told = Object.create(globalThis, {
    name: { value: name },
    postMessage: { value: scope.postMessage.bind(scope) },
    addEventListener: { value: scope.addEventListener.bind(scope) },
    removeEventListener: { value: scope.removeEventListener.bind(scope) },
  });
  const before = globalThis.self;
  vi.stubGlobal('self', told);
  // Another address is another module: what it keeps is that of one worker.
  begun += 1;
  await import(/* @vite-ignore */ `${file}?worker-here=${begun}`);
  vi.stubGlobal('self', before);
  scope.begin();
}

/** Workers that have not been ended yet. */
const alive = new Set<WorkerHere>();

class WorkerHere extends End {
  #hasEnded = false;

  constructor(address: URL | string, { name = '' }: WorkerOptions = {}) {
    super();
    alive.add(this);
    const scope = new End();
    [this.other, scope.other] = [scope, this];
    this.begin();
    const end = (error: unknown) => {
      console.error(error);
      this.tell(new ErrorEvent('error', { message: String(error) }));
    };
    beginning = beginning
      .then(() => begin(new URL(address, 'http://localhost:3000/'), scope, name))
      .catch(end);
  }

  /** Of a worker that has ended no run gets another turn: in a thread of its own it would be gone. */
  readonly #breathe = () =>
    new Promise<void>((resolve) => {
      if (!this.#hasEnded) setImmediate(() => this.#hasEnded || resolve());
    });

  #mortal = ([definition, options, ...ports]: readonly [unknown, object, ...unknown[]]) => [
    definition,
    { ...options, yieldToEventLoop: this.#breathe },
    ...ports,
  ];

  override postMessage(data: unknown): void {
    const { name, given } = data as { name?: string; given?: readonly [unknown, object] };
    const isRun = name === 'create' && given !== undefined;
    super.postMessage(isRun ? { ...(data as object), given: this.#mortal(given) } : data);
  }

  override terminate(): void {
    this.#hasEnded = true;
    alive.delete(this);
    super.terminate();
  }
}

async function fetchHere(asked: string | URL) {
  const address = new URL(asked, 'http://localhost:3000/');
  const isData = address.protocol === 'data:';
  const file = path.join(root, decodeURIComponent(address.pathname));
  const bytes = isData
    ? new TextEncoder().encode(decodeURIComponent(address.href.replace(/^[^,]*,/, '')))
    : await readFile(file);
  const text = () => new TextDecoder().decode(bytes);
  return {
    ...{ ok: true, status: 200, headers: new Map(), text: async () => text() },
    json: async () => JSON.parse(text()),
    arrayBuffer: async () => Uint8Array.from(bytes).buffer,
  };
}

/** To be called before anything of a stage is opened, once in a file. */
export function workersHere(): void {
  vi.stubGlobal('Worker', WorkerHere);
  // A run that goes on when its file is over finds no page around it any more.
  afterAll(() => {
    for (const worker of alive) worker.terminate();
  });
  vi.stubGlobal('fetch', fetchHere);
  // No picture is drawn: a machine is its table.
  Object.assign(HTMLCanvasElement.prototype, { transferControlToOffscreen: undefined });
}
