// A table of latencies from core to core beside a machine of one's own.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withMeasured } from '../../../scenario/measured.ts';
import { refusal } from '../../../scenario/testing.ts';
import type { Timings } from '../../../scenario/timings-schema.ts';
import { machineTextsOf } from '../pasted.ts';
import { readMachineTexts } from './join.ts';

const timingsNamed = (id: string) =>
  JSON.parse(readFileSync(`scenarios/platforms/timings/${id}.json`, 'utf8')) as Timings;
const read = (...texts: string[]) => readMachineTexts(texts.map((text) => ({ text })));

describe('latencies from core to core', () => {
  const machine =
    '# CPU,Core,Socket,Node,L2,L3\n0,0,0,0,0,0\n1,0,0,0,0,0\n2,1,0,0,1,0\n3,2,1,1,2,1\n';
  const matrix = ',,,\n7.5,,,\n45.0,46.0,,\n110.0,112.0,111.0,\n';

  it('become the middle of each class, and a table of nodes', () => {
    const own = read(machine, matrix);
    const you = 'measured-by-you';
    expect(own.measured.hitm).toEqual({
      same_llc: { value: 45.5, quality: you },
      other_socket: { value: 111, quality: you },
    });
    expect(own.measured.hitm_matrix_ns?.value).toEqual([
      [46, 111],
      [111, 46],
    ]);
    expect(own.sentence).toContain('transfers between CPUs were measured by you');
    const platform = timingsNamed(own.timings);
    const timings = withMeasured(platform, own.measured, 'mine.csv');
    expect(timings.clean.other_socket).toMatchObject({
      value: 105.45,
      quality: you,
      source: 'mine.csv',
    });
    expect(timings.latency.llc_hit.value).toBeLessThanOrEqual(platform.latency.llc_hit.value);
    expect(timings.hitm.same_socket_far).toEqual(platform.hitm.same_socket_far);
  });

  it('have all the digits with which the tool prints a number', () => {
    const printed = matrix.replace('45.0,', '45.000000000000014,');
    expect(read(machine, printed).measured.hitm).toEqual(read(machine, matrix).measured.hitm);
  });

  it('as the tool prints them to a terminal say the same, in a mail as well', () => {
    const terminal = `CPU: x\nNum cores: 4\nShowing latency=round-trip-time/2 in nanoseconds:\n\n           0       1       2       3\n      0\n      1   45±0\n      2  110±1   111±0\n      3  112±0   113±2    46±0\n\n    Min  latency: 45.0ns ±0.2 cores: (1,0)\n`;
    const csv = ',,,\n45,,,\n110,111,,\n112,113,46,\n';
    const expected = read(machine, csv).measured.hitm;
    expect(read(machine, terminal).measured.hitm).toEqual(expected);
    const mail = `\`\`\`\n${machine}\`\`\`\n> ${terminal.replaceAll('\n', '\n> ')}`;
    expect(readMachineTexts(machineTextsOf({ text: mail })).measured.hitm).toEqual(expected);
  });

  it('that are no table of one machine are refused, each in its own words', async () => {
    const terminal = 'CPU: x\nNum cores: 4\n     0     1\n';
    const two = `${matrix}${matrix}`;
    const wide = ',,,\n1,,,\n2,3,,\n';
    const read = (text: string) =>
      refusal(() => readMachineTexts([{ text: machine }, { text, kind: 'matrix' }]));
    const problems = [await read(terminal), await read(two), await read(wide)].map(
      ({ problem }) => problem,
    );
    expect(problems[0]).toContain('prints to the terminal');
    expect(problems[1]).toBe('holds two tables');
    expect(problems[2]).toContain('is not square: 3 rows, row 1 has 4 cells');
    expect((await read('0.1,\n1,\n')).problem).toContain('a latency of 0.1 ns');
  });

  it('need as many rows as CPUs, unless it is said which they are of', async () => {
    const three = ',,\n45,,\n110,111,\n';
    expect((await refusal(() => read(machine, three))).problem).toBe('has 3 rows, for 4 CPUs');
    const own = readMachineTexts([{ text: machine }, { text: three }], { cores: '0,2-3' });
    expect(own.measured.hitm?.same_llc?.value).toBe(45);
  });

  it('whose far is nearer than its near are taken, and it is said', () => {
    const own = read(machine, ',,,\n90,,,\n45,46,,\n11,12,11,\n');
    expect(own.notes.join(' ')).toMatch(/less time over a longer distance.*in a different order/);
  });
});
