// What the camera shows in every step of every story, on the stage of a laptop, a large screen and a tablet.

import { describe, expect, it } from 'vitest';
import type { WorldDef } from '../engine/abi.gen.ts';
import { topologyOf } from '../engine/catalog.ts';
import type { Catalog, Topology } from '../engine/types.ts';
import { loadScenario, scenarioNames } from '../scenario/index.ts';
import { nodeReader } from '../scenario/node.ts';
import { fitAll, toScreenX, toScreenY } from '../views/topology/camera.ts';
import { type Framing, framingOf } from '../views/topology/framing.ts';
import { type Layout, layoutMachine, type Rect, unionOf } from '../views/topology/layout.ts';
import { cameraOf } from './first-sight.ts';
import type { StageStep } from './stage-content.ts';

/** Of a machine, without the lane under it, as Chromium lays the stage out with gauges: A | B, and A alone. */
const sizes = {
  '1280 × 720': { width: 524, height: 309 },
  '1280 × 720, A alone': { width: 1049, height: 309 },
  '1440 × 900': { width: 569, height: 489 },
  '1440 × 900, A alone': { width: 1139, height: 489 },
  '1920 × 1080': { width: 799, height: 669 },
  '1920 × 1080, A alone': { width: 1599, height: 669 },
  '1024 × 768': { width: 411, height: 357 },
  '768 × 1024': { width: 383, height: 419 },
} as const;

const reader = nodeReader('scenarios');

interface ShownStep {
  readonly topology: Topology;
  readonly framing: Framing | undefined;
}

/** The steps of a scenario and the whole machine, each once. */
async function stepsOf(name: string): Promise<readonly ShownStep[]> {
  const opened = await loadScenario(name, reader);
  const { cpus, nodes, core, l2, llc, package: socket, node, distance } = opened.machine;
  const topology = topologyOf({
    cpus,
    nodes,
    cpuCore: Uint16Array.from(core),
    cpuL2: Uint16Array.from(l2),
    cpuLlc: Uint16Array.from(llc),
    cpuPackage: Uint16Array.from(socket),
    cpuNode: Uint16Array.from(node),
    distance: Uint16Array.from(distance),
  } as unknown as WorldDef);
  const catalog = { topology } as Catalog;
  const framings = (opened.scenario.steps ?? []).map((step) =>
    framingOf(cameraOf({ ...step, rate: 1, hold: 1 } as unknown as StageStep, catalog), topology),
  );
  const known = new Map([undefined, ...framings].map((framing) => [framing?.cpus.join(), framing]));
  return [...known.values()].map((framing) => ({ topology, framing }));
}

function layoutOf(
  { topology, framing }: ShownStep,
  size: (typeof sizes)[keyof typeof sizes],
): Layout {
  const shown = framing && { [framing.of === 'cores' ? 'excerpt' : 'part']: framing.cpus };
  return layoutMachine(topology, { ...size, textSize: 11, ...shown });
}

const steps = (
  await Promise.all(
    scenarioNames(reader).map(async (name) =>
      (await stepsOf(name)).map((step, at) => ({ name: `${name}, ${at}`, step })),
    ),
  )
).flat();

describe.each(Object.entries(sizes))('on a stage of %s', (_, size) => {
  const smaller = size.width < size.height ? 'width' : 'height';
  it.each(steps)('$name is whole, in the middle and large', ({ step }) => {
    const layout = layoutOf(step, size);
    const camera = fitAll(layout, size);
    const onScreen = (rect: Rect): Rect => ({
      x: toScreenX(camera, size, rect.x),
      y: toScreenY(camera, size, rect.y),
      width: rect.width * camera.scale,
      height: rect.height * camera.scale,
    });
    const all = onScreen(unionOf(layout.packages.map(({ rect }) => rect))!);
    expect(all.x).toBeGreaterThanOrEqual(-0.5);
    expect(all.y).toBeGreaterThanOrEqual(-0.5);
    expect(all.x + all.width).toBeLessThanOrEqual(size.width + 0.5);
    expect(all.y + all.height).toBeLessThanOrEqual(size.height + 0.5);
    expect(Math.abs(all.x + all.width / 2 - size.width / 2)).toBeLessThan(1);
    expect(Math.abs(all.y + all.height / 2 - size.height / 2)).toBeLessThan(1);
    expect(all[smaller] / size[smaller]).toBeGreaterThanOrEqual(0.8);
    // Nothing else of the machine is there, and of what is shown everything.
    const shown = layout.llcs.flatMap(({ cpus }) => cpus).sort((a, b) => a - b);
    const wanted = step.framing?.cpus ?? Array.from(step.topology.llc.keys());
    expect(shown).toEqual([...wanted].sort((a, b) => a - b));
  });
});
