// The section "global" of an rt-app file.

import type { ReaderNotes } from '../notes.ts';
import type { LooseEntry } from './loose-json.ts';
import { type NamedPolicy, policyNamed } from './rt-app-task.ts';
import { find, objectOf, textOfEntry, wholeNumber } from './rt-app-values.ts';

export interface Globals {
  readonly duration: string;
  readonly policy: NamedPolicy;
  /** ns of one turn of rt-app's loop. */
  readonly turn: number;
  readonly pi: boolean;
  readonly cumulative: boolean;
  readonly buffer: number;
  readonly device: string;
}

/** Seconds: what a file without an end of its own runs, and the most there is. */
const USUAL_S = 2;
const MOST_S = 10;
const TURN_NS = 100;
const BUFFER_BYTES = 4 * 1024 * 1024;

const ignored = ['lock_pages', 'logdir', 'log_size', 'gnuplot', 'ftrace', 'frag'];

export function globalsOf(entry: LooseEntry | undefined, notes: ReaderNotes): Globals {
  const object = entry
    ? objectOf(entry, 'global')
    : { is: 'object' as const, entries: [], line: 1 };
  const at = (key: string) => find(object, key);
  const isSet = (key: string) =>
    at(key)?.value.is === 'flag' && (at(key)!.value as { value: boolean }).value;
  const seen = ignored.filter((key) => at(key));
  if (seen.length > 0) notes.add(`Nothing follows here from ${seen.join(', ')} of "global".`);
  const buffer = at('mem_buffer_size');
  const device = at('io_device');
  const policy = at('default_policy');
  return {
    duration: durationOf(at('duration'), notes),
    policy: (policy && policyNamed(policy, 'global.default_policy')) || 'other',
    turn: turnOf(at('calibration'), notes),
    pi: isSet('pi_enabled') === true,
    cumulative: isSet('cumulative_slack') === true,
    buffer: buffer
      ? wholeNumber(buffer, 'global.mem_buffer_size', notes, [1, 2 ** 36])
      : BUFFER_BYTES,
    device: device ? textOfEntry(device, 'global.io_device') : '/dev/null',
  };
}

function durationOf(entry: LooseEntry | undefined, notes: ReaderNotes): string {
  const seconds = entry
    ? wholeNumber(entry, 'global.duration', notes, [-1, Number.MAX_SAFE_INTEGER])
    : -1;
  if (seconds <= 0) {
    notes.add(
      `The file does not limit its run: ${USUAL_S} s are simulated (--duration says otherwise).`,
    );
    return `${USUAL_S} s`;
  }
  if (seconds <= MOST_S) return `${seconds} s`;
  notes.add(`The file asks for ${seconds} s: ${MOST_S} s, the maximum, are simulated.`);
  return `${MOST_S} s`;
}

function turnOf(entry: LooseEntry | undefined, notes: ReaderNotes): number {
  if (entry?.value.is === 'number')
    return wholeNumber(entry, 'global.calibration', notes, [1, 1e6]);
  notes.add(
    'Nothing is calibrated: a µs of run is a µs on a core at full speed, with a nominal loop of 100 ns.',
  );
  return TURN_NS;
}
