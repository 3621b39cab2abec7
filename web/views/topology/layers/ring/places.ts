// The place of a pointer's target in a machine's picture: CPUs and what they stand in, tasks, the holder and the
// waiters of a line or a lock. Layers report the places of marks that they alone draw (Drawing.places). Nothing is
// drawn here.

import { findLine } from '../../../../engine/fields.ts';
import { taskName } from '../../../../engine/task-names.ts';
import type { Catalog } from '../../../../engine/types.ts';
import type { Pointer } from '../../../../scenario/pointer.ts';
import { cellRect } from '../../draw/marks.ts';
import { type LiveScene, screenRect } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { isLockNamed } from '../../lock-names.ts';
import type { RingPlace } from '../../ring.ts';

type Of<Kind extends Pointer['kind']> = Extract<Pointer, { readonly kind: Kind }>;

/** Of the page and not of a machine: where one is ringed, the machines recede. */
const ofPage: readonly Pointer['kind'][] = ['score', 'track', 'legend', 'mark', 'tab'];
export const isOfPage = ({ kind }: Pointer): boolean => ofPage.includes(kind);

const onScreen = (scene: LiveScene, rects: readonly (Rect | undefined)[]): RingPlace[] =>
  rects.flatMap((rect) => (rect ? [screenRect(scene, rect)] : []));

const isPlaced = ({ cells }: LiveScene, cpu: number): boolean => cells.x[cpu]! >= -cells.width;

const cpusWhere = (scene: LiveScene, is: (cpu: number) => boolean): RingPlace[] => {
  const found: RingPlace[] = [];
  for (let cpu = 0; cpu < scene.cells.x.length; cpu++)
    if (is(cpu) && isPlaced(scene, cpu)) found.push(cellRect(scene, cpu));
  return found;
};

/** The mark of a task; where marks are too small to be drawn, the CPU that runs it. */
function placeOfTask(scene: LiveScene, task: number): RingPlace | undefined {
  const dot = scene.marks.of(task);
  if (dot) {
    const reach = dot.radius + 1;
    const corner = { x: dot.x - reach, y: dot.y - reach };
    return { ...corner, width: 2 * reach, height: 2 * reach, isRound: true };
  }
  const cpu = scene.snapshot.frame.tasks.cpu[task] ?? -1;
  const isRunning = cpu >= 0 && scene.snapshot.frame.cpus.task[cpu] === task;
  return isRunning && isPlaced(scene, cpu) ? cellRect(scene, cpu) : undefined;
}

/** The tasks of a role, or the one of that number. */
export function tasksOf(catalog: Catalog, { role, number }: Of<'role'>): number[] {
  const { taskRoles, tasks } = catalog;
  const id = taskRoles.name.indexOf(role);
  const found: number[] = [];
  for (let task = 0; id >= 0 && task < tasks; task++) {
    if (taskRoles.role[task] !== id) continue;
    if (number === undefined || taskRoles.number[task] === number) found.push(task);
  }
  if (found.length > 0) return found;
  // A role whose own name ends in a number.
  const name = number === undefined ? role : `${role} ${number}`;
  for (let task = 0; task < tasks; task++) if (taskName(catalog, task) === name) found.push(task);
  return found;
}

/** What a pointer means on a machine, found once: a pointer that is ringed is asked for every picture. */
interface Meant {
  readonly line?: number | undefined;
  readonly locks?: readonly number[];
  readonly tasks?: readonly number[];
}
const known = new WeakMap<Catalog, WeakMap<Pointer, Meant>>();

/** A lock as the core names it ("zone.lock of node 0"), or without saying which one ("zone.lock"). */
export function locksNamed({ locks }: Catalog, name: string): number[] {
  return [...locks.keys()].filter((at) => isLockNamed(locks[at]!, name));
}

function meantBy(catalog: Catalog, pointer: Pointer): Meant {
  switch (pointer.kind) {
    case 'line':
      return { line: findLine(catalog, pointer) };
    case 'field':
      return { line: findLine(catalog, pointer) };
    case 'lock':
      return { locks: locksNamed(catalog, pointer.name) };
    case 'role':
      return { tasks: tasksOf(catalog, pointer) };
    case 'task':
      return { tasks: [pointer.number] };
    default:
      return {};
  }
}

/** What a pointer means on a machine: its line, locks or tasks, by number. */
export function pointerMeaning(catalog: Catalog, pointer: Pointer): Meant {
  let of = known.get(catalog);
  if (!of) {
    of = new WeakMap();
    known.set(catalog, of);
  }
  const before = of.get(pointer);
  if (before) return before;
  const meant = meantBy(catalog, pointer);
  of.set(pointer, meant);
  return meant;
}

/** The core that has a line, and the CPUs that wait for it. */
function placesOfLine(scene: LiveScene, line: number | undefined): RingPlace[] {
  if (line === undefined) return [];
  const { lines, cpus } = scene.snapshot.frame;
  const owner = lines.owner[lines.index.indexOf(line)] ?? -1;
  return [
    ...onScreen(scene, [scene.layout.cores[owner]]),
    ...cpusWhere(scene, (cpu) => cpus.line[cpu] === line),
  ];
}

/** CSS pixels: a narrower corridor holds no ring. */
const leastCorridor = 12;

/** The corridor between two blocks beside each other, where ribbons run; else the blocks themselves. */
function between(blocks: readonly RingPlace[]): RingPlace[] {
  const [left, right] = [...blocks].sort((a, b) => a.x - b.x);
  if (!left || !right) return [...blocks];
  const x = left.x + left.width;
  const width = right.x - x;
  const y = Math.max(left.y, right.y);
  const height = Math.min(left.y + left.height, right.y + right.height) - y;
  return width >= leastCorridor && height > 0 ? [{ x, y, width, height }] : [...blocks];
}

/** Marks that the picture has whatever it shows. */
function ownPlaces(scene: LiveScene, pointer: Pointer): RingPlace[] {
  const { layout, snapshot, machine } = scene;
  const { line, locks = [], tasks } = pointerMeaning(machine.catalog, pointer);
  switch (pointer.kind) {
    case 'cpu':
    case 'list':
      return cpusWhere(scene, (cpu) => cpu === pointer.number);
    case 'core':
      return onScreen(scene, [layout.cores[pointer.number]]);
    case 'llc':
      return onScreen(scene, [layout.llcs.find(({ llc }) => llc === pointer.number)?.rect]);
    case 'node':
      return onScreen(scene, [layout.nodes.find(({ node }) => node === pointer.number)?.rect]);
    case 'socket': {
      const frame = layout.packages.find((each) => each.package === pointer.number);
      return onScreen(scene, [frame?.rect]);
    }
    case 'ribbon': {
      const ends = [pointer.from, pointer.to];
      const of = pointer.of === 'llc' ? layout.llcs : layout.nodes;
      const found = of.filter((each) => ends.includes('llc' in each ? each.llc : each.node));
      return between(
        onScreen(
          scene,
          found.map(({ rect }) => rect),
        ),
      );
    }
    case 'task':
    case 'role':
      return (tasks ?? []).flatMap((task) => placeOfTask(scene, task) ?? []);
    case 'line':
    case 'field':
      return placesOfLine(scene, line);
    case 'lock':
      return cpusWhere(scene, (cpu) => locks.includes(snapshot.frame.cpus.lock[cpu]!));
    case 'gate':
      return cpusWhere(scene, (cpu) => snapshot.frame.cpus.lock[cpu]! >= 0);
    default:
      return [];
  }
}

/** Where the marks lie that a pointer names; none where this machine has none. A layer that draws them itself is asked first. */
export function ringPlacesOf(scene: LiveScene, pointer: Pointer): readonly RingPlace[] {
  if (pointer.side !== undefined && pointer.side !== scene.machine.side) return [];
  const drawn = scene.placesOf(scene, pointer);
  return drawn.length > 0 ? drawn : ownPlaces(scene, pointer);
}
