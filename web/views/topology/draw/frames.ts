// What does not move: the blocks of all CPUs, which are also what an idle one looks like, quiet titles, and thin
// lines around caches where a node has several. Drawn into a layer of its own that is kept until the
// camera, the size or the theme changes.

import type { LlcBlock, Rect } from '../layout.ts';
import { words } from '../words.ts';
import { blocksPath } from './fills.ts';
import {
  type DrawScene,
  fillTextWithin,
  inView,
  roundedPath,
  screenRect,
  textFont,
} from './scene.ts';

/** The radius of a frame's corners. */
export const cornerOf = ({ height }: Rect): number => Math.min(6, height / 6);

function drawFrames(scene: DrawScene, rects: readonly Rect[]): void {
  const { context, palette } = scene;
  context.strokeStyle = palette.outline;
  context.lineWidth = palette.stroke;
  for (const rect of rects) {
    const frame = screenRect(scene, rect);
    if (!inView(frame, scene.view)) continue;
    const half = palette.stroke / 2;
    roundedPath(
      context,
      {
        x: frame.x + half,
        y: frame.y + half,
        width: frame.width - 2 * half,
        height: frame.height - 2 * half,
      },
      cornerOf(frame),
    );
    context.stroke();
  }
}

/** Size of titles: they grow a little when the camera comes near. */
const titleSize = (scene: DrawScene): number =>
  scene.palette.textSmall * Math.min(1.5, Math.max(1, Math.sqrt(scene.camera.scale)));

/** Least room between a title and the edge of the view, CSS pixels. */
const edge = 3;

/**
 * Where a title stands in its frame: in the title row, near what it names, and not beyond the left
 * edge of the view while the frame is in it. `inset`: how far inside its cells begin, in units of the world.
 */
export function titleBox(scene: DrawScene, rect: Rect, inset = 0): Rect {
  const frame = screenRect(scene, rect);
  const row = scene.layout.titleHeight * scene.camera.scale;
  const height = Math.min(row, titleSize(scene) * 1.7);
  const inside = inset * scene.camera.scale;
  const left = Math.max(frame.x + inside, Math.min(edge, frame.x + frame.width - inside));
  const right = Math.min(frame.x + frame.width, scene.view.width - edge);
  // Without a line around them the cells begin where the row ends.
  const y = frame.y + (inside > 0 ? 3 : -2) + row - height;
  return { x: left, y, width: Math.max(0, right - left), height };
}

/** Something with a title, in ever shorter forms. */
interface Titled {
  readonly rect: Rect;
  readonly texts: readonly string[];
  /** How far inside its cells begin, in units of the world; left out: at its edge. */
  readonly inset?: number;
}

/** A title where it is drawn; what of it is longer than its box is cut. */
interface PlacedTitle {
  readonly text: string;
  readonly box: Rect;
}

/**
 * The titles of frames of one kind that are in view, all in the same form: the longest for which every frame has the
 * width. The shortest is cut where even that does not fit. Leaves their font in the context.
 */
function placeTitles(scene: DrawScene, titled: readonly Titled[], weight: number): PlacedTitle[] {
  const { context, palette, camera } = scene;
  context.font = textFont(palette, titleSize(scene), weight);
  const fits = ({ rect, texts, inset = 0 }: Titled, form: number): boolean => {
    return context.measureText(texts[form]!).width <= (rect.width - inset) * camera.scale - edge;
  };
  const last = (titled[0]?.texts.length ?? 1) - 1;
  let form = 0;
  while (form < last && !titled.every((each) => fits(each, form))) form++;
  return titled.flatMap(({ rect, texts, inset }) => {
    const box = titleBox(scene, rect, inset);
    const isShown = inView(box, scene.view) && box.height >= palette.textSmall * 0.9;
    return isShown ? [{ text: texts[form]!, box }] : [];
  });
}

function drawTitles(
  scene: DrawScene,
  titled: readonly Titled[],
  colour: string,
  weight: number,
): void {
  const { context } = scene;
  const placed = placeTitles(scene, titled, weight);
  context.fillStyle = colour;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (const { text, box } of placed) {
    fillTextWithin(context, text, box.x, box.y + box.height / 2 + 0.5, box.width);
  }
}

/** What a block is called, in ever shorter forms. */
function blockTitles(scene: DrawScene, block: LlcBlock): readonly string[] {
  const part = scene.layout.nodes.find(
    (node) => node.node === block.node && node.package === block.package,
  );
  const llc = words.llc(block.llc);
  if (part?.titled) return [llc, words.shortLlc(block.llc)];
  const node = words.node(block.node);
  return [`${node} · ${llc}`, node, words.shortNode(block.node)];
}

const blockWeight = 400;

const titledBlocks = (scene: DrawScene): Titled[] =>
  scene.layout.llcs.map((block) => ({
    rect: block.rect,
    texts: blockTitles(scene, block),
    inset: block.grid.x - block.rect.x,
  }));

/** Where the titles of LLCs are written. */
export const blockTitleBoxes = (scene: DrawScene): Rect[] =>
  placeTitles(scene, titledBlocks(scene), blockWeight).map(({ text, box }) => ({
    ...box,
    width: Math.min(box.width, scene.context.measureText(text).width),
  }));

/** Blocks of all CPUs: what an idle one looks like, and what the others are drawn over. */
function drawBlocks(scene: DrawScene): void {
  const { context, palette, cells } = scene;
  context.fillStyle = palette.idle;
  blocksPath(scene, cells.visible, 0, cells.visible.length);
  context.fill();
  // A reader's own colours may have none between ground and marks.
  if (palette.idle !== palette.background) return;
  context.strokeStyle = palette.outline;
  context.lineWidth = palette.stroke;
  context.stroke();
}

export function drawStatic(scene: DrawScene): void {
  const { context, palette, layout, size } = scene;
  context.fillStyle = palette.background;
  context.fillRect(0, 0, size.width, size.height);
  context.save();
  context.beginPath();
  context.rect(0, 0, scene.view.width, scene.view.height);
  context.clip();
  const titled = layout.nodes.filter((node) => node.titled);
  // A node of one cache is its block of CPUs; where there are several, a thin line holds each together.
  const several = layout.llcs.filter((block) => titled.some(({ node }) => node === block.node));
  drawFrames(
    scene,
    several.map((block) => block.rect),
  );
  const packages = layout.packages.map(({ rect, package: id }) => ({
    rect,
    texts: [words.package(id)],
  }));
  drawTitles(scene, packages, palette.inkFaint, 500);
  const nodes = titled.map(({ rect, node }) => ({
    rect,
    texts: [words.node(node), words.shortNode(node)],
  }));
  drawTitles(scene, nodes, palette.inkFaint, 400);
  drawTitles(scene, titledBlocks(scene), palette.inkFaint, blockWeight);
  if (scene.level !== 'far') drawBlocks(scene);
  context.restore();
}
