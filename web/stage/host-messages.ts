// Messages between the page around a frame and the machine in it. A message of any other form is not answered, nor
// is one from any page but the direct parent, at the origin that it began with. No message changes what runs.

/** From the page around. */
export type HostMessage =
  | { readonly schedscape: 1; readonly kind: 'PING'; readonly id: number }
  | { readonly schedscape: 1; readonly kind: 'PLAY' | 'PAUSE' };

export type EmbedState = 'poster' | 'playing' | 'paused';

/** The answer to a PING, with its id. */
export interface Pong {
  readonly schedscape: 1;
  readonly kind: 'PONG';
  readonly id: number;
  readonly state: EmbedState;
  readonly title: string;
}

const keysOf = { PING: ['id', 'kind', 'schedscape'], PLAY: ['kind', 'schedscape'] };

/** The message, if it is one: these keys, these values and nothing else. */
export function hostMessage(data: unknown): HostMessage | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const { schedscape, kind, id } = data as Record<string, unknown>;
  const keys = Object.keys(data).sort().join();
  if (schedscape !== 1) return undefined;
  if (kind === 'PING') {
    const isWhole = Number.isSafeInteger(id) && (id as number) >= 0;
    return isWhole && keys === keysOf.PING.join()
      ? { schedscape, kind, id: id as number }
      : undefined;
  }
  if (kind !== 'PLAY' && kind !== 'PAUSE') return undefined;
  return keys === keysOf.PLAY.join() ? { schedscape, kind } : undefined;
}

/** The origin of the page around, as the browser says it; undefined where it does not. */
function originAround(): string | undefined {
  const { ancestorOrigins } = window.location;
  if (ancestorOrigins?.[0]) return ancestorOrigins[0];
  try {
    return document.referrer ? new URL(document.referrer).origin : undefined;
  } catch {
    return undefined;
  }
}

export interface HostAnswers {
  readonly state: () => EmbedState;
  readonly play: () => void;
  readonly pause: () => void;
}

/** Answers the page around from now on. Where the browser does not say its origin, the first that asks is it. */
export function listenToHost(answers: HostAnswers, signal: AbortSignal): void {
  let around = originAround();
  const heard = ({ source, origin, data }: MessageEvent<unknown>) => {
    const isAround = window.parent !== window && source === window.parent;
    const message = isAround && origin !== 'null' ? hostMessage(data) : undefined;
    if (!message) return;
    around ??= origin;
    if (origin !== around) return;
    if (message.kind !== 'PING') {
      if (message.kind === 'PLAY') answers.play();
      else answers.pause();
      return;
    }
    const { id } = message;
    const state = answers.state();
    const pong: Pong = { schedscape: 1, kind: 'PONG', id, state, title: document.title };
    window.parent.postMessage(pong, origin);
  };
  window.addEventListener('message', heard, { signal });
}
