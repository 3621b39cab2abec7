// Traces that are no text: kept whole, then walked event by event, the CPUs merged in order of time.

import type { ScenarioError } from '../../../scenario/index.ts';
import { joinBytes } from '../packed/whole.ts';
import type { Gathering } from './gathering.ts';
import type { OpenTrace } from './trace-form.ts';

/** Events of a CPU in order of time. */
export interface CpuEvents {
  /** ns of the present event; infinite: there is none any more. */
  readonly time: number;
  /** Adds the present one and goes on to the next. Throws ScenarioError. */
  next(): void;
}

/** Lets each of them tell what is next in time. Throws ScenarioError. */
export function mergeInTime(all: readonly CpuEvents[]): void {
  const heap = all.filter(({ time }) => time < Number.POSITIVE_INFINITY);
  const sink = (from: number) => {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const least = right < heap.length && heap[right]!.time < heap[left]!.time ? right : left;
      if (heap[at]!.time <= heap[least]!.time) return;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
  };
  for (let at = heap.length >> 1; at >= 0; at--) sink(at);
  while (heap.length > 0) {
    heap[0]!.next();
    if (heap[0]!.time === Number.POSITIVE_INFINITY) {
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
    }
    sink(0);
  }
}

/** `read` is given all bytes once they are there. */
export function openWholeTrace(
  gathering: Gathering,
  read: (bytes: Uint8Array<ArrayBuffer>, gathering: Gathering) => void,
  nothing: () => ScenarioError,
): OpenTrace {
  const pieces: Uint8Array[] = [];
  let size = 0;
  return {
    push: (bytes) => {
      pieces.push(bytes.slice());
      size += bytes.length;
    },
    finish: () => {
      const whole = joinBytes(pieces, size);
      pieces.length = 0;
      read(whole, gathering);
    },
    nothing,
  };
}
