// The timings that stand in for a machine without measurements, and the sentence about them.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMachineTexts } from './join.ts';

const twoPackages = readFileSync('tests/fixtures/own/two-packages.xml', 'utf8');
const read = (...texts: string[]) => readMachineTexts(texts.map((text) => ({ text })));

describe('whose timings stand in', () => {
  const desktop = '# CPU,Core,Socket,Node,L2,L3\n0,0,0,0,0,0\n1,1,0,0,1,0\n';

  it('is said where nothing is known, and can be chosen', () => {
    const own = read(desktop);
    expect(own.timings).toBe('skl-d');
    expect(own.sentence).toBe('Timings are those of skl-d (nothing is known about the vendor).');
    const chosen = readMachineTexts([{ text: desktop }], { timings: 'milan-2s' });
    expect(chosen.sentence).toBe('Timings are those of milan-2s (chosen by you).');
  });

  it('is said where they are of another architecture, by lscpu and by hwloc', () => {
    const why = (text: string) =>
      `(the processor is ${text}: the figures are of another architecture)`;
    const facts = JSON.stringify({
      lscpu: [
        { field: 'Architecture:', data: 'aarch64' },
        { field: 'Vendor ID:', data: 'ARM' },
      ],
    });
    expect(read(desktop, facts).sentence).toContain(why('aarch64'));
    expect(read(desktop, facts.replace('aarch64', 'x86_64')).sentence).toContain(
      'nothing is known',
    );
    const arm = (info: string) =>
      twoPackages.replace('<info name="CPUVendor" value="GenuineIntel"/>', info);
    const implementer = '<info name="CPUImplementer" value="0x41"/>';
    const named = '<info name="Architecture" value="ppc64le"/>';
    expect(read(arm(implementer)).sentence).toContain(why('Arm'));
    expect(read(arm(named)).sentence).toContain(why('ppc64le'));
  });

  it('for a small server is no desktop’s', () => {
    const two = '# CPU,Core,Socket,Node,L2,L3\n0,0,0,0,0,0\n1,1,1,1,1,1\n';
    const facts = (model: number) =>
      JSON.stringify({
        lscpu: [
          { field: 'Vendor ID:', data: 'GenuineIntel' },
          { field: 'CPU family:', data: '6' },
          { field: 'Model:', data: `${model}` },
        ],
      });
    expect(read(two, facts(26)).sentence).toContain(
      'wsm-ep-2s (family 6, model 26: one generation newer)',
    );
    expect(read(two, facts(15)).timings).toBe('skx-ep-2s');
    expect(read(desktop, facts(15)).timings).toBe('skl-d');
  });
});
