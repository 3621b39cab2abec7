// A talk on paper: walks its steps, takes what the stage draws of each, and hands the sheets to the browser's print dialog,
// which makes a PDF of them, too. A chunk of its own: few talks are printed.

import { isReady } from '../present/talk.ts';
import { words } from '../present/words.ts';
import { svgText } from '../ui/picture-file.ts';
import { escapedXml } from '../ui/svg-context.ts';
import type { SvgDrawing } from '../views/topology/index.ts';
import { exportRegistry } from './export-registry.ts';
import { picturesOf } from './pictures.ts';
import type { Session } from './session.ts';
import { choose, useStageState, variantsOn } from './store.ts';
import styles from './TalkPrint.module.css';
import { useTalk } from './talk-now.ts';

type PageStage = Session['stage'];

/** ms that a picture has to stand still before it is taken: a flight of the camera is shorter. */
const rest = 900;
/** ms after which a sheet goes without a picture that does not come. */
const patience = 10_000;

/** ms from look to look whether the runs are there. */
const look = 250;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What `look` finds, as soon as it finds something; undefined: it did not in time. */
async function found<Value>(look: () => Value | undefined | Promise<Value | undefined>) {
  const until = performance.now() + patience;
  do {
    const value = await look();
    if (value !== undefined) return value;
    await wait(100);
  } while (performance.now() < until);
  return undefined;
}

/** An SVG of a picture, with a name for screen readers. */
function svgOf({ body, width, height }: SvgDrawing, name: string): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escapedXml(name)}" ${size}>${body}</svg>`;
}

function figureOf(drawing: Element, said: string): HTMLElement {
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.textContent = said;
  figure.append(caption, drawing);
  return figure;
}

const parsed = (svg: string): Element =>
  document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true);

/** The machines on stage, each under its name. */
async function machines(stage: PageStage): Promise<HTMLElement[]> {
  const sides = variantsOn(useStageState.getState().stage);
  const drawn = await Promise.all(
    sides.map(async (side) => {
      const drawing = await found(() => picturesOf(stage).drawingOf(side));
      const name = document.querySelector(`[data-side="${side}"] h2`)?.textContent ?? side;
      return drawing && figureOf(parsed(svgOf(drawing, name)), name);
    }),
  );
  return drawn.flatMap((figure) => figure ?? []);
}

/** Smaller drawings are signs on buttons, CSS pixels. */
const leastDrawing = 100;

/** The view that stands in the place of the machines: its drawings, else its table. */
async function viewOn(stage: PageStage): Promise<HTMLElement[]> {
  const part = await found(() => {
    const view = exportRegistry(stage).get('view');
    return view?.querySelector('svg, table') ? view : undefined;
  });
  if (!part) return [];
  const drawings = [...part.querySelectorAll<SVGSVGElement>('svg')].filter(
    (svg) => svg.getBoundingClientRect().width >= leastDrawing,
  );
  if (drawings.length > 0) return [figureOf(parsed(svgText(drawings, [])), '')];
  const table = part.querySelector('table')?.cloneNode(true) as Element | undefined;
  return table ? [figureOf(table, '')] : [];
}

interface Sheet {
  readonly title: string;
  readonly note: string;
  readonly foot: string;
  readonly figures: readonly HTMLElement[];
}

function sheetOf({ title, note, foot, figures }: Sheet): HTMLElement {
  const sheet = document.createElement('section');
  sheet.className = styles.sheet!;
  const text = (tag: string, said: string) =>
    Object.assign(document.createElement(tag), { textContent: said });
  const shown = document.createElement('div');
  shown.className = styles.figures!;
  shown.append(...figures);
  sheet.append(text('h2', title), shown, text('p', note), text('footer', foot));
  return sheet;
}

/** What one step looks like on paper. */
async function printed(stage: PageStage, at: number): Promise<Sheet | undefined> {
  const before = useTalk.getState().now;
  before?.run.show(at);
  choose({ playing: false });
  await wait(rest);
  // A step begins to play again once its machine is there.
  choose({ playing: false });
  const { dock } = useStageState.getState();
  const figures = dock ? await viewOn(stage) : await machines(stage);
  const state = useTalk.getState().now?.state;
  const step = state?.steps[at];
  if (!state || !step) return undefined;
  const foot = `${state.title}, ${words.step(at + 1, state.steps.length).toLowerCase()}`;
  return { title: step.title, note: step.note, foot, figures };
}

/** Comes back once every run of the talk that is given is computed; false: it was left, or cannot be computed. */
async function computed(): Promise<boolean> {
  for (;;) {
    const state = useTalk.getState().now?.state;
    if (!state || state.problem) return false;
    if (isReady(state)) return true;
    const percent = Math.floor(100 * state.computed);
    choose({ notice: { tone: 'news', text: words.beforePrint(percent) } });
    await wait(look);
  }
}

/** Prints the talk that is given; what was printed before is gone. Ends where the talk stood. */
export async function printTalk(stage: PageStage): Promise<void> {
  document.querySelector(`.${styles.sheets}`)?.remove();
  const first = useTalk.getState().now?.state;
  if (!first || !(await computed())) return;
  choose({ notice: { tone: 'news', text: words.printing } });
  const { theme } = useStageState.getState();
  const sheets = document.createElement('div');
  sheets.className = styles.sheets!;
  // Dark pictures are for dark rooms.
  choose({ theme: 'light' });
  try {
    for (const at of first.steps.keys()) {
      const sheet = await printed(stage, at);
      if (!sheet) return;
      sheets.append(sheetOf(sheet));
    }
  } finally {
    choose({ theme, notice: undefined });
    useTalk.getState().now?.run.show(first.at);
  }
  document.body.append(sheets);
  addEventListener('afterprint', () => sheets.remove(), { once: true });
  print();
}

/** Prints the story on stage, step by step, as it would be given as a talk; then it stands where it stood. */
export async function printStory(session: Session): Promise<void> {
  if (useTalk.getState().now) return printTalk(session.stage);
  const { presentStory } = await import('./talk-run.ts');
  const { stage, dock, step, camera, selection, speed, playing } = useStageState.getState();
  const { time } = session.playback;
  presentStory(session);
  try {
    await printTalk(session.stage);
  } finally {
    const given = useTalk.getState().now;
    if (given) {
      given.run.obey('leave');
      choose({ stage, dock, step, camera, selection, speed, playing });
      session.playback.seek(time);
    }
  }
}
