// The words of the caption bar: what one CPU is about, as a sentence.

import type { inspector } from '../stage/messages.ts';
import { duration, percent, plural, significant, whole } from '../ui/format.ts';
import type { CaptionFact, WindowCaption } from './caption.ts';

/** Names of things that are numbers in a frame. */
export interface CaptionNames {
  readonly line: (line: number) => string;
  readonly lock: (lock: number) => string;
  readonly task: (task: number) => string;
  readonly symbol: (symbol: number) => string;
  readonly activity: (code: number) => keyof typeof inspector.activity | undefined;
}

/** A mean of fewer CPUs than this counts as none. */
const leastMean = 0.05;
const mean = (cpus: number): string => (cpus < 10 ? significant(cpus) : whole(cpus));

function sentenceOfCpu(
  caption: Extract<CaptionFact, { kind: 'cpu' }>,
  names: CaptionNames,
): string {
  const { cpu, task } = caption;
  const forTask = task >= 0 ? ` for ${names.task(task)}` : '';
  switch (names.activity(caption.activity)) {
    case 'idle':
      return `CPU ${cpu} has been idle since ${duration(caption.since)}.`;
    case 'user':
      return `CPU ${cpu} runs ${task >= 0 ? names.task(task) : 'a task'} in user code.`;
    case 'spinning':
      return `CPU ${cpu} waits ${duration(caption.since)} for ${caption.lock < 0 ? 'a lock' : names.lock(caption.lock)}${task >= 0 ? `, running ${names.task(task)}` : ''}.`;
    default:
      return `CPU ${cpu} runs ${names.symbol(caption.symbol) || 'kernel code'}${forTask}.`;
  }
}

export const captions = {
  region: 'Caption',
  sentence(caption: CaptionFact, names: CaptionNames): string {
    if (caption.kind === 'cpu') return sentenceOfCpu(caption, names);
    if (caption.kind === 'working') {
      const { user, kernel, idle, waiting, spinning } = caption;
      const work = `${plural(user, 'CPU runs', 'CPUs run')} user code, ${whole(kernel)} the kernel, ${whole(idle)} ${idle === 1 ? 'is' : 'are'} idle`;
      const queues = [
        ...(waiting > 0 ? [`${plural(waiting, 'waits', 'wait')} for a line`] : []),
        ...(spinning > 0 ? [`${plural(spinning, 'waits', 'wait')} for a lock`] : []),
      ];
      return `${work}; ${queues.join(', ') || 'none waits for a line'}.`;
    }
    if (caption.kind === 'locked') {
      const { lock, count, cpu, waited } = caption;
      if (count === 0) return `No CPU waits for ${names.lock(lock)}.`;
      const all = `${plural(count, 'CPU waits', 'CPUs wait')} for ${names.lock(lock)}`;
      const first = count === 1 ? `CPU ${cpu}` : `CPU ${cpu} longest`;
      return `${all}: ${first}, ${duration(waited)} so far.`;
    }
    if (caption.kind === 'free') {
      const { owner, sharers } = caption;
      const cores = sharers === 0 ? 'no core has' : plural(sharers, 'core has', 'cores have');
      const shared = sharers < 0 ? '' : `; ${cores} a copy`;
      const held = owner < 0 ? shared : `; core ${owner} owns it`;
      return `No CPU waits for ${names.line(caption.line)}${held}.`;
    }
    const waits = `CPU ${caption.cpu} waits ${duration(caption.waited)} for ${names.line(caption.line)}`;
    if (caption.before === 0) return `${waits}; it is served next.`;
    return `${waits}; ${plural(caption.before, 'other waits', 'others wait')} before it.`;
  },
  /** A trace does not tell the kernel's time from a task's own. */
  ofRecording(busy: number, idle: number, unknown: number): string {
    const rest = unknown > 0 ? `, the state of ${whole(unknown)} is unknown` : '';
    return `Recorded: ${plural(busy, 'CPU runs', 'CPUs run')} a task, ${whole(idle)} ${idle === 1 ? 'is' : 'are'} idle${rest}.`;
  },
  /** While it plays: the moment is gone before it is read. A CPU that waits for a line or a lock is busy, too. */
  ofWindow({ length, lines, locks, busy, kernel }: WindowCaption, isKernelTold = true): string {
    const waiting = [
      ...(lines >= leastMean ? [`${mean(lines)} of them queued for a line`] : []),
      ...(locks >= leastMean ? [`${mean(locks)} of them queued for a lock`] : []),
    ].join(', ');
    const work = `${mean(busy)} ${mean(busy) === '1' ? 'CPU' : 'CPUs'} busy`;
    const inKernel = isKernelTold ? `, ${percent(kernel, 0)} in the kernel` : '';
    const rest = waiting || `none queued for a line or lock${inKernel}`;
    return `Now, over ${duration(length)}: ${work}, ${rest}.`;
  },
  silent: (side: string) =>
    `Machine ${side}: no answer for 20 s. This computer may be busy; Schedscape still waits.`,
  restart: (side: string) => `Restart machine ${side}`,
  onSide: (side: string, sentence: string) => `${side}: ${sentence}`,
  step: (index: number, of: number) => `${index} of ${of}`,
  skip: 'Skip',
  skipHint: 'To the end of the story',
  toQuestion: 'To the question',
} as const;
