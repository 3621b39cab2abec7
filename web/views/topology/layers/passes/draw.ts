// Balance passes: a frame around the domain and one around the CPU it was balanced for. The strokes are those
// of the migrations such passes make. Loaded after the first picture.

import { BALANCE } from '../../../../engine/abi.gen.ts';
import { cellRect } from '../../draw/marks.ts';
import { type LiveScene, screenRect } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { type Pass, type Passes, spanRects } from './passes.ts';

/** Dashes at a tick, dashes and dots for a CPU without one, dots by a CPU about to idle. */
const dashes: Readonly<Record<number, readonly number[]>> = {
  [BALANCE.BUSY]: [7, 4],
  [BALANCE.IDLE]: [7, 4],
  [BALANCE.NOHZ]: [7, 4, 1, 4],
  [BALANCE.NEWIDLE]: [1, 4],
};

/** Share of the frame's strength for a pass that moved nothing. */
const inVain = 0.55;

function drawFrame(scene: LiveScene, rect: Rect, width: number, dash: readonly number[]): void {
  const { context, palette } = scene;
  const reach = 1.5 + width / 2;
  const box = [
    rect.x - reach,
    rect.y - reach,
    rect.width + 2 * reach,
    rect.height + 2 * reach,
  ] as const;
  context.setLineDash([]);
  context.strokeStyle = palette.background;
  context.lineWidth = width + 2;
  context.strokeRect(...box);
  context.setLineDash(dash.map((length) => length * palette.stroke));
  context.strokeStyle = palette.flight;
  context.lineWidth = width;
  context.strokeRect(...box);
}

function drawPass(scene: LiveScene, passes: Passes, pass: Pass): void {
  const { context, palette, snapshot, layout, machine } = scene;
  const cell = cellRect(scene, pass.cpu);
  if (Number.isNaN(cell.x)) return;
  const dash = dashes[pass.type] ?? [];
  const width = (pass.moved ? 2.25 : 1.5) * palette.stroke;
  const fade = snapshot.reducedMotion ? 1 : Math.min(1, 1.6 * passes.strength(pass));
  context.globalAlpha = fade * (pass.moved ? 1 : inVain);
  for (const span of spanRects(layout, machine.catalog.topology, pass.cpu, pass.cpus)) {
    drawFrame(scene, screenRect(scene, span), width, dash);
  }
  drawFrame(scene, cell, width, dash);
}

export function drawPasses(scene: LiveScene, { passes }: { readonly passes: Passes }): void {
  const { context } = scene;
  context.save();
  context.lineCap = 'round';
  for (const pass of passes.shown) drawPass(scene, passes, pass);
  context.restore();
}
