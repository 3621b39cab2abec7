// Vector files of cpupri and the RT class: cases, RT cases, layouts and allocations, each read and run
// in a file beside this one. `litmus` (interleavings of single steps) is not checked; the generations
// of priority_conversion and access_scripts are descriptions for readers.

import { readAllocations, runAllocations } from './cpupri-allocations.ts';
import { readCases, readConversion, runCase, runConversion } from './cpupri-cases.ts';
import { readLayouts, runLayout } from './cpupri-layouts.ts';
import { Machines } from './cpupri-machine.ts';
import { readRtCases, runRtCase } from './cpupri-rt.ts';
import { Field, isObject } from './json-fields.ts';
import type { CaseResult, ProbeRunner, VectorFormat } from './types.ts';

const FORMAT = 'cpupri-vectors/1';

function readFile(file: unknown) {
  const root = new Field(file, '');
  root.atOne(['schema', 'format']).oneOf([FORMAT]);
  const machines = new Machines(root.at('topologies'));
  const parts = {
    conversion: readConversion(root.at('priority_conversion')),
    cases: readCases(root.at('cases'), machines),
    rtCases: readRtCases(root.at('rt_cases'), machines),
    layouts: readLayouts(root.at('layouts')),
    allocations: readAllocations(root.at('allocations')),
  };
  const { conversion, cases, rtCases, layouts, allocations } = parts;
  const isEmpty = cases.length + rtCases.length + layouts.length === 0;
  if (isEmpty && !conversion && !allocations) {
    root.refuse('give it cases, rt_cases, layouts, allocations or priority_conversion');
  }
  return parts;
}

function* run(parts: ReturnType<typeof readFile>, probe: ProbeRunner): Generator<CaseResult> {
  const { conversion, cases, rtCases, layouts, allocations } = parts;
  if (conversion) yield runConversion(conversion, probe);
  for (const vector of cases) yield runCase(vector, probe);
  for (const vector of rtCases) yield runRtCase(vector, probe);
  for (const vector of layouts) yield runLayout(vector, probe);
  if (allocations) yield* runAllocations(allocations, probe);
}

export const cpupriVectors: VectorFormat = {
  name: FORMAT,
  recognises: (file) =>
    isObject(file) && /^cpupri-vectors\//.test(String(file.schema ?? file.format)),
  notes: (file) => (isObject(file) && file.litmus ? ['litmus: not checked yet'] : []),
  /** Reads the whole file before the first case runs: a malformed one yields no results. */
  check: (file, probe) => run(readFile(file), probe),
};
