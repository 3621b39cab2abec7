// What /proc/zoneinfo and /proc/buddyinfo tell, held to texts written by hand.

import { describe, expect, test } from 'vitest';
import { machineTextsOf } from '../pasted.ts';
import { readMachineTexts } from './join.ts';
import { machineKindOf } from './kinds.ts';

const zone = (
  node: number,
  name: string,
  managed: number,
  cpus: number,
) => `Node ${node}, zone ${name.padStart(8)}
  per-node stats
      nr_inactive_anon 100
  pages free     ${managed >> 1}
        min      10
        low      20
        high     30
        spanned  ${managed + 100}
        managed  ${managed}
  pagesets
${Array.from({ length: cpus }, (_, cpu) => `    cpu: ${cpu}\n              count:    5\n              high:     1922\n              batch:    63\n  vm stats threshold: 80\n`).join('')}  node_unreclaimable:  0
  start_pfn:           4096
`;
const zoneinfo =
  zone(0, 'DMA', 3840, 4) + zone(0, 'Normal', 8_000_000, 4) + zone(1, 'Normal', 8_300_000, 4);

describe('/proc/zoneinfo', () => {
  test('alone proposes as many CPUs and nodes, and tells sizes and page lists', () => {
    expect(machineKindOf(zoneinfo)).toBe('zones');
    const { topology, notes } = readMachineTexts([{ text: zoneinfo }]);
    expect(topology.cpus).toBe(4);
    expect(topology.nodes).toEqual(['0-1', '2-3']);
    expect(notes.join()).toContain('does not say which CPU is of which node');
    expect(notes.join()).toContain('Node 0 has the zones DMA 15 MiB, Normal 31 GiB');
    expect(notes.join()).toContain(
      'kernel.page_lists.batch = 63 and kernel.page_lists.high = 1922',
    );
  });

  test('alone is named as itself in what is proposed', () => {
    const { notes } = readMachineTexts([{ text: zoneinfo }]);
    expect(notes.join(' ')).not.toContain('numactl');
  });

  test('beside a listing says its sizes only', () => {
    const listing = { text: '# CPU,Core,Socket,Node\n0,0,0,0\n1,1,0,0\n2,2,1,1\n3,3,1,1\n' };
    const own = readMachineTexts([listing, { text: zoneinfo }]);
    expect(own.kind).toBe('lscpu');
    expect(own.topology.nodes).toEqual(['0-1', '2-3']);
    expect(own.notes.join()).toContain('a batch of 63 pages, cut at 1922 pages');
    expect(own.notes.join()).not.toContain('does not say which CPU');
  });

  test('in a mail is found between its words', () => {
    const mail = `Hello,\n\n> $ cat /proc/zoneinfo\n${zoneinfo.replace(/^/gm, '> ')}\nRegards\n`;
    const { topology, notes } = readMachineTexts(machineTextsOf({ text: mail }));
    expect(topology.cpus).toBe(4);
    expect(notes.join()).toContain('a batch of 63 pages');
  });
});

test('/proc/buddyinfo lists free memory and no CPU', () => {
  const text =
    'Node 0, zone      DMA      1      0      0      1      2      1      1      0      1      1      3\nNode 0, zone   Normal    216     55    189    101     84     38     37     27      5      3    587\n';
  expect(machineKindOf(text)).toBe('zones');
  expect(() => readMachineTexts([{ text }])).toThrow('lists no CPU');
  const own = readMachineTexts([{ text: '0,0,0,0\n1,1,0,0\n' }, { text }]);
  expect(own.notes.join()).toContain('Normal 2.3 GiB free');
});
