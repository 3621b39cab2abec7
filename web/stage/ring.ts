// The ringed marks of the stage: the mark of a pointer under the mouse or the focus, one that is kept until Escape,
// and that of a step that has just opened, for a moment. Pictures ring their own marks
// (views/topology/layers/ring); things on the page beside them have their name in data-mark, and are outlined from
// here.

import { type Pointer, pointerOf } from '../scenario/pointer.ts';
import { wantsLessMotion } from '../ui/less-motion.ts';
import { choose, type StageRing, useStageState } from './store.ts';

/** ms that a step's ring stays, and how long a camera may fly before it. */
const shownFor = 1_500;
const longestFlight = 1_400;

const now = () => useStageState.getState().ring;

/** One pointer object per target: pictures compare pointers by identity. */
const found = new Map<string, Pointer | undefined>();
const pointerNamed = (target: string): Pointer | undefined => {
  if (!found.has(target)) found.set(target, pointerOf(target));
  return found.get(target);
};

function ring(target: string, way: StageRing['way'], isThin = false): void {
  const pointed = pointerNamed(target);
  if (pointed) choose({ ring: { target, pointed, way, isThin } });
}

/** Rings the target that is pointed at; a kept ring stays. */
export const point = (target: string): void => {
  if (now()?.way !== 'kept') ring(target, 'pointed');
};

/** Removes the ring of a target that is no longer pointed at. */
export const leave = (target: string): void => {
  const { way, target: at } = now() ?? {};
  if (way === 'pointed' && at === target) rest();
};

/** Keeps the ring, or lets it go if it is kept. */
export const toggleKeptRing = (target: string): void => {
  const { way, target: at } = now() ?? {};
  if (way === 'kept' && at === target) rest();
  else ring(target, 'kept');
};

/** The ring while nothing is pointed at: a step's own mark, for readers who want reduced motion; else none. */
let resting: StageRing | undefined;
const rest = (): void => choose({ ring: resting });

let timer: ReturnType<typeof setTimeout> | undefined;
/** ms of the page's clock: when the camera was sent somewhere last. */
let sent = Number.NEGATIVE_INFINITY;

/** Shows the mark of a step that opens, once the camera has come to rest; where less motion is wanted, as a thin line that stays. Returns the way to end it. */
export function showOnce(target: string): () => void {
  const end = () => {
    clearTimeout(timer);
    resting = undefined;
    if (now()?.way === 'shown') choose({ ring: undefined });
  };
  end();
  if (wantsLessMotion()) {
    ring(target, 'shown', true);
    resting = now();
    return end;
  }
  const still = Math.max(0, sent + longestFlight - performance.now());
  timer = setTimeout(() => {
    if (now() === undefined) ring(target, 'shown');
    timer = setTimeout(end, shownFor);
  }, still);
  return end;
}

/** Escape removes a pointed or kept ring; whatever is open in front has the key first. */
function pressed(event: KeyboardEvent): void {
  const { way } = now() ?? {};
  if (event.key !== 'Escape' || (way !== 'kept' && way !== 'pointed')) return;
  if (document.querySelector('dialog[open], [role=menu]')) return;
  event.preventDefault();
  event.stopPropagation();
  rest();
}

/** What names a mark of the page beside the pictures. */
export function selectorOf({ side, ...pointed }: Pointer): string | undefined {
  const within = side ? `[data-side="${side}"] ` : '';
  switch (pointed.kind) {
    case 'score':
    case 'track':
      return `${within}[data-mark="${pointed.kind}"]`;
    case 'legend':
    case 'mark':
    case 'tab':
      return `[data-mark="${pointed.kind}:${pointed.id}"]`;
    default:
      return undefined;
  }
}

/** One sheet, so that what comes on the page later is outlined, too. */
let sheet: CSSStyleSheet | undefined;
function outline(ringed: StageRing | undefined): void {
  const selector = ringed && selectorOf(ringed.pointed);
  if (!sheet && !selector) return;
  if (!sheet && typeof CSSStyleSheet === 'function' && 'adoptedStyleSheets' in document) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  const width = ringed?.isThin ? 1 : 2;
  sheet?.replaceSync(
    selector
      ? `${selector} { outline: ${width}px solid var(--selected); outline-offset: 2px; }`
      : '',
  );
}

useStageState.subscribe((choice, before) => {
  if (choice.camera !== before.camera) sent = performance.now();
  if (choice.ring === before.ring) return;
  outline(choice.ring);
  if (choice.ring && !before.ring) addEventListener('keydown', pressed, { capture: true });
  if (!choice.ring) removeEventListener('keydown', pressed, { capture: true });
});
