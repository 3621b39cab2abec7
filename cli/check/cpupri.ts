// Vector files of cpupri and the RT class: cases, RT cases, layouts, allocations and litmus cases, conversions
// of priorities, each read and run in a file beside this one. access_scripts are descriptions for readers.

import { readAllocations, runAllocations } from './cpupri-allocations.ts';
import { readCases, runCase } from './cpupri-cases.ts';
import { readConversions, runConversion } from './cpupri-conversion.ts';
import { readLayouts, runLayout } from './cpupri-layouts.ts';
import { Machines } from './cpupri-machine.ts';
import { readRtCases, runRtCase } from './cpupri-rt.ts';
import { isObject, JsonField } from './json-fields.ts';
import { readLitmus, runLitmus } from './litmus.ts';
import type { CaseResult, ProbeRunner, VectorFormat } from './types.ts';

const FORMAT = 'cpupri-vectors/1';

function readFile(file: unknown) {
  const root = new JsonField(file, '');
  root.atOne(['schema', 'format']).oneOf([FORMAT]);
  const machines = new Machines(root.at('topologies'));
  const parts = {
    conversions: readConversions(root.at('priority_conversion')),
    cases: readCases(root.at('cases'), machines),
    rtCases: readRtCases(root.at('rt_cases'), machines),
    layouts: readLayouts(root.at('layouts')),
    allocations: readAllocations(root.at('allocations')),
    litmus: readLitmus(root.at('litmus')),
  };
  const { conversions, cases, rtCases, layouts, allocations, litmus } = parts;
  const isEmpty = [conversions, cases, rtCases, layouts, litmus].every((list) => list.length === 0);
  if (isEmpty && !allocations) {
    root.refuse('give it cases, rt_cases, layouts, allocations, litmus or priority_conversion');
  }
  return parts;
}

function* run(parts: ReturnType<typeof readFile>, probe: ProbeRunner): Generator<CaseResult> {
  const { conversions, cases, rtCases, layouts, allocations, litmus } = parts;
  for (const conversion of conversions) yield runConversion(conversion, probe);
  for (const vector of cases) yield runCase(vector, probe);
  for (const vector of rtCases) yield runRtCase(vector, probe);
  for (const vector of layouts) yield runLayout(vector, probe);
  if (allocations) yield* runAllocations(allocations, probe);
  for (const vector of litmus) yield runLitmus(vector, probe);
}

export const cpupriVectors: VectorFormat = {
  name: FORMAT,
  recognises: (file) =>
    isObject(file) && /^cpupri-vectors\//.test(String(file.schema ?? file.format)),
  /** Reads the whole file before the first case runs: a malformed one yields no results. */
  check: (file, probe) => run(readFile(file), probe),
};
