// The resources of a workload: they come into being by use, the verb says of which kind they are. Numbers them for the
// core, one by kind and name.

import { PROGRAM } from '../../engine/abi.gen.ts';
import type { SharedField } from '../../engine/field-names.ts';
import { nearest, ScenarioError } from '../error.ts';
import { FIELDS, RESOURCES } from './limits.ts';
import type { ResourceForm, ResourceKind, WorkloadForm } from './schema.ts';

interface Resource {
  readonly kind: ResourceKind;
  readonly name: string;
  value: number;
}

/** A field of the structure that tasks share. */
export type ProgramField = SharedField;

/** A clock in all the steps that go by it. */
interface Clock {
  absolute: boolean;
}

export class ProgramNames {
  readonly #said: ReadonlyMap<string, ResourceForm>;
  readonly #numbers = new Map<string, number>();
  readonly #all: Resource[] = [];
  readonly #clocks = new Map<string, Clock>();
  /** Those that are said, in order of where they lie. */
  readonly fields: readonly ProgramField[];
  #slots = 0;

  constructor({ resources = [] }: WorkloadForm) {
    const said = new Map<string, ResourceForm>();
    resources.forEach((resource, index) => {
      const path = `resources[${index}]`;
      // A condition variable and a mutex may share a name, as in rt-app.
      const key = `${resource.kind} ${resource.name}`;
      if (said.has(key)) {
        throw new ScenarioError(`${path}.name`, 'is declared twice', 'declare each resource once');
      }
      checkResource(resource, path);
      said.set(key, resource);
    });
    this.#said = said;
    this.fields = fieldsOf(resources);
  }

  /** The number of a field, which has to be said, and of its bytes those that a step touches. */
  field(name: string, path: string): [number: number, touched: number] {
    const field = this.fields.find((one) => one.name === name);
    if (field) return [this.number('field', name), Math.min(field.bytes, LINE)];
    const known = this.fields.map((field) => field.name);
    const meant = nearest(name, known);
    const remedy = meant
      ? `did you mean "${meant}"?`
      : known.length > 0
        ? `the fields are ${known.slice(0, 20).join(', ')}`
        : 'declare a structure with it, such as struct s { long hits; };';
    throw new ScenarioError(path, `"${name}" is not a field of a structure`, remedy);
  }

  said(kind: ResourceKind, name: string): ResourceForm | undefined {
    return this.#said.get(`${kind} ${name}`);
  }

  /** The number of a resource; at its first use it gets one. */
  number(kind: ResourceKind, name: string): number {
    const key = `${kind} ${name}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#all.length >= RESOURCES) {
      const remedy = `name at most ${RESOURCES} mutexes, timers and so on`;
      throw new ScenarioError('tasks', 'name too many resources', remedy);
    }
    const number = this.#all.push({ kind, name, value: 0 }) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  /** The clock of a timer: shared by all that name it, or with `threads` one for each of so many. */
  clock(name: string, absolute: boolean, kind: string, threads: number): number {
    const isOwn = name.startsWith('unique');
    const number = this.number('timer', isOwn ? `${name} ${kind}` : name);
    const clock = this.#clocks.get(name) ?? { absolute: false };
    clock.absolute ||= absolute;
    this.#clocks.set(name, clock);
    const resource = this.#all[number]!;
    if (resource.value === 0) {
      resource.value = (this.#slots | (isOwn ? PROGRAM_OF_THREADS : 0)) + 1;
      this.#slots += isOwn ? threads : 1;
    }
    return number;
  }

  /** Two words each, as the core has them; `parties` counts those of a barrier. */
  words(parties: (name: string) => number): number[] {
    return this.#all.flatMap(({ kind, name, value }) => {
      const said = this.said(kind, name);
      switch (kind) {
        case 'mutex':
          return [said?.pi ? PROGRAM.PI_MUTEX : PROGRAM.MUTEX, 0];
        case 'condvar':
          return [PROGRAM.CONDVAR, 0];
        case 'barrier':
          return [
            said?.counted ? PROGRAM.COUNTED_BARRIER : PROGRAM.BARRIER,
            said?.parties ?? parties(name),
          ];
        case 'semaphore':
          return [PROGRAM.SEMAPHORE, 0];
        case 'field': {
          const { at, moved } = this.fields.find((field) => field.name === name)!;
          return [PROGRAM.FIELD, (at | (moved << 16)) >>> 0];
        }
        default: {
          const absolute = this.#clocks.get(name.split(' ')[0]!)?.absolute;
          return [PROGRAM.CLOCK, (value - 1 + (absolute ? PROGRAM_ABSOLUTE : 0)) >>> 0];
        }
      }
    });
  }

  get count(): number {
    return this.#all.length;
  }
}

// Bits of programs.h.
const PROGRAM_OF_THREADS = 2 ** 30;
const PROGRAM_ABSOLUTE = 2 ** 31;

function checkResource({ kind, ...said }: ResourceForm, path: string): void {
  const belongs: Readonly<Record<string, ResourceKind>> = {
    pi: 'mutex',
    parties: 'barrier',
    counted: 'barrier',
    values: 'quantiles',
    at: 'field',
    moved: 'field',
    bytes: 'field',
    of: 'field',
  };
  for (const [field, of] of Object.entries(belongs)) {
    if (said[field as keyof typeof said] === undefined || of === kind) continue;
    throw new ScenarioError(
      `${path}.${field}`,
      `is set for a ${kind}`,
      `leave it out: only a ${of} has it`,
    );
  }
  if (kind === 'quantiles' && said.values === undefined) {
    throw new ScenarioError(`${path}.values`, 'is missing', 'write 2 to 32 ascending times');
  }
}

const LINE = 64;

/** Without a word about where fields are moved to, each has a line of its own. Throws ScenarioError. */
function fieldsOf(resources: readonly ResourceForm[]): ProgramField[] {
  const said = resources.filter(({ kind }) => kind === 'field');
  if (said.length > FIELDS) {
    const problem = `say ${said.length} fields`;
    throw new ScenarioError('resources', problem, `say at most ${FIELDS}`);
  }
  const inOrder = [...said].sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  return inOrder.map(({ name, at = 0, moved, bytes = 8, of = 'struct' }, index) => ({
    ...{ name, at, bytes, of },
    moved: moved ?? index * LINE,
  }));
}
