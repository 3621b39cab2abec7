// From a report of perf c2c and a structure that were pasted together to layouts of that structure to try: the hot field on a
// line of its own, or what is written apart from what is only read. Each is a recipe, to be run at one press: of a simulated
// structure an edit of its layout in the story that it belongs to, of any other one threads that touch its fields as the
// report says.

import { FIELD_OFFSET } from '../../scenario/program/limits.ts';
import type { ResourceForm, TaskForm, WorkloadForm } from '../../scenario/program/schema.ts';
import type { OwnC2cLine } from './c2c/read.ts';
import { storyOfStructure } from './near.ts';
import { editsApart, memberFor, type SimulatedStruct, simulatedNamed } from './struct/apart.ts';
import { type HotField, type HotStructLine, hotLineOf } from './struct/hot-line.ts';
import type { ReadField, ReadStruct } from './struct/read.ts';
import { workbenchRecipe } from './struct/workbench.ts';
import { fieldName } from './workload/short-struct.ts';

export interface LayoutToTry {
  /** What is done, for a button. */
  readonly name: string;
  readonly recipe: object;
  /** The variant that it is, beside A. */
  readonly variant: 'B' | 'C';
  /** The edits of a simulated structure. */
  readonly edits?: readonly string[];
}

export interface LayoutsToTry {
  /** Which structure of those that were given. */
  readonly struct: string;
  /** Which line of it the report's is, and what meets there. */
  readonly says: string;
  readonly notes: readonly string[];
  readonly layouts: readonly LayoutToTry[];
}

const LINE = 64;

/** `machine`: of the same paste, as a recipe has it. Undefined: the report says nothing of these structures. */
export function layoutsToTry(
  lines: readonly OwnC2cLine[],
  structs: readonly ReadStruct[],
  machine?: unknown,
): LayoutsToTry | undefined {
  const hot = hotLineOf(lines, structs);
  if (!hot) return undefined;
  const { struct, lineNumber, reported, others } = hot;
  const where = `Line ${reported} of the report fits line ${lineNumber} of struct ${struct.name}`;
  const says = `${where}: ${meeting(hot)}.`;
  const notes =
    others > 0
      ? [`The offsets of the report fit ${others + 1} lines as well; the first one is taken.`]
      : [];
  const parts = partsOf(hot);
  const simulated = simulatedNamed(struct.name);
  const layouts = parts.flatMap((part) => [
    ...ofSimulated(part, simulated, machine),
    ...ofThreads(part, hot, machine),
  ]);
  if (parts.length === 0) {
    notes.push(
      'No other field of that line is touched: its writers and readers share the line in every layout.',
    );
  }
  if (layouts.some(({ variant }) => variant === 'B')) notes.push(threadsNote);
  return { struct: struct.name, says, notes, layouts };
}

const threadsNote =
  'Threads access its fields: one stores where the report has stores, and up to four load where it has loads, each every 100 ns. A report does not say how often your threads do.';

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const nameOf = ({ field }: HotField): string => fieldName(field);

function meeting({ fields }: HotStructLine): string {
  const [hottest] = fields;
  const stored = fields.filter(({ isStored }) => isStored).map(nameOf);
  const loaded = fields.filter(({ isStored }) => !isStored).map(nameOf);
  const read = loaded.length > 0 ? `, ${listed(loaded)} only loaded` : '';
  return `the hottest field is ${nameOf(hottest!)}; ${listed(stored)} ${stored.length === 1 ? 'is' : 'are'} stored to${read}`;
}

/** What leaves the line together. */
interface Part {
  readonly name: string;
  readonly fields: readonly HotField[];
}

/** Ways to part the fields of the line: none where there is one field. */
function partsOf({ fields }: HotStructLine): Part[] {
  const [hottest, ...others] = fields;
  if (!hottest || others.length === 0) return [];
  const alone: Part = {
    name: `Move ${nameOf(hottest)} to a line of its own`,
    fields: [hottest],
  };
  const stored = fields.filter(({ isStored }) => isStored);
  const loaded = fields.filter(({ isStored }) => !isStored);
  // With one field on either side it is the same as to move that one.
  const isSplit =
    stored.length > 0 &&
    loaded.length > 0 &&
    !(stored.length === 1 && stored[0] === hottest) &&
    !(loaded.length === 1 && loaded[0] === hottest);
  if (!isSplit) return [alone];
  const split = {
    name: 'Split the line: fields that are stored to apart from fields that are only loaded',
  };
  return [alone, { ...split, fields: stored }];
}

function ofSimulated(
  { name, fields }: Part,
  simulated: SimulatedStruct | undefined,
  machine: unknown,
): LayoutToTry[] {
  const story = simulated && storyOfStructure(simulated.key);
  if (!simulated || !story) return [];
  const members = fields.map(({ field }) => memberFor(field, simulated));
  if (!members.every((member) => member !== undefined)) return [];
  const edits = editsApart(simulated, members);
  if (!edits) return [];
  const isRootDomain = simulated.key === 'root_domain';
  const recipe = {
    format: 'schedscape-recipe/3',
    scenario: story,
    ...(machine !== undefined && { machine }),
    layout: {
      from: 'A',
      edits: isRootDomain ? edits : [],
      ...(!isRootDomain && { structures: { [simulated.key]: edits } }),
    },
    view: { side: 'A|C', tab: 'struct-layout' },
  };
  return [{ name: `${name}, in ${story}`, recipe, variant: 'C', edits }];
}

// ---- threads of one's own ------------------------------------------------------------------------

/** Fields of a line that are shown, beside those that are touched. */
const mostShown = 40;
const mostReaders = 4;

function ofThreads(
  { name, fields: moved }: Part,
  hot: HotStructLine,
  machine: unknown,
): LayoutToTry[] {
  const { struct } = hot;
  const fields = onLine(hot);
  const end = Math.max(...struct.fields.map(({ offset = 0, size = 1 }) => offset + size));
  const begin = Math.ceil(end / LINE) * LINE;
  const places = placesBehind(
    moved.map(({ field }) => field),
    begin,
  );
  const isPlaced = fields.every(({ offset }) => offset !== undefined);
  if (!isPlaced || [...places.values()].some((at) => at > FIELD_OFFSET)) return [];
  const resources = fields.map((field): ResourceForm => {
    const at = field.offset!;
    const bytes = Math.max(1, field.size ?? 1);
    const of = struct.name.slice(0, 32);
    return {
      ...{ name: fieldName(field), kind: 'field', at, bytes, of },
      moved: places.get(field) ?? at,
    };
  });
  const workload: WorkloadForm = {
    format: 'schedscape-workload/1',
    duration: '2ms',
    resources,
    tasks: hot.fields.flatMap(threadsOf),
  };
  const recipe = workbenchRecipe({
    ...{ workload, declared: 'As pasted', moved: shortened(name) },
    ...(machine !== undefined && { machine }),
  });
  return [{ name, recipe, variant: 'B' }];
}

/** As long as a variant's label may be. */
const shortened = (name: string): string =>
  (name.length <= 40 ? name : name.split(':')[0]!).slice(0, 40);

/** Fields that begin on the line, each name once, those that are touched first to be kept. */
function onLine({ struct, lineNumber, fields }: HotStructLine): ReadField[] {
  const touched = fields.map(({ field }) => field);
  const begins = struct.fields.filter(
    ({ offset }) => offset !== undefined && Math.floor(offset / LINE) + 1 === lineNumber,
  );
  const named = new Map<string, ReadField>();
  for (const field of [...touched, ...begins]) {
    if (named.size < mostShown && !named.has(fieldName(field))) named.set(fieldName(field), field);
  }
  return [...named.values()].sort((x, y) => (x.offset ?? 0) - (y.offset ?? 0));
}

/** One behind the other from there on, as C would align them. */
function placesBehind(fields: readonly ReadField[], begin: number): Map<ReadField, number> {
  let at = begin;
  return new Map(
    fields.map((field) => {
      const size = Math.max(1, field.size ?? 1);
      const alignment = field.alignment ?? Math.min(8, 2 ** Math.floor(Math.log2(size)));
      at = Math.ceil(at / alignment) * alignment;
      const place = at;
      at += size;
      return [field, place] as const;
    }),
  );
}

/** What the report says is done to a field, each every 100 ns. */
function threadsOf({ field, isLoaded, isStored, cpus }: HotField, index: number): TaskForm[] {
  const name = fieldName(field);
  // A task's name has 32 letters at most, and is its own.
  const short = name.length > 20 ? `${name.slice(0, 16)}_${index}` : name;
  const task = (role: string, step: string, count: number): TaskForm => ({
    name: `${short}_${role}`,
    ...(count > 1 && { count }),
    phases: [{ steps: [`${step} ${name}`, 'run 100ns'] }],
  });
  const readers = Math.max(1, Math.min(mostReaders, cpus));
  return [
    ...(isStored ? [task('writer', 'store', 1)] : []),
    ...(isLoaded ? [task('reader', 'load', readers)] : []),
  ];
}
