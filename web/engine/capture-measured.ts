// All that the measured window has shown up to the head of a run.

import { captureHeadline, captureRows } from './capture-window.ts';
import type { Head } from './head.ts';
import type { Catalog } from './types/catalog.ts';
import type { Measured } from './types/measured.ts';
import { captureZones } from './zones.ts';

/** Undefined before the window. Disturbs nothing. */
export function captureMeasured(head: Head, catalog: Catalog): Measured | undefined {
  const waiting = head.waiting();
  if (!waiting) return undefined;
  const { world } = head;
  const headline = captureHeadline(world, catalog);
  return { headline, rows: captureRows(world), waiting, zones: captureZones(world) };
}
