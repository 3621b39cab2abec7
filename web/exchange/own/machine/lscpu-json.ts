// Reads what `lscpu -J` prints in its three forms: CPUs (-e), facts of the processor (no option), caches (-C). The first
// lists CPUs; the second counts them, which proposes a machine (lscpu-counts.ts); the third adds cache sizes to
// one (spec "Own machine" section 2.3).

import { ScenarioError } from '../../../scenario/index.ts';
import { type Json, type JsonObject, readJson } from '../../../scenario/json.ts';
import { ID_DIGITS } from '../limits.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { withCoresApart } from './lscpu-cores.ts';
import { lscpuCountsOf } from './lscpu-counts.ts';
import { addFact, sizesFrom } from './lscpu-facts.ts';
import type { CacheSizes, MachineReading } from './reading.ts';
import type { MachineCpuRow } from './rows.ts';

export const lscpuJsonCommand = 'lscpu -J -e=CPU,CORE,SOCKET,NODE,CACHE,ONLINE';
const again = `give what "${lscpuJsonCommand}" prints`;
/** Nesting of the facts of a processor. */
const DEPTH = 8;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws ScenarioError with the path at fault. */
export function readLscpuJson(text: string, notes: ReaderNotes): MachineReading {
  const document = readJson(text);
  if (!isObject(document)) throw new ScenarioError('', 'is not what lscpu -J prints', again);
  const base = { kind: 'lscpu-json', from: 'lscpu' } as const;
  if (Array.isArray(document.cpus)) return { ...base, rows: rowsOf(document.cpus, notes) };
  if (Array.isArray(document.caches)) return { ...base, sizes: cachesOf(document.caches) };
  if (!Array.isArray(document.lscpu))
    throw new ScenarioError('', 'has neither cpus, lscpu nor caches', again);
  const facts = new Map<string, string>();
  collect(document.lscpu, facts, 0);
  return { ...base, ...lscpuCountsOf(facts) };
}

// ---- CPUs ----------------------------------------------------------------------------------------

function rowsOf(list: readonly Json[], notes: ReaderNotes): MachineCpuRow[] {
  const rows = new Map<number, MachineCpuRow>();
  const off: number[] = [];
  list.forEach((given, index) => {
    const path = `cpus[${index}]`;
    if (!isObject(given)) throw new ScenarioError(path, 'is not an object', again);
    const cpu = numberAt(given, 'cpu', path);
    if (cpu === undefined) throw new ScenarioError(`${path}.cpu`, 'is missing', again);
    const core = numberAt(given, 'core', path);
    if (isOff(given.online) || (core === undefined && given.socket == null)) {
      off.push(cpu);
      return;
    }
    if (core === undefined) throw new ScenarioError(`${path}.core`, 'is missing', again);
    if (rows.has(cpu)) throw new ScenarioError(path, `lists CPU ${cpu} again`, 'give one machine');
    const socket = numberAt(given, 'socket', path) ?? 0;
    rows.set(cpu, {
      cpu,
      core: `${socket}/${core}`,
      ...cachesAt(given, path),
      package: socket,
      node: numberAt(given, 'node', path),
    });
  });
  if (off.length > 0) {
    notes.add(
      `${counted(off.length, 'CPU')} offline and left out: ${off.slice(0, 32).join(', ')}.`,
    );
  }
  if (rows.size === 0) throw new ScenarioError('cpus', 'names no CPU', again);
  return withCoresApart([...rows.values()], notes);
}

const isOff = (value: Json | undefined): boolean =>
  value === false || (typeof value === 'string' && /^(no?|false|0)$/i.test(value));

/** A number, or a text that is one; undefined for null, blank and "-". */
function numberAt(row: JsonObject, key: string, path: string): number | undefined {
  const value = row[key];
  if (value === undefined || value === null || value === '' || value === '-') return undefined;
  const text = String(value);
  if (text.length <= ID_DIGITS && /^\d+$/.test(text)) return Number(text);
  throw new ScenarioError(`${path}.${key}`, 'is not a number', again);
}

/** The key names the caches in order, such as "l1d:l1i:l2:l3". */
function cachesAt(row: JsonObject, path: string): Pick<MachineCpuRow, 'l2' | 'llc'> {
  const key = Object.keys(row).find(
    (each) => each === 'cache' || /^l\d[di]?(:l\d[di]?)*$/.test(each),
  );
  const levels = key === undefined || key === 'cache' ? ['l1d', 'l1i', 'l2', 'l3'] : key.split(':');
  const text = key === undefined ? '' : String(row[key] ?? '');
  if (text === '' || text === '-') return { l2: undefined, llc: undefined };
  const labels = text.split(':');
  if (labels.length > levels.length || labels.some((each) => !/^(\d{1,9}|-|)$/.test(each))) {
    throw new ScenarioError(`${path}["${key}"]`, 'is not a list of cache numbers', again);
  }
  const label = (...names: readonly string[]) =>
    names.map((name) => labels[levels.indexOf(name)]).find((each) => /^\d+$/.test(each ?? ''));
  return { l2: label('l2', 'l2d'), llc: label('l4', 'l3', 'l3d') };
}

// ---- facts ---------------------------------------------------------------------------------------

function collect(list: readonly Json[], facts: Map<string, string>, depth: number): void {
  if (depth > DEPTH) return;
  for (const entry of list) {
    if (!isObject(entry)) continue;
    const { field, data, children } = entry;
    if (typeof field === 'string' && typeof data === 'string') {
      addFact(facts, field.trim().replace(/:$/, ''), data);
    }
    if (Array.isArray(children)) collect(children, facts, depth + 1);
  }
}

function cachesOf(list: readonly Json[]): CacheSizes {
  const sizes = new Map<string, string>();
  for (const entry of list) {
    if (isObject(entry) && typeof entry.name === 'string') {
      sizes.set(entry.name, String(entry['one-size'] ?? ''));
    }
  }
  return sizesFrom((cache) => sizes.get(cache));
}
