// Reads out of a world what mechanisms on the stage asked for, into a frame. Loaded when the first of them asks; how the
// parts lie in a frame is in frame-mechanisms.ts. Changes nothing in the world.

import * as abi from './abi.gen.ts';
import { place } from './backend.ts';
import type { MechanismReader } from './capture.ts';
import { copyColumn, copyTable } from './columns.ts';
import type { FrameDraft } from './frame.ts';
import { type MechanismCounts, type MechanismShape, noCounts } from './frame-mechanisms.ts';
import {
  type AccountColumns,
  type MechanismPart,
  mechanismParts,
  type PagesColumns,
  type SharerColumns,
} from './types/mechanism.ts';
import type { World } from './world.ts';
import { explainRow, pageLists, zoneHolds, zoneLocks } from './world-views.ts';

/** How one part comes out of a world. */
interface PartReader {
  /** The counts it is laid out by; undefined where the world has nothing of it. */
  readonly countsOf: (world: World) => Partial<MechanismCounts> | undefined;
  /** The world has to fill it in first (ss_world_mechanisms); others have it at hand. */
  readonly isFilled?: boolean;
  readonly read: (world: World, draft: FrameDraft) => void;
}

/** Memory of the world as words of 32 bits. */
function wordsAt(world: World, offset: number, count: number): Uint32Array {
  const { buffer, start } = place(world.block, offset, count * 4, 'a set');
  return new Uint32Array(buffer, start, count);
}

// ---- pages ------------------------------------------------------------------------------------------

function readLists(world: World, pages: PagesColumns): void {
  const lists = pageLists(world);
  const { fields } = abi.PcpView;
  copyTable(pages, lists, fields);
  [pages.unmovable, pages.movable, pages.reclaimable].forEach((column, type) => {
    copyColumn(column, lists, ['u32', fields.length[1] + 4 * type, 1]);
  });
}

function readZones(world: World, pages: PagesColumns): void {
  const zones = world.zones();
  const locks = zoneLocks(world);
  copyTable(pages, zones, abi.ZoneView.fields);
  for (let zone = 0; zone < pages.zones; zone++) {
    const { nrFree } = zones.at(zone);
    pages.freeBlocks.set(nrFree, zone * nrFree.length);
    const own = locks.at(2 * zone);
    pages.zoneLock[zone] = own.lock;
    pages.zoneHolder[zone] = own.holder;
    const lru = locks.at(2 * zone + 1);
    pages.lruLock[zone] = lru.lock;
    pages.lruHolder[zone] = lru.holder;
  }
}

function readHolds(world: World, pages: PagesColumns): void {
  const holds = zoneHolds(world);
  // Its record may be forgotten.
  const costOf = (hold: { readonly cpu: number; readonly explain: number }) =>
    hold.cpu < 0 ? 0 : (explainRow(world, hold.explain)?.cost ?? 0);
  for (let zone = 0; zone < pages.zones; zone++) {
    const refill = holds.at(2 * zone);
    pages.refillCpu[zone] = refill.cpu;
    pages.refillPages[zone] = refill.pages;
    pages.refillTime[zone] = refill.time;
    pages.refillCost[zone] = costOf(refill);
    const flush = holds.at(2 * zone + 1);
    pages.flushCpu[zone] = flush.cpu;
    pages.flushPages[zone] = flush.pages;
    pages.flushTime[zone] = flush.time;
    pages.flushCost[zone] = costOf(flush);
  }
}

const pages: PartReader = {
  countsOf: ({ at }) => {
    const zones = at.zoneViewCount;
    return zones > 0 ? { zones, orders: abi.ZoneView.fields.nrFree[2] } : undefined;
  },
  read(world, { mechanisms }) {
    const columns = mechanisms!.pages!;
    readLists(world, columns);
    readZones(world, columns);
    readHolds(world, columns);
  },
};

// ---- cpupri -----------------------------------------------------------------------------------------

const cpupri: PartReader = {
  isFilled: true,
  countsOf: ({ at }) => {
    const levels = at.cpupriLevels;
    return levels > 0 ? { levels, words: 2 * at.cpupriWords } : undefined;
  },
  read(world, { mechanisms }) {
    const { counts, masks, ghosts } = mechanisms!.cpupri!;
    const { cpupriCountOffset, cpupriMaskOffset, cpupriGhostOffset } = world.at;
    // As they lie there: below zero, too, where a count has lost its way.
    counts.set(wordsAt(world, cpupriCountOffset, counts.length));
    masks.set(wordsAt(world, cpupriMaskOffset, masks.length));
    ghosts.set(wordsAt(world, cpupriGhostOffset, ghosts.length));
  },
};

// ---- accounts of cache-aware balancing --------------------------------------------------------------

function readAccounts(world: World, accounts: AccountColumns): void {
  const { accountViewOffset, accountLlcOffset } = world.at;
  const processes = world.rows(abi.AccountView, accountViewOffset, accounts.processes);
  const { fields } = abi.AccountView;
  copyColumn(accounts.preferred, processes, fields.preferred);
  copyColumn(accounts.footprintKib, processes, fields.memory);
  copyColumn(accounts.threads, processes, fields.threads);
  for (let process = 0; process < accounts.processes; process++) {
    accounts.refused[process] = processes.at(process).refused;
  }
  const llcs = world.rows(abi.AccountLlc, accountLlcOffset, accounts.occupancy.length);
  copyColumn(accounts.occupancy, llcs, abi.AccountLlc.fields.occupancy);
  copyColumn(accounts.running, llcs, abi.AccountLlc.fields.running);
}

const accounts: PartReader = {
  isFilled: true,
  countsOf: ({ at }) => (at.accountViewCount > 0 ? { processes: at.accountViewCount } : undefined),
  read: (world, { mechanisms }) => readAccounts(world, mechanisms!.accounts!),
};

// ---- sharers of lines -------------------------------------------------------------------------------

/** The owner holds its line alone: it is not among those with a Shared copy. */
function readSharers(world: World, { words, cores }: SharerColumns, lines: FrameDraft['lines']) {
  const { sharerOffset, sharerStride, lineViewCount } = world.at;
  const stride = sharerStride / 4;
  const sets = wordsAt(world, sharerOffset, (lineViewCount - 1) * stride + words);
  for (let row = 0; row < lines.count; row++) {
    const from = lines.index[row]! * stride;
    const to = row * words;
    for (let word = 0; word < words; word++) cores[to + word] = sets[from + word]!;
    const owner = lines.owner[row]!;
    if (owner >= 0) cores[to + (owner >>> 5)]! |= 1 << (owner & 31);
  }
}

const sharers: PartReader = {
  countsOf: ({ at }) => (at.sharerWords > 0 ? { coreWords: 2 * at.sharerWords } : undefined),
  read: (world, { mechanisms, lines }) => readSharers(world, mechanisms!.sharers!, lines),
};

// ---- locks and memory -------------------------------------------------------------------------------

const locks: PartReader = {
  isFilled: true,
  countsOf: ({ at }) => (at.holderViewCount > 0 ? { locks: at.holderViewCount } : undefined),
  read(world, { mechanisms }) {
    const { holder, held } = mechanisms!.locks!;
    const { fields } = abi.HolderView;
    const holders = world.rows(abi.HolderView, world.at.holderViewOffset, holder.length);
    copyColumn(holder, holders, fields.cpu);
    copyColumn(held, holders, fields.held);
  },
};

const traffic: PartReader = {
  isFilled: true,
  countsOf: ({ at }) => (at.trafficViewCount > 0 ? { nodes: at.trafficViewCount } : undefined),
  read(world, { mechanisms }) {
    const columns = mechanisms!.traffic!;
    const { trafficViewOffset } = world.at;
    const nodes = world.rows(abi.TrafficView, trafficViewOffset, columns.rate.length);
    copyTable(columns, nodes, abi.TrafficView.fields);
  },
};

const readers: Readonly<Record<MechanismPart, PartReader>> = {
  pages,
  cpupri,
  accounts,
  sharers,
  locks,
  traffic,
};

/** Which of the parts a world has, and the counts of those. */
function shapeOf(world: World, parts: readonly MechanismPart[]): MechanismShape | undefined {
  const counts = parts.map((part) => readers[part].countsOf(world));
  const there = parts.filter((_, at) => counts[at]);
  return there.length === 0 ? undefined : Object.assign({}, noCounts, ...counts, { parts: there });
}

/** Reads those parts, of each world as many as that has, in the order in which a frame has them. */
export function mechanismReader(asked: readonly MechanismPart[]): MechanismReader {
  const parts = mechanismParts.filter((part) => asked.includes(part));
  /** Of the world that was read last: the same for all of its frames. */
  let known: { readonly world: World; readonly shape: MechanismShape | undefined } | undefined;
  return {
    shapeOf(world) {
      if (known?.world !== world) known = { world, shape: shapeOf(world, parts) };
      return known.shape;
    },
    fill(world, draft) {
      const there = known?.shape?.parts ?? [];
      if (there.some((part) => readers[part].isFilled)) world.fillMechanisms();
      for (const part of there) readers[part].read(world, draft);
    },
  };
}
