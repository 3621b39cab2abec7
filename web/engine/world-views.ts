// Views of a world that are needed now and then: its decisions, its c2c table, its zones, its measurements. A page
// loads them, and the shapes of their rows, with the view that shows them. world.ts has what every picture needs.

import * as abi from './abi.gen.ts';
import type { RowType, World } from './world.ts';

/** Two rows a zone: zone->lock, then the LRU lock. Filled by refresh(), like the next three. */
export const zoneLocks = (world: World): abi.LockView =>
  world.rows(abi.LockView, world.at.lockViewOffset, 2 * world.at.zoneViewCount);

/** Two rows a zone: its last refill, its last flush. */
export const zoneHolds = (world: World): abi.HoldView =>
  world.rows(abi.HoldView, world.at.holdViewOffset, 2 * world.at.zoneViewCount);

/** The per-CPU page lists, by CPU; none without zones. */
export const pageLists = (world: World): abi.PcpView =>
  world.rows(abi.PcpView, world.at.pcpViewOffset, world.at.pcpViewCount);

/** What the run has cost the event loop; no part of its state. */
export const effort = (world: World): abi.WorldEffort =>
  world.rows(abi.WorldEffort, world.at.effortOffset, 1);

/** By LATENCY_ code; none if the workload measures none. */
export const latencies = (world: World): abi.LatencyView =>
  world.rows(abi.LatencyView, world.at.latencyViewOffset, world.at.latencyViewCount);

/** The c2c rows in use. */
export function c2cRows(world: World): abi.C2cRow {
  const { rows } = world.clock();
  const { rowOffset, rowCapacity } = world.at;
  if (rows > rowCapacity) {
    throw new abi.AbiError(`${rows} c2c rows in use, room for ${rowCapacity}`);
  }
  return world.rows(abi.C2cRow, rowOffset, rows);
}

/** The ledger as it stood at the start of the measured window. */
export const ledgerBefore = (world: World): abi.CpuLedger =>
  world.rows(abi.CpuLedger, world.at.ledgerWindowOffset, world.at.cpuViewCount);

/** The explain record `id`, or undefined when the ring does not hold it (any more). */
export function explainRow(world: World, id: number): abi.Explain | undefined;
/** As the table of its form has it. */
export function explainRow<Row>(world: World, id: number, type: RowType<Row>): Row | undefined;
export function explainRow(world: World, id: number, type: RowType<unknown> = abi.Explain) {
  const { from, to } = world.explainRange();
  if (!(id >= from && id < to)) return undefined;
  const { explainOffset, explainBytes, explainRecords } = world.at;
  return world.rows(type, explainOffset + (id % explainRecords) * explainBytes, 1);
}

/** The steps of explain record `id`; undefined where explainRow is, or without `explain_steps`. */
export function stepsRow(world: World, id: number): abi.Steps | undefined {
  const { stepsOffset, stepsRecords } = world.at;
  if (stepsRecords === 0 || !explainRow(world, id)) return undefined;
  return world.rows(abi.Steps, stepsOffset, stepsRecords).at(id % stepsRecords);
}

/** Picks of a CPU that are kept: SS_PICKS_KEPT, or none if steps are not asked for. */
export const picksKept = ({ at }: World): number => at.pickRecords / at.cpuViewCount;

/** The picks that are kept, as many of each CPU in turn, and the steps of each by the same index. */
export function picksOf(world: World): { readonly pick: abi.Pick; readonly steps: abi.Steps } {
  const { pickOffset, pickStepsOffset, pickRecords } = world.at;
  return {
    pick: world.rows(abi.Pick, pickOffset, pickRecords),
    steps: world.rows(abi.Steps, pickStepsOffset, pickRecords),
  };
}
