// Hostile traces in forms other than plain text: whatever the bytes, a reader refuses them in words or gives a recording whose
// time adds up. Runs longer with SCHEDSCAPE_TRACE_INPUTS=1000000, which is that many for each form.

import { zlibSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type Draw, seededDraw } from '../../../base/random.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { InputReport, inputSeed, takenOf } from '../testing-torn.ts';
import { readRecording } from './recording.ts';
import { figuresOf } from './statistics.ts';
import { asVersion7 } from './testing-dat7.ts';
import { compactOfTwo, datOfTwo, perfettoOfTwo, textOfTwo } from './testing-traces.ts';

const inputs = Number(process.env.SCHEDSCAPE_TRACE_INPUTS ?? 200);

const timehist = `           time    cpu  task name                       wait time  sch delay   run time
                        [tid/pid]                          (msec)     (msec)     (msec)
--------------- ------  ------------------------------  ---------  ---------  ---------
     100.000205 [0000]  a[10]                               0.000      0.005      0.200
     100.000100 [0000]  a[10]                                                               awakened: b - c[11/10]
     100.000102 [0000]  a[10]                                                               migrated: b - c[11/10] cpu 0 => 1
     100.000300 [0001]  b - c[11/10]                        0.000      0.004      0.196
     100.000500 [0000]  a[10]                               0.195      0.000      0.100
`;

const texts = {
  timehist: [timehist],
  'a JSON trace': [JSON.stringify({ traceEvents: [], systemTraceEvents: textOfTwo })],
  'a page of systrace': [`<!DOCTYPE html>\n<script class="trace-data">\n${textOfTwo}</script>\n`],
  'raw ftrace': [textOfTwo.replace(/^.*?-(\d+) \[(\d+)\] \S+ /gm, '[$2] ')],
} as const;
const scraps = [
  '[0001]',
  'awakened: ',
  '0.000',
  '"systemTraceEvents":"',
  '\\u00',
  ' ==> ',
  'next_pid=1023',
];

const binaries = {
  Perfetto: [perfettoOfTwo(), compactOfTwo(), compactOfTwo(zlibSync)],
  'trace.dat': [
    datOfTwo(),
    asVersion7(datOfTwo(), { name: 'none', pack: undefined }, true),
    asVersion7(datOfTwo(), { name: 'zlib', pack: zlibSync }, true),
  ],
} as const;

/** Some bytes others, some missing, some twice; most often near those that say something. */
function tornBytes(bytes: Uint8Array, draw: Draw): Uint8Array {
  let now = Uint8Array.from(bytes);
  for (let changes = 1 + draw(5); changes > 0; changes--) {
    const at = draw(now.length);
    const how = draw(8);
    if (how < 5) now[at] = draw(256);
    else if (how === 5) now[at] = draw(2) === 0 ? 0 : 255;
    else {
      const end = Math.min(now.length, at + draw(20));
      const [head, tail] =
        how === 6
          ? [now.subarray(0, at), now.subarray(end)]
          : [now.subarray(0, end), now.subarray(at)];
      now = Uint8Array.from(Buffer.concat([head, tail]));
    }
  }
  return now;
}

/** Throws ScenarioError for what is refused, and Error where the time of a CPU does not add up. */
function readTrace(bytes: Uint8Array): void {
  const { run } = readRecording(bytes);
  for (const { busy, idle, unknown } of figuresOf(run).cpus) {
    if (Math.abs(busy + idle + unknown - run.duration) > 1) {
      throw new Error('the time of a CPU does not add up');
    }
  }
}

/** True if it was taken. */
function tried(bytes: Uint8Array): boolean {
  try {
    readTrace(bytes);
    return true;
  } catch (cause) {
    if (cause instanceof ScenarioError && cause.message.length < 2000) return false;
    throw cause;
  }
}

const forms = <Form extends string>(of: Readonly<Record<Form, unknown>>) =>
  Object.keys(of) as Form[];

describe('hostile traces in other forms', { timeout: 0 }, () => {
  test.each(forms(texts))('%s is refused in words, or time adds up in it', (form) => {
    const read = (text: string) => readTrace(new TextEncoder().encode(text));
    expect(takenOf(inputs, texts[form], read, scraps, form)).toBeGreaterThan(inputs / 10);
  });

  test.each(forms(binaries))('%s is refused in words, or time adds up in it', (form) => {
    const draw = seededDraw(inputSeed);
    const report = new InputReport(form);
    let taken = 0;
    for (let input = 0; input < inputs; input++) {
      const given = binaries[form];
      const bytes = tornBytes(given[input % given.length]!, draw);
      try {
        if (report.of(() => tried(bytes))) taken++;
      } catch (cause) {
        throw new Error(`input ${input}: ${Buffer.from(bytes).toString('base64')}`, { cause });
      }
    }
    report.end(taken);
    // Packets and pages lose more by a torn byte than lines do.
    expect(taken).toBeGreaterThan(inputs / 20);
  });
});
