// The readers of machines, one row per kind of file: how the kind is recognised, how much of it is read, and by
// which reader. A new kind is a reader and a row.

import { ScenarioError } from '../../../scenario/index.ts';
import { lscpuRows } from '../../lscpu.ts';
import { knownBySight } from '../known-by-sight.ts';
import {
  CPUINFO_BYTES,
  HWLOC_BYTES,
  LISTING_BYTES,
  MATRIX_BYTES,
  PERF_HEAD_CHARACTERS,
  SYSFS_BYTES,
  TREE_BYTES,
  ZONES_BYTES,
} from '../limits.ts';
import type { ReaderNotes } from '../notes.ts';
import { isCpuidLine, readCpuid } from './cpuid.ts';
import { readCpuinfo } from './cpuinfo.ts';
import { isSpanLine, readDomains } from './domains.ts';
import { readHwloc } from './hwloc.ts';
import { isLikwidHead, readLikwid } from './likwid.ts';
import { readLscpuJson } from './lscpu-json.ts';
import { isLscpuHead, readLscpuTable } from './lscpu-table.ts';
import { isLscpuText, readLscpuText } from './lscpu-text.ts';
import { isLstopoTree, readLstopoText } from './lstopo-text.ts';
import { isTerminalRow, readMatrix } from './matrix.ts';
import { readNumactl } from './numactl.ts';
import { isPerfHeadLine, readPerfHead } from './perf-head.ts';
import { type MachineKind, type MachineReading, machineKinds } from './reading.ts';
import { isSynthetic, readSynthetic } from './synthetic.ts';
import { isFileName, readSysfs } from './sysfs.ts';
import { isZoneLine, readZones } from './zones.ts';

interface Kind {
  readonly most: number;
  /** True for a text that begins as this kind does; `lines` are its first ones that say something. */
  readonly is: (head: string, lines: readonly string[]) => boolean;
  readonly read: (text: string, notes: ReaderNotes) => MachineReading;
}

/** In the order in which they are tried: whatever is named surely comes first. */
const kinds: Readonly<Record<MachineKind, Kind>> = {
  hwloc: {
    most: HWLOC_BYTES,
    is: (head) =>
      /^<(\?xml|!DOCTYPE topology|topology|root|!--)/.test(head) && !/<cells num=/.test(head),
    read: readHwloc,
  },
  'lscpu-json': {
    most: LISTING_BYTES,
    is: (head) => /^\{\s*"(cpus|lscpu|caches)"/.test(head),
    read: readLscpuJson,
  },
  numactl: {
    most: LISTING_BYTES,
    is: (_, lines) =>
      lines.some((line) =>
        /^(available: \d{1,9} node|node \d{1,9} cpus:|node distances:|No NUMA available)/.test(
          line,
        ),
      ),
    read: readNumactl,
  },
  sysfs: {
    most: SYSFS_BYTES,
    is: (_, lines) =>
      lines.some(isFileName) ||
      lines.some((line) =>
        /^(\/sys\/devices\/system\/)?(cpu\/(cpu\d{1,5}\/(topology|cache|cpuidle)\/|online:|possible:)|node\/(node\d|has_)|proc\/cpuinfo\/)/.test(
          line,
        ),
      ),
    read: readSysfs,
  },
  lstopo: { most: TREE_BYTES, is: (_, lines) => isLstopoTree(lines), read: readLstopoText },
  'lscpu-table': {
    most: LISTING_BYTES,
    is: (_, lines) => lines.some(isLscpuHead),
    read: readLscpuTable,
  },
  'lscpu-text': { most: LISTING_BYTES, is: (_, lines) => isLscpuText(lines), read: readLscpuText },
  cpuinfo: {
    most: CPUINFO_BYTES,
    is: (_, lines) => lines.some((line) => /^processor\s*: \d{1,9}$/.test(line)),
    read: readCpuinfo,
  },
  'perf-head': {
    most: PERF_HEAD_CHARACTERS,
    is: (_, lines) => lines.some((line) => isPerfHeadLine(line)),
    read: readPerfHead,
  },
  cpuid: { most: SYSFS_BYTES, is: (_, lines) => lines.some(isCpuidLine), read: readCpuid },
  zones: { most: ZONES_BYTES, is: (_, lines) => lines.some(isZoneLine), read: readZones },
  likwid: {
    most: TREE_BYTES,
    is: (_, lines) => lines.some(isLikwidHead),
    read: readLikwid,
  },
  domains: {
    most: SYSFS_BYTES,
    is: (_, lines) => lines.some(isSpanLine),
    read: readDomains,
  },
  synthetic: {
    most: LISTING_BYTES,
    is: (_, lines) => lines.length === 1 && isSynthetic(lines[0]!),
    read: readSynthetic,
  },
  lscpu: {
    most: LISTING_BYTES,
    is: (head, lines) =>
      head.startsWith('# The following is the parsable format') ||
      lines.some((line) => /^# ?CPU,/i.test(line)) ||
      isRowOfCounts(lines.find((line) => !line.startsWith('#')) ?? ''),
    read: (text, notes) => ({ kind: 'lscpu', from: 'lscpu', rows: lscpuRows(text, notes) }),
  },
  matrix: {
    most: MATRIX_BYTES,
    is: (_, lines) =>
      lines.some(isTerminalRow) ||
      (lines.length >= 2 && lines.every((line) => /^([\d.,;\s]|nan)*$/i.test(line))),
    read: readMatrix,
  },
};

/** Four to twelve whole numbers or blanks, as lscpu -p prints them without its head; the first is a CPU. */
function isRowOfCounts(line: string): boolean {
  const cells = line.split(',');
  return (
    cells.length >= 4 &&
    cells.length <= 12 &&
    /^\d{1,9}(,\d{0,9}){3,11}$/.test(line) &&
    cells[1] !== ''
  );
}

export const mostBytesOf = (kind: MachineKind): number => kinds[kind].most;
/** More than any kind may have. */
export const MOST_MACHINE_BYTES = Math.max(...Object.values(kinds).map(({ most }) => most));

/** Lines looked at to tell a kind. */
const SNIFFED_LINES = 50;
const SNIFFED_CHARACTERS = 64 * 1024;

/** What kind of file a text is. Throws ScenarioError if it is none that can be read. */
export function machineKindOf(text: string): MachineKind {
  const head = text.slice(0, SNIFFED_CHARACTERS).trimStart();
  const lines = text.slice(0, SNIFFED_CHARACTERS).split('\n').slice(0, SNIFFED_LINES);
  const said = lines.map((line) => line.trim()).filter((line) => line !== '');
  const found = (Object.keys(kinds) as MachineKind[]).find((kind) => kinds[kind].is(head, said));
  if (found) return found;
  const known = knownBySight(text);
  if (known) throw new ScenarioError('file', known.problem, known.remedy);
  const problem = 'is not of a kind that can be read';
  throw new ScenarioError(
    'file',
    problem,
    `give the output of lstopo or lscpu, or name the kind on the command line with --as: ${machineKinds.join(', ')}`,
  );
}

/** What a text tells of a machine. Throws ScenarioError. */
export function readMachineFile(
  text: string,
  notes: ReaderNotes,
  kind = machineKindOf(text),
): MachineReading {
  const { most, read } = kinds[kind];
  if (text.length > most) {
    throw new ScenarioError('file', `has ${text.length} characters`, `at most ${most} are read`);
  }
  return read(text, notes);
}
