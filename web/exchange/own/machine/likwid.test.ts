// What likwid-topology prints is a whole machine: threads, caches, nodes and distances.

import { describe, expect, test } from 'vitest';
import { refusal } from '../../../scenario/testing.ts';
import { machineTextsOf } from '../pasted.ts';
import { readMachineTexts } from './join.ts';

const line = '-'.repeat(80);
const text = `${line}
CPU name:\tIntel(R) Xeon(R) CPU E5-2640 v4 @ 2.40GHz
CPU type:\tIntel Xeon Broadwell EN/EP/EX processor
********************************************************************************
Hardware Thread Topology
********************************************************************************
Sockets:\t\t2
${line}
HWThread        Thread        Core        Die        Socket        Available
0               0             0           0          0             *
1               0             0           0          1             *
2               1             0           0          0             *
3               1             0           0          1             *
4               0             1           0          1
${line}
Socket 0:\t\t( 0 2 )
${line}
Level:\t\t\t1
Size:\t\t\t32 kB
Cache groups:\t\t( 0 2 ) ( 1 3 )
${line}
Level:\t\t\t3
Size:\t\t\t25 MB
Cache groups:\t\t( 0 2 ) ( 1 3 )
${line}
NUMA domains:\t\t2
${line}
Domain:\t\t\t0
Processors:\t\t( 0 2 )
Distances:\t\t10 21
Free memory:\t\t58000 MB
${line}
Domain:\t\t\t1
Processors:\t\t( 1 3 )
Distances:\t\t21 10
`;
const read = (given: string) => readMachineTexts(machineTextsOf({ text: given }));

describe('likwid-topology', () => {
  test('gives threads, caches, nodes and their distances, in a mail as alone', () => {
    for (const given of [text, `Hello,\n\n${text}\nThanks\n`, text.replace(/^/gm, '> ')]) {
      const { topology, measured, notes } = read(given);
      expect(topology).toMatchObject({ cpus: 4, cores: 2, vendor: 'intel' });
      expect(topology.packages).toEqual(['0,2', '1,3']);
      expect(topology.llcs).toEqual(['0,2', '1,3']);
      expect(topology.distance).toEqual([
        [10, 21],
        [21, 10],
      ]);
      expect(measured.cache?.llc_mb_per_domain?.value).toBe(25);
      expect(notes.join(' ')).toContain('1 CPU not available and left out');
    }
  });

  test('of one CPU twice is refused by its line', async () => {
    const error = await refusal(() => read(text.replace('\n1   ', '\n0   ')));
    expect(error.problem).toBe('lists CPU 0 again');
  });
});
