import { describe, expect, it } from 'vitest';
import { ACTIVITY } from '../../../../engine/abi.gen.ts';
import { colourings } from '../../../../scenario/colouring.ts';
import { contrast } from '../../../../ui/testing/sight.ts';
import { cellPalette } from '../../../../ui/testing/theme-colours.ts';
import { themes } from '../../../../ui/theme.ts';
import { heatBands } from '../../colouring.ts';
import { heatColours } from '../../draw/fills.ts';
import type { LiveScene } from '../../draw/scene.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import { frameOf } from '../../testing/records.ts';
import { brushesOf, brushFor } from './draw.ts';

const catalog = catalogOf(shapes.laptop, 4);
const activities = ['IDLE', 'USER', 'KERNEL', 'STALLED', 'SPINNING', 'UNKNOWN'] as const;

/** A scene with task 1 on CPU 0, which does that. */
function sceneOf(
  activity: number,
  by: (typeof colourings)[number],
  level: 'mid' | 'near',
  heat: number,
) {
  const frame = frameOf(catalog, {
    time: 1,
    set: ({ cpus, tasks }) => {
      cpus.activity[0] = activity;
      tasks.cpu.fill(0);
      tasks.preferredLlc.fill(-1);
    },
  });
  return {
    level,
    cells: { width: 40 },
    machine: { catalog },
    snapshot: {
      frame,
      places: { few: false },
      selection: {},
      colouring: { by, hue: 'role', only: undefined },
      heat: { values: new Float64Array(catalog.topology.cpus).fill(heat), full: 1 },
    },
  } as unknown as LiveScene;
}

describe.each(themes)('the marks of tasks in the %s theme', (theme) => {
  const palette = cellPalette(theme);

  /** What a mark may lie on in that cell: what it is filled with, and near by the card. */
  function groundsOf(
    activity: number,
    by: (typeof colourings)[number],
    level: string,
    heat: number,
  ) {
    const fill = {
      [ACTIVITY.USER]: palette.user,
      [ACTIVITY.KERNEL]: palette.kernel,
      [ACTIVITY.STALLED]: palette.line,
      [ACTIVITY.SPINNING]: palette.lock,
      [ACTIVITY.UNKNOWN]: palette.background,
    }[activity];
    const ofHeat = heat > 0 ? heatColours(palette)[Math.floor(heat * heatBands)] : palette.idle;
    const filled = by === 'state' ? (fill ?? palette.idle) : by === 'heat' ? ofHeat! : palette.idle;
    return level === 'near' ? [filled, palette.surface] : [filled];
  }

  it.each(activities)('stand out at 3:1 or more of a CPU that is %s', (name) => {
    const activity = ACTIVITY[name];
    for (const by of colourings) {
      for (const level of ['mid', 'near'] as const) {
        for (const heat of by === 'heat' ? [0, 0.1, 0.5, 0.9] : [0]) {
          // What no task prefers is coloured as user work is.
          if (by === 'home' && activity !== ACTIVITY.IDLE && activity !== ACTIVITY.USER) continue;
          const brush = brushFor(sceneOf(activity, by, level, heat), 1);
          const { colour, ground } = brushesOf({ palette })[brush]!;
          const under = ground
            ? [ground]
            : groundsOf(activity, by === 'home' ? 'state' : by, level, heat);
          for (const each of under) {
            expect(
              contrast(colour, each),
              `${by}, ${level}, heat ${heat}: ${colour} on ${each}`,
            ).toBeGreaterThanOrEqual(3);
          }
        }
      }
    }
  });
});
