// What is shown over the machines where a workload of one's own runs.

import * as v from 'valibot';
import { expect, it } from 'vitest';
import { GaugesSchema } from '../../../scenario/gauges-schema.ts';
import { blankScenario, withWorkload } from '../../../scenario/program/other-workload.ts';
import { readWorkload } from './read.ts';

const scoresOf = (text: string) => {
  const document = withWorkload(blankScenario, readWorkload(text).form);
  return v.parse(GaugesSchema, document['scores']).show.map(({ of }) => of);
};

it('is who works and who waits for a CPU, and how often loops are done', () => {
  expect(scoresOf('worker x4 : run 1ms; sleep 1ms\n')).toEqual([
    'busy-cpus',
    'waiting-tasks',
    'throughput',
  ]);
});

it('is what lines cost where tasks share fields', () => {
  const fields = 'struct queue {\n  unsigned long head;\n};\nwriter : store head; run 100ns\n';
  expect(scoresOf(fields)).toEqual(['waiting-for-lines', 'throughput']);
});
