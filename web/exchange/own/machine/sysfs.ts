// Reads a listing of sysfs, a line "path:value" a file, as the offered command prints it: topology, caches, nodes, idle
// states (spec "Own machine" section 2.5). Paths it does not know are stepped over.

import { ScenarioError } from '../../../scenario/index.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { withoutControls } from '../text.ts';
import { askBareMemory, type BareNodes } from './bare-memory.ts';
import { bitmapNumbers } from './bitmaps.ts';
import { cpuListNumbers, listFault } from './cpu-list.ts';
import type { IdleTimes, MachineReading } from './reading.ts';
import {
  type MachineCpuRow,
  type NodeDistances,
  noneLocal,
  type ProcessorFacts,
  vendorNamed,
} from './rows.ts';
import type { Told } from './told.ts';

/** Prints all that is read here, on any machine with Linux. */
export const sysfsCommand =
  'cd /sys/devices/system && grep -H . cpu/{online,possible} cpu/cpu[0-9]*/topology/{core_id,physical_package_id,core_cpus_list,thread_siblings_list} ' +
  'cpu/cpu[0-9]*/cache/index*/{level,type,size,shared_cpu_list} cpu/cpu0/cpuidle/state*/{name,latency,residency,disable} ' +
  'node/has_memory node/node[0-9]*/{cpulist,distance} 2>/dev/null';

const again = 'run the command again and paste everything it prints';
const ENTRIES = 65_536;
const CPUS = 1024;
/** Lists of CPUs of nodes: a list and a mask each of as many nodes as Linux has at most. */
const NODE_LISTS = 2048;
const root = '/sys/devices/system/';

/** Values by path below /sys/devices/system. */
type Files = ReadonlyMap<string, string>;

/** Throws ScenarioError with the file at fault. */
export function readSysfs(text: string, notes: ReaderNotes): MachineReading {
  const files = filesOf(text);
  const running = cpuNumbers(files, notes);
  const cpus = allowedOf(files, running, notes);
  const local = nodesOf(files);
  const distances = distancesOf(files, [...new Set(local.values())], notes);
  const full = withMemory(files);
  const nodes = full ? usedNodes(local, cpus, { full, distances }, notes) : local;
  const rows = cpus.map((cpu) => rowOf(files, cpu, nodes, notes));
  tellUnits(files, rows, notes);
  if (nodes.size > 0 && rows.every(({ node }) => node === undefined)) notes.add(noneLocal);
  return {
    kind: 'sysfs',
    from: 'sysfs',
    rows,
    told: {
      nodes: memoriesOf(files, cpus.length < running.length, notes).length,
      ...toldCores(files, rows),
    },
    facts: factsOf(files),
    sizes: sizesOf(files, cpus[0]!),
    idle: idleOf(files, notes),
    ...(distances && { distances }),
  };
}

/** True for what tail and head print above the content of a file of sysfs: "==> /sys/devices/system/cpu/online <==". */
export const isFileName = (line: string): boolean => namedFile.test(line);
const namedFile = /^==> (\/sys\/devices\/system\/\S{1,200}) <==$/;

/** Lines "path:value", also of files whose name stands above. */
function* withNames(lines: Iterable<string>): Generator<string> {
  let name: string | undefined;
  for (const line of lines) {
    const found = namedFile.exec(line)?.[1];
    if (found === undefined && name === undefined) yield line;
    else if (found !== undefined) name = found;
    else if (line.trim() !== '') {
      yield `${name}:${line}`;
      name = undefined;
    }
  }
}

function filesOf(text: string): Files {
  const files = new Map<string, string>();
  for (const line of withNames(text.split('\n'))) {
    const colon = line.indexOf(':');
    if (colon <= 0 || colon > 256) continue;
    const path = line.slice(0, colon).trim();
    files.set(path.startsWith(root) ? path.slice(root.length) : path, line.slice(colon + 1).trim());
    if (files.size > ENTRIES) {
      throw new ScenarioError(
        'file',
        `lists more than ${ENTRIES} files`,
        `at most ${ENTRIES} are read`,
      );
    }
  }
  return files;
}

/** CPUs of a list as the kernel prints it. Throws ScenarioError. */
function listAt(files: Files, path: string): readonly number[] | undefined {
  const text = files.get(path);
  if (text === undefined || text === '') return undefined;
  const found = cpuListNumbers(text);
  if (found !== undefined && found !== 'too-many') return found;
  throw listFault(found, path, again);
}

/** CPUs of a mask in hexadecimal, which kernels before 2.6.30 printed alone. Throws ScenarioError. */
function maskAt(files: Files, path: string): readonly number[] | undefined {
  const text = files.get(path);
  if (text === undefined || text === '') return undefined;
  const found = bitmapNumbers(text);
  if (found === 'too-many') throw listFault(found, path, again);
  if (found === undefined || found === 'infinite') {
    throw new ScenarioError(path, 'is not a mask of CPUs', again);
  }
  return found.length > 0 ? found : undefined;
}

function cpuNumbers(files: Files, notes: ReaderNotes): number[] {
  const told = new Set<number>();
  for (const path of files.keys()) {
    const cpu = /^cpu\/cpu(\d{1,5})\/topology\//.exec(path)?.[1];
    if (cpu !== undefined) told.add(Number(cpu));
  }
  if (told.size === 0) throw new ScenarioError('file', 'lists no CPU', again);
  const online = listAt(files, 'cpu/online');
  if (told.size > CPUS) {
    throw new ScenarioError('file', `lists ${told.size} CPUs`, `list at most ${CPUS}`);
  }
  const all = [...told].sort((a, b) => a - b);
  const usable = new Set(online ?? all);
  const rows = all.filter((cpu) => usable.has(cpu));
  if (rows.length === 0)
    throw new ScenarioError('cpu/online', 'names no CPU that is listed', again);
  const possible = new Set([...all, ...(listAt(files, 'cpu/possible') ?? [])]);
  const off = possible.size - rows.length;
  if (off > 0) notes.add(`${counted(off, 'CPU')} offline and left out.`);
  return rows;
}

/** The CPUs that run and that the cgroup of the archiving process allows, unless all are wanted. */
function allowedOf(files: Files, cpus: readonly number[], notes: ReaderNotes): readonly number[] {
  const allowed = new Set(listAt(files, 'proc/self/cpus') ?? cpus);
  const kept = cpus.filter((cpu) => allowed.has(cpu));
  if (kept.length === 0 || kept.length === cpus.length) return cpus;
  const left = counted(cpus.length - kept.length, 'CPU');
  const answer = notes.ask({
    ...{ about: 'allowed', asks: 'Which CPUs are simulated?' },
    offers: [
      { key: 'group', label: `the ${kept.length} that the cgroup allows` },
      { key: 'all', label: `all ${cpus.length}` },
    ],
    proposed: 'group',
    taken: `The archive was packed in a cgroup that allows ${kept.length} of ${cpus.length} CPUs: ${left} left out.`,
  });
  return answer === 'all' ? cpus : kept;
}

function numberAt(files: Files, path: string): number | undefined {
  const text = files.get(path);
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ScenarioError(path, 'is not a number', again);
}

/** The nodes of memory, with CPUs and without: of a cgroup that restricts its CPUs those that it allows. */
function memoriesOf(files: Files, isRestricted: boolean, notes: ReaderNotes): readonly number[] {
  const all = [...files.keys()].flatMap((path) => {
    const node = /^node\/node(\d{1,5})\//.exec(path)?.[1];
    return node === undefined ? [] : [Number(node)];
  });
  const full = withMemory(files);
  const nodes = [...new Set(all)].filter((node) => full?.includes(node) ?? true);
  const list = listAt(files, 'proc/self/mems');
  if (!list || !isRestricted) return nodes;
  const allowed = new Set(list);
  const kept = nodes.filter((node) => allowed.has(node));
  if (kept.length === 0 || kept.length === nodes.length) return nodes;
  notes.add(
    `The cgroup allows memory of ${kept.length} of ${nodes.length} nodes. Its CPUs are simulated with that of their own node.`,
  );
  return kept;
}

/** Cores by the numbers of firmware, where the kernel takes two of them for one. */
function toldCores(files: Files, rows: readonly MachineCpuRow[]): Told {
  const numbers = rows.map((row) => {
    const core = files.get(`cpu/cpu${row.cpu}/topology/core_id`) ?? '-1';
    // AMD's parts of old number the cores of each node anew.
    return core === '-1' ? undefined : `${row.package}/${row.node}/${core}`;
  });
  const cores = new Set(numbers).size;
  const isMore = cores > new Set(rows.map(({ core }) => core)).size;
  return isMore && !numbers.includes(undefined) ? { cores } : {};
}

/** The nodes that have memory, where the kernel says it. */
const withMemory = (files: Files): readonly number[] | undefined =>
  listAt(files, 'node/has_memory') ?? listAt(files, 'node/has_normal_memory');

/** The node of each CPU, or, on request, the node from which Linux takes its memory. */
function usedNodes(
  local: ReadonlyMap<number, number>,
  cpus: readonly number[],
  memory: Pick<BareNodes, 'full' | 'distances'>,
  notes: ReaderNotes,
): ReadonlyMap<number, number> {
  const homes = new Set(cpus.flatMap((cpu) => local.get(cpu) ?? []));
  const bare = [...homes].filter((node) => !memory.full.includes(node)).sort((a, b) => a - b);
  const movedTo = askBareMemory({ ...memory, bare }, notes);
  return new Map([...local].map(([cpu, node]) => [cpu, movedTo.get(node) ?? node] as const));
}

function nodesOf(files: Files): ReadonlyMap<number, number> {
  const reach = new Map<number, number>();
  const nodes = new Map<number, number>();
  let lists = 0;
  for (const path of files.keys()) {
    const parts = /^node\/node(\d{1,5})\/(cpulist|cpumap)$/.exec(path);
    if (!parts) continue;
    if (++lists > NODE_LISTS) {
      const problem = `has more than ${NODE_LISTS} lists of CPUs of nodes`;
      throw new ScenarioError('file', problem, `at most ${NODE_LISTS} are read`);
    }
    const cpus = (parts[2] === 'cpulist' ? listAt(files, path) : maskAt(files, path)) ?? [];
    for (const cpu of cpus) {
      // Of nodes that reach over each other, the one with the fewest CPUs is the local one.
      if (cpus.length >= (reach.get(cpu) ?? Number.POSITIVE_INFINITY)) continue;
      reach.set(cpu, cpus.length);
      nodes.set(cpu, Number(parts[1]));
    }
  }
  return nodes;
}

/** The first CPU of a CPU's package; where no file lists them, the number of the package (-1 where firmware gives none). */
function packageOf(files: Files, folder: string): number {
  const members =
    listAt(files, `${folder}/package_cpus_list`) ??
    listAt(files, `${folder}/core_siblings_list`) ??
    maskAt(files, `${folder}/package_cpus`) ??
    maskAt(files, `${folder}/core_siblings`);
  if (members) return Math.min(...members);
  const path = `${folder}/physical_package_id`;
  return files.get(path) === '-1' ? 0 : (numberAt(files, path) ?? 0);
}

/** Bulldozer's compute units: two cores by AMD's count, siblings of one core by the kernel's, which the scheduler follows. */
function tellUnits(files: Files, rows: readonly MachineCpuRow[], notes: ReaderNotes): void {
  const { vendor, family } = factsOf(files);
  const cores = new Set(rows.map(({ core }) => core)).size;
  if (vendor !== 'amd' || family !== 21 || cores === rows.length) return;
  notes.add(
    'The two cores of a compute unit are siblings of one core here, as the kernel lists them.',
  );
}

interface SharedCache {
  readonly level: number;
  readonly kind: string;
  readonly first: number;
}

function cachesOf(files: Files, cpu: number): SharedCache[] {
  const found: SharedCache[] = [];
  for (let index = 0; index < 16; index++) {
    const folder = `cpu/cpu${cpu}/cache/index${index}`;
    const level = numberAt(files, `${folder}/level`);
    const shared =
      listAt(files, `${folder}/shared_cpu_list`) ?? maskAt(files, `${folder}/shared_cpu_map`);
    if (level === undefined || !shared) continue;
    found.push({ level, kind: files.get(`${folder}/type`) ?? '', first: Math.min(...shared) });
  }
  return found;
}

function rowOf(
  files: Files,
  cpu: number,
  nodes: ReadonlyMap<number, number>,
  notes: ReaderNotes,
): MachineCpuRow {
  const folder = `cpu/cpu${cpu}/topology`;
  const siblings =
    listAt(files, `${folder}/core_cpus_list`) ??
    listAt(files, `${folder}/thread_siblings_list`) ??
    maskAt(files, `${folder}/core_cpus`) ??
    maskAt(files, `${folder}/thread_siblings`);
  const socket = packageOf(files, folder);
  const core = files.get(`${folder}/core_id`) === '-1' ? cpu : numberAt(files, `${folder}/core_id`);
  if (!siblings && core === undefined) {
    notes.add(
      'The files do not give the cores of all CPUs: each such CPU is treated as a core of its own.',
    );
  }
  const shared = cachesOf(files, cpu).filter(({ kind, level }) => {
    if (kind === 'Data' && level >= 2)
      notes.add('Data caches of level 2 and beyond are treated as unified caches.');
    return level >= 2 && kind !== 'Instruction';
  });
  const outermost = shared.sort((a, b) => a.level - b.level).at(-1);
  const l2 = shared.find(({ level }) => level === 2);
  return {
    cpu,
    core: siblings
      ? `cpu ${Math.min(...siblings)}`
      : core === undefined
        ? `cpu ${cpu}`
        : `${socket}/${core}`,
    l2: l2 && `${l2.first}`,
    llc: outermost && `${outermost.level}/${outermost.first}`,
    package: socket,
    node: nodes.get(cpu),
  };
}

function distancesOf(
  files: Files,
  withCpus: readonly number[],
  notes: ReaderNotes,
): NodeDistances | undefined {
  const told = [...files.keys()].flatMap((path) => {
    const node = /^node\/node(\d{1,5})\/distance$/.exec(path)?.[1];
    return node === undefined ? [] : [Number(node)];
  });
  if (told.length === 0 || withCpus.length === 0) return undefined;
  const nodes = told.sort((a, b) => a - b);
  const table = nodes.map((node) => {
    const path = `node/node${node}/distance`;
    const row = (files.get(path) ?? '').split(' ').filter((word) => word !== '');
    if (row.every((word) => /^\d{1,4}$/.test(word))) return row.map(Number);
    throw new ScenarioError(path, 'is not a row of distances', again);
  });
  if (table.every(({ length }) => length === nodes.length)) return { nodes, table };
  // A row has a number for each node that is online: one of them has no folder here.
  notes.add('The distances name more nodes than the files list: the extra ones are left out.');
  return undefined;
}

/** What an archive keeps of /proc/cpuinfo (tar.ts). */
function factsOf(files: Files): ProcessorFacts {
  const vendor = files.get('proc/cpuinfo/vendor_id');
  const number = (name: string) => {
    const text = files.get(`proc/cpuinfo/${name}`) ?? '';
    return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
  };
  const [family, model] = [number('cpu_family'), number('model')];
  return {
    ...(vendor !== undefined && { vendor: vendorNamed(vendor) }),
    ...(family !== undefined && { family }),
    ...(model !== undefined && { model }),
  };
}

// ---- sizes and idle states -----------------------------------------------------------------------

function sizesOf(files: Files, cpu: number) {
  const kib = (level: number, kind: RegExp) => {
    for (let index = 0; index < 16; index++) {
      const folder = `cpu/cpu${cpu}/cache/index${index}`;
      if (
        files.get(`${folder}/level`) !== `${level}` ||
        !kind.test(files.get(`${folder}/type`) ?? '')
      )
        continue;
      const size = /^(\d{1,9})K$/.exec(files.get(`${folder}/size`) ?? '')?.[1];
      if (size !== undefined && Number(size) > 0) return Number(size);
    }
    return undefined;
  };
  const [l1, l2, l3] = [kib(1, /^Data$/), kib(2, /^(Unified|Data)$/), kib(3, /^(Unified|Data)$/)];
  return {
    ...(l1 !== undefined && { l1d_kb: l1 }),
    ...(l2 !== undefined && { l2_kb: l2 }),
    ...(l3 !== undefined && { llc_mb: l3 / 1024 }),
  };
}

/** The idle states that the simulation has, by how drivers call them. */
const states: ReadonlyMap<string, 'c1' | 'c1e' | 'c6'> = new Map([
  ['C1', 'c1'],
  ['C1E', 'c1e'],
  ['C6', 'c6'],
  ['C6S', 'c6'],
  ['C6N', 'c6'],
  ['C10', 'c6'],
]);

function idleOf(files: Files, notes: ReaderNotes): IdleTimes {
  const found: Record<string, number> = {};
  for (let index = 0; index < 16; index++) {
    const folder = `cpu/cpu0/cpuidle/state${index}`;
    const name = files.get(`${folder}/name`);
    if (name === undefined || name === 'POLL') continue;
    const state = states.get(name);
    if (!state) notes.add(`The idle state ${withoutControls(name).slice(0, 20)} is left out.`);
    if (!state || files.get(`${folder}/disable`) === '1') continue;
    const latency = numberAt(files, `${folder}/latency`);
    const residency = numberAt(files, `${folder}/residency`);
    if (latency !== undefined) found[`idle_exit_${state}`] ??= latency * 1000;
    if (residency !== undefined) found[`idle_residency_${state}`] ??= residency * 1000;
  }
  return found;
}
