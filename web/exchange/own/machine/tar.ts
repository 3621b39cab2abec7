// A tar archive of /sys as the listing that sysfs.ts reads: of the command that is offered, or of a whole machine as
// hwloc-gather-topology and the test dumps of util-linux keep it (a folder of any name, `sys` and `proc` below it); or what
// hwloc-gather-cpuid keeps (a folder with a file a CPU). Only
// regular files of the wanted paths are looked at; of the kernel's files tar keeps a page whose end is zeros. Nothing is
// unpacked to a disk, no link is followed.

import { ScenarioError } from '../../../scenario/index.ts';
import { Cgroups, isOfCgroup } from './cgroup.ts';
import { processorLines } from './cpuinfo.ts';

const BLOCK = 512;
/** 1,024 CPUs with some three hundred files and folders each: dumps of a whole /sys have that many. */
const ENTRIES = 400_000;
/** Characters of one name, and bytes of one file: sysfs gives a page at most. */
const NAME = 256;
const CONTENT = 4096;
/** Bytes of /proc/cpuinfo that are looked at: its first processors say what is asked. */
const CPUINFO = 64 * 1024;
/** Bytes of a name that has an entry of its own. */
const LONG_NAME = 64 * 1024;
/** Bytes of what CPUID says of one CPU: some fifty leaves of sixty characters. */
const CPUID = 64 * 1024;
const SYSTEM = 'sys/devices/system/';

const latin = new TextDecoder('latin1');
const textAt = (bytes: Uint8Array, from: number, length: number): string =>
  latin.decode(bytes.subarray(from, from + length)).split('\0')[0]!;

/** True for bytes that begin as ustar archives do. */
const isTar = (bytes: Uint8Array): boolean =>
  bytes.length >= BLOCK && textAt(bytes, 257, 5) === 'ustar';

interface Entry {
  readonly name: string;
  readonly at: number;
  readonly size: number;
}

/** Lines of the files of one machine, which may stand there as it was before something and after it. */
class Listing {
  readonly #machines = new Map<string, string[]>();

  add(machine: string, lines: readonly string[]): void {
    const own = this.#machines.get(machine) ?? [];
    this.#machines.set(machine, own);
    for (const line of lines) own.push(line);
  }

  #whole(): readonly (readonly string[])[] {
    const all = [...this.#machines];
    const whole = all.filter(([folder]) => !isDifference(folder));
    return (whole.length > 0 ? whole : all).map(([, lines]) => lines);
  }

  /** Those of the first machine. Throws ScenarioError where another one differs. */
  get lines(): readonly string[] {
    const [first = [], ...others] = this.#whole();
    const shapeOf = (lines: readonly string[]) => lines.filter(isOfShape).sort().join('\n');
    const shape = others.length > 0 ? shapeOf(first) : '';
    if (others.some((other) => shapeOf(other) !== shape)) {
      throw new ScenarioError('file', 'holds more than one machine', 'pack the files of one');
    }
    return first;
  }
}

/** What workload-automation keeps beside the two: numbers that one has more than the other, which are of no machine. */
const isDifference = (folder: string): boolean => /(^|\/)diff\/$/.test(folder);

/** False for what counts on while a machine runs. */
const isOfShape = (line: string): boolean => !line.includes('/cpuidle/');

/** Lines "path:value" of its files. Throws ScenarioError. */
function listingOfTar(bytes: Uint8Array): string {
  const system = new Listing();
  const leaves = new Listing();
  const cgroups = new Cgroups();
  for (const entry of filesOf(bytes)) {
    if (isOfCgroup(entry.name)) {
      cgroups.add(entry.name, textAt(bytes, entry.at, Math.min(entry.size, CONTENT)));
      continue;
    }
    const place = placeOf(entry.name);
    if (!place) continue;
    const listing = place.path.startsWith('cpuid/') ? leaves : system;
    listing.add(place.machine, linesOf(bytes, entry, place.path));
  }
  // Where an archive has both, the kernel knows more than CPUID.
  const ofSystem = system.lines;
  const own = (['cpus', 'mems'] as const).flatMap((of) => {
    const allowed = cgroups.allowed(of);
    return allowed === undefined || allowed.includes('\n') ? [] : [`proc/self/${of}:${allowed}`];
  });
  const lines = [...(ofSystem.length > 0 ? ofSystem : leaves.lines), ...own];
  return `${lines.join('\n')}\n`;
}

/** The regular files of an archive, in its order, under their whole names. */
function* filesOf(bytes: Uint8Array): Generator<Entry> {
  let entries = 0;
  let long: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    if (bytes[at] === 0) return; // two blocks of zeros end it
    if (++entries > ENTRIES) {
      const remedy = 'pack those of the command only';
      throw new ScenarioError('file', `holds more than ${ENTRIES} files`, remedy);
    }
    const size = octal(textAt(bytes, at + 124, 12));
    if (size === undefined || textAt(bytes, at + 257, 5) !== 'ustar') {
      throw new ScenarioError('file', 'is a damaged tar archive', 'pack or copy it again');
    }
    const kind = String.fromCharCode(bytes[at + 156]!);
    if (kind === 'x' || kind === 'L') long = longName(bytes, kind, at + BLOCK, size) ?? long;
    else if (kind !== 'g') {
      const name = long ?? headName(bytes, at);
      long = undefined;
      if (kind === '0' || kind === '\0') yield { name, at: at + BLOCK, size };
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function octal(text: string): number | undefined {
  const digits = /^\s*([0-7]{1,11})\s*$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
}

function headName(bytes: Uint8Array, at: number): string {
  // GNU tar keeps times where ustar has the beginning of a long name.
  const prefix = textAt(bytes, at + 257, 6) === 'ustar ' ? '' : textAt(bytes, at + 345, 155);
  return `${prefix === '' ? '' : `${prefix}/`}${textAt(bytes, at, 100)}`;
}

/** The name of the next entry as a pax head ("30 path=...") or GNU tar's long name says it. */
function longName(bytes: Uint8Array, kind: 'x' | 'L', at: number, size: number) {
  const text = latin.decode(bytes.subarray(at, at + Math.min(size, LONG_NAME)));
  if (kind === 'L') return text.split('\0')[0];
  return /(?:^|\n)\d{1,6} path=([^\n]*)\n/.exec(text)?.[1];
}

/** Of which machine of the archive a file tells, and its path as a listing has it; undefined for all others. */
function placeOf(name: string): { readonly machine: string; readonly path: string } | undefined {
  if (/[\n:]/.test(name)) return undefined;
  const below = name.replace(/^(\.?\/)*/, '');
  const leaves = /^(.{0,200}\/)?(pu\d{1,5})$/.exec(below);
  if (leaves) return { machine: leaves[1] ?? '', path: `cpuid/${leaves[2]}` };
  const split = below.lastIndexOf(SYSTEM);
  const [machine, path] =
    split >= 0
      ? [below.slice(0, split), below.slice(split + SYSTEM.length)]
      : below.endsWith('proc/cpuinfo')
        ? [below.slice(0, -'proc/cpuinfo'.length), 'proc/cpuinfo']
        : ['', below];
  return path.length <= NAME && isWanted(path) ? { machine, path } : undefined;
}

/** The files that sysfs.ts reads. */
const isWanted = (path: string): boolean =>
  path === 'proc/cpuinfo' ||
  /^cpu\/(online|possible|cpu\d{1,5}\/(topology|cache\/index\d|cpuidle\/state\d{1,2})\/\w{1,40})$/.test(
    path,
  ) ||
  /^node\/(has_memory|has_normal_memory|node\d{1,5}\/(cpulist|cpumap|distance))$/.test(path);

/** Empty for what sysfs has not: large files, files of several lines. */
function linesOf(bytes: Uint8Array, { at, size }: Entry, path: string): readonly string[] {
  if (path.startsWith('cpuid/')) {
    const leaves = textAt(bytes, at, Math.min(size, CPUID)).split('\n');
    return leaves.flatMap((leaf) => (leaf.includes('=>') ? [`${path}:${leaf.trim()}`] : []));
  }
  if (path === 'proc/cpuinfo') return processorLines(textAt(bytes, at, Math.min(size, CPUINFO)));
  if (size > CONTENT) return [];
  const value = textAt(bytes, at, size).trimEnd();
  return value.includes('\n') ? [] : [`${path}:${value}`];
}

/** What textOf asks of the files of a machine. */
export const listingOf = (bytes: Uint8Array): string | undefined =>
  isTar(bytes) ? listingOfTar(bytes) : undefined;
