// A file of tracks as Chrome's trace viewer, Perfetto, Speedscope and others read it: JSON, an event a
// line. Source: the public description of the Trace Event Format. Knows nothing of CPUs or tasks.

import { TextLines } from './text-lines.ts';
import type { EventParts, EventType, TrackFile } from './track-file.ts';

/** All tracks are threads of one process. */
const process = 1;

/** ns as µs, which the format counts in, exactly. */
const micro = (ns: number): number => Math.round(ns) / 1000;

export class ChromeEvents implements TrackFile {
  readonly #lines = new TextLines();
  readonly #counters = new Map<number, { readonly name: string; readonly unit: string }>();
  #isFirst = true;
  events = 0;

  get bytes(): number {
    return this.#lines.bytes;
  }

  process(track: number, name: string, labels: readonly string[]): void {
    this.#about('process_name', track, { name });
    if (labels.length > 0) this.#about('process_labels', track, { labels: labels.join(', ') });
  }

  track(track: number, _parent: number, rank: number, name: string): void {
    this.#about('thread_name', track, { name });
    this.#about('thread_sort_index', track, { sort_index: rank });
  }

  counterTrack(track: number, _parent: number, _rank: number, name: string, unit: string): void {
    this.#counters.set(track, { name, unit });
  }

  add(type: EventType, parts: EventParts): void {
    const { track: tid, time, name, category: cat, annotations, flow, flowEnd } = parts;
    const where = { pid: process, tid, ts: micro(time) };
    const args = annotations && { args: annotations };
    if (type === 'begin') this.#event({ ph: 'B', ...where, name, cat, ...args });
    else this.#event({ ph: 'i', s: 't', ...where, name, cat, ...args });
    const arrow = { ...where, name: 'wake-up', cat: 'wake' };
    if (flow !== undefined) this.#event({ ph: 's', id: flow, ...arrow });
    if (flowEnd !== undefined) this.#event({ ph: 'f', bp: 'e', id: flowEnd, ...arrow });
  }

  end(track: number, time: number): void {
    this.#event({ ph: 'E', pid: process, tid: track, ts: micro(time) });
  }

  count(track: number, time: number, value: number): void {
    const { name, unit } = this.#counters.get(track)!;
    const where = { pid: process, tid: track, ts: micro(time) };
    this.#event({ ph: 'C', ...where, name, args: { [unit]: value } });
  }

  take(): readonly Uint8Array<ArrayBuffer>[] {
    this.#lines.add('\n]}\n');
    return this.#lines.take('{"displayTimeUnit":"ns","traceEvents":[\n');
  }

  #about(name: string, tid: number, args: object): void {
    this.#line({ ph: 'M', pid: process, tid, name, args });
  }

  #event(event: object): void {
    this.events++;
    this.#line(event);
  }

  #line(event: object): void {
    this.#lines.add(`${this.#isFirst ? '' : ',\n'}${JSON.stringify(event)}`);
    this.#isFirst = false;
  }
}
