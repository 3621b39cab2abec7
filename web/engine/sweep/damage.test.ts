// Parts of a sweep are damaged in every way that disks, transfers and hands know, from a seed: whatever
// merges must be the sweep that was run. A failure names the number that makes the same damage again.

import { describe, expect, it } from 'vitest';
import { canonicalJson, fingerprint } from '../../base/canonical.ts';
import { type Draw, seededDraw } from '../../base/random.ts';
import { cellsOf, inShard, pairsOf } from './grid.ts';
import type { RunMeasures } from './measure.ts';
import {
  MergeError,
  mergeParts,
  runsOfPairs,
  type SweepHead,
  sweepFormat,
  sweepPart,
  sweepText,
} from './result.ts';

const over = [{ path: 'workload.user', values: ['300us', '450us'] }];
const head: SweepHead = {
  format: sweepFormat,
  scenario: 'cpupri/ffmpeg-480',
  fingerprint: '0123456789abcdef',
  over,
  variants: ['A', 'B'],
  seeds: [1, 2, 3],
  lines: [{ structure: 'root_domain', line: 3 }],
  cells: cellsOf(over).map((values) => ({
    values,
    duration_ns: 3e6,
    window_ns: { from: 1e6, to: 3e6 },
  })),
};

function measures(cell: number, seed: number, variant: string): RunMeasures {
  const gain = variant === 'A' ? 1 : 1.2 - 0.05 * cell;
  const line = {
    metrics: { line_rank: 1, line_share: 10.125 * gain },
    line_symbols: ['cpupri_set'],
  };
  return {
    trace_hash: fingerprint([cell, seed, variant]),
    metrics: { throughput: (1000 + seed / 7) * gain, kernel_share: 20 + seed, wake_latency: 1234 },
    lines: [variant === 'A' ? line : null],
  };
}

const all = pairsOf(head.cells.length, head.seeds);
const of = 3;
const partTexts = Array.from({ length: of }, (_, at) => {
  const shard = { index: at + 1, of };
  const own = all.filter((pair) => inShard(pair, shard));
  const finished = own.map((pair) => ({
    pair,
    runs: { A: measures(pair.cell, pair.seed, 'A'), B: measures(pair.cell, pair.seed, 'B') },
  }));
  return sweepText(sweepPart(head, shard, runsOfPairs(finished, head.variants)));
});
const whole = sweepText(mergeParts(partTexts.map((text) => JSON.parse(text))));

type Document = { runs: Record<string, unknown>[]; checks: { runs: string[] } };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The text with its bytes changed. */
const onBytes =
  (change: (bytes: number[], draw: Draw) => void) => (texts: string[], draw: Draw) => {
    const at = draw(texts.length);
    const bytes = [...encoder.encode(texts[at])];
    change(bytes, draw);
    texts[at] = decoder.decode(new Uint8Array(bytes));
  };
/** The texts with their values changed and written as a program writes them. */
const onValues =
  (change: (parts: Document[], draw: Draw) => void) => (texts: string[], draw: Draw) => {
    const parts = texts.map((text) => JSON.parse(text) as Document);
    change(parts, draw);
    for (const [at, part] of parts.entries()) texts[at] = canonicalJson(part);
  };

function swap<T>(from: T[], at: number, into: T[], place: number): void {
  [from[at], into[place]] = [into[place]!, from[at]!];
}

const damages: Readonly<Record<string, (texts: string[], draw: Draw) => void>> = {
  'a bit turned': onBytes((bytes, draw) => (bytes[draw(bytes.length)]! ^= 1 << draw(8))),
  'a digit changed': onBytes((bytes, draw) => {
    const digits = bytes.flatMap((byte, at) => (byte >= 0x30 && byte <= 0x39 ? [at] : []));
    bytes[digits[draw(digits.length)]!] = 0x30 + draw(10);
  }),
  'bytes lost': onBytes((bytes, draw) => bytes.splice(draw(bytes.length), 1 + draw(64))),
  'bytes doubled': onBytes((bytes, draw) => {
    const from = draw(bytes.length);
    bytes.splice(from, 0, ...bytes.slice(from, from + 1 + draw(64)));
  }),
  'cut short': onBytes((bytes, draw) => (bytes.length = draw(bytes.length))),
  'a block of zeros': onBytes((bytes, draw) => bytes.fill(0, draw(bytes.length), bytes.length)),
  'a block of another part': (texts, draw) => {
    const [from, into] = [draw(of), draw(of)];
    const begin = draw(texts[into]!.length);
    const end = begin + 1 + draw(512);
    const block = texts[from]!.slice(begin, end);
    texts[into] = texts[into]!.slice(0, begin) + block + texts[into]!.slice(end);
  },
  'two lines exchanged': (texts, draw) => {
    const at = draw(of);
    const lines = texts[at]!.split('\n');
    swap(lines, draw(lines.length), lines, draw(lines.length));
    texts[at] = lines.join('\n');
  },
  'a line of another part': (texts, draw) => {
    const [from, into] = [draw(of), draw(of)].map((at) => texts[at]!.split('\n'));
    const at = draw(into!.length);
    into![at] = from![at] ?? '';
    texts[draw(of)] = into!.join('\n');
  },
  'measures of another run': onValues((parts, draw) => {
    const [from, into] = [parts[draw(of)]!.runs, parts[draw(of)]!.runs];
    const { cell: _, seed: __, variant: ___, ...given } = from[draw(from.length)]!;
    Object.assign(into[draw(into.length)]!, given);
  }),
  'runs of two parts exchanged, checks and all': onValues((parts, draw) => {
    const [from, into] = [parts[draw(of)]!, parts[draw(of)]!];
    const [at, place] = [draw(from.runs.length), draw(into.runs.length)];
    swap(from.runs, at, into.runs, place);
    swap(from.checks.runs, at, into.checks.runs, place);
  }),
  'a part lost or doubled': (texts, draw) => {
    const at = draw(of);
    if (draw(2) === 0) texts.splice(at, 1);
    else texts.push(texts[at]!);
  },
};
const kinds = Object.keys(damages);

/** The damaged set of a number. */
function damagedSet(number: number): { kind: string; texts: string[] } {
  const draw = seededDraw(number);
  const kind = kinds[number % kinds.length]!;
  const sound = partTexts.map((text) => canonicalJson(JSON.parse(text))).join();
  for (;;) {
    const texts = [...partTexts];
    damages[kind]!(texts, draw);
    try {
      // Spaces and the like say nothing: a set of the same values is not damaged.
      if (texts.map((text) => canonicalJson(JSON.parse(text))).join() !== sound)
        return { kind, texts };
    } catch {
      return { kind, texts };
    }
  }
}

describe('damaged parts of a sweep', () => {
  it('are refused: 1,200 of 1,200 sets, and never as a defect of the program', () => {
    const merged: string[] = [];
    for (let number = 0; number < 1200; number++) {
      const { kind, texts } = damagedSet(number);
      try {
        const text = sweepText(mergeParts(texts.map((one) => JSON.parse(one))));
        merged.push(`${number}: ${kind}, ${text === whole ? 'to the same' : 'to another result'}`);
      } catch (error) {
        if (!(error instanceof MergeError || error instanceof SyntaxError)) throw error;
      }
    }
    expect(merged).toEqual([]);
  });
});
