// The warm starts of stories that ship with the page: their place, and how one is fetched ahead for a reader who
// points at its card. The variant's worker unpacks and checks them (engine/warm-start-store.ts).

import type { ShippedFolder } from '../engine/warm-start-store.ts';

/** What `npm run build` and `npm start` put beside the page; the page says whether there is such a folder. */
export function shippedWarmStarts(): ShippedFolder | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=beginnings]');
  return meta ? { folder: new URL(meta.content, document.baseURI).href } : undefined;
}

/** ms: a pointer that only crosses a card fetches nothing. */
const pointedFor = 500;

const asked = new Set<string>();

/** Fetches the files of a story into the browser's own cache, once; what fails is fetched when the story opens. */
async function fetchAhead(scenario: string): Promise<void> {
  const shipped = shippedWarmStarts();
  if (!shipped || asked.has(scenario)) return;
  asked.add(scenario);
  try {
    const list = await fetch(`${shipped.folder}index.json`, { cache: 'no-cache' });
    const { stories = {} } = (await list.json()) as { stories?: Record<string, string[]> };
    const names = Object.hasOwn(stories, scenario) ? stories[scenario]! : [];
    // Read to their end: the browser does not keep a body that is not read.
    for (const name of names) await (await fetch(`${shipped.folder}${name}.bin`)).arrayBuffer();
  } catch {
    asked.delete(scenario);
  }
}

/** For the card of a story: pointing at it for half a second fetches its warm start. */
export function fetchedWhenPointedAt(scenario: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    timer = setTimeout(fetchAhead, pointedFor, scenario);
  };
  return { onPointerEnter: start, onPointerLeave: stop, onFocus: start, onBlur: stop };
}
