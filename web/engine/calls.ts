// Questions to an object in another thread and its answers, over one port. It is on the path of every
// picture and of the page's start, so it is no more than that: no callbacks, no remote objects. Long
// jobs that report progress go through comlink.

/** What both ends of a channel between threads have: a MessagePort, a Worker, a worker's scope. */
interface Port {
  postMessage(message: unknown, options: { readonly transfer: Transferable[] }): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  start?(): void;
}

interface Question {
  readonly id: number;
  readonly name: string;
  readonly given: readonly unknown[];
}

type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly problem: string };

/** An object somewhere else: every call gives a promise. */
export type Remote<Service> = {
  readonly [Name in keyof Service]: Service[Name] extends (...given: infer Given) => infer Value
    ? (...given: Given) => Promise<Awaited<Value>>
    : never;
};

const transfers = new WeakMap<object, Transferable[]>();

/** Marks what a served function gives: `parts` of it are handed over, not copied. */
export function handOver<Value extends object>(value: Value, parts: Transferable[]): Value {
  transfers.set(value, parts);
  return value;
}

const partsOf = (value: unknown): Transferable[] =>
  (typeof value === 'object' && value !== null && transfers.get(value)) || [];

const isPort = (value: unknown): value is MessagePort =>
  typeof MessagePort === 'function' && value instanceof MessagePort;

/** Answers questions to the functions that `service` itself has. */
export function serve(port: Port, service: object): void {
  const functions = new Map(Object.entries(service).filter(([, it]) => typeof it === 'function'));
  port.addEventListener('message', async ({ data }: MessageEvent<Question>) => {
    const { id, name, given } = data;
    try {
      const asked = functions.get(name);
      if (!asked) throw new Error(`there is no ${name} to call`);
      const value: unknown = await asked(...given);
      port.postMessage({ id, value } satisfies Answer, { transfer: partsOf(value) });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      port.postMessage({ id, problem } satisfies Answer, { transfer: [] });
    }
  });
  port.start?.();
}

/**
 * The service at the other end of `port`. Ports among what is given are handed over. A call rejects
 * with an Error of what went wrong there, and never settles once the other end is gone.
 */
export function callsTo<Service extends object>(port: Port): Remote<Service> {
  const asked = new Map<number, (answer: Answer) => void>();
  let last = 0;
  port.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    asked.get(data.id)?.(data);
    asked.delete(data.id);
  });
  port.start?.();
  const ask = (name: string, given: readonly unknown[]) =>
    new Promise((resolve, reject) => {
      last += 1;
      asked.set(last, (answer) =>
        'problem' in answer ? reject(new Error(answer.problem)) : resolve(answer.value),
      );
      const question: Question = { id: last, name, given };
      port.postMessage(question, { transfer: given.filter(isPort) });
    });
  return new Proxy({} as Remote<Service>, {
    // Without `then`: the object must not pass for a promise.
    get: (_, name) =>
      typeof name === 'string' && name !== 'then'
        ? (...given: unknown[]) => ask(name, given)
        : undefined,
  });
}
