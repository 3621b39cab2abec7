// A machine of a person's own, from what tools print, by counts and by hand: what the dialog understands, and what it opens.

import { readFileSync } from 'node:fs';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildDefinition, openRecipe, parseRecipe, type Recipe } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import { type Session, SessionContext } from '../../stage/session.ts';
import { testPage } from '../../ui/testing/page.ts';
import { allOf, fill, oneOf, press, textOf, until } from '../../ui/testing/person.ts';
import MachineDialog from './MachineDialog.tsx';

/** Two sockets of two cores, as lscpu prints them. */
const lscpu = `# The following is the parsable format, which can be fed to other
# CPU,Core,Socket,Node,,L1d,L1i,L2,L3
0,0,0,0,,0,0,0,0
1,1,0,0,,1,1,1,0
2,2,1,1,,2,2,2,1
3,3,1,1,,3,3,3,1
`;

describe('a machine of one’s own', () => {
  const page = testPage();
  const open = vi.fn<(recipe: Recipe) => void>();
  const found = () => textOf(oneOf(page.host, 'status'));
  const run = () => oneOf<HTMLButtonElement>(page.host, 'button', 'Run the story on it');
  const count = (name: string, value: string) => fill(oneOf(page.host, 'spinbutton', name), value);
  const choose = (name: string) => press(page.host, 'radio', name);
  /** What is opened at a press: the machine of it. */
  const opens = async () => {
    await act(async () => run().click());
    await until(() => open.mock.calls.length > 0);
    return open.mock.calls[0]![0].machine as Exclude<Recipe['machine'], string | undefined>;
  };
  /** CPUs of what is computed of the recipe that was opened. */
  const computed = async () => {
    const opened = await openRecipe(open.mock.calls[0]![0], nodeReader('scenarios'));
    return buildDefinition(opened, 'B').cpus;
  };
  const pick = async (file: File) => {
    const input = page.host.querySelector<HTMLInputElement>('input[type=file]')!;
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  };

  beforeEach(async () => {
    open.mockReset();
    const recipe = parseRecipe({ format: 'schedscape-recipe/3', scenario: 'cpupri/ghosts' });
    const opened = await openRecipe(recipe, nodeReader('scenarios'));
    const session = { stage: { open }, opened } as unknown as Session;
    page.show(
      <SessionContext value={session}>
        <MachineDialog />
      </SessionContext>,
    );
  });

  it('is read from lscpu, mistakes are named by line', async () => {
    const text = () => oneOf(page.host, 'textbox', /^Output of lscpu/);
    await fill(text(), lscpu.replace('2,2,1', '2,two,1'));
    expect(found()).toContain('line 5 has "two" for core');
    expect(run().disabled).toBe(true);
    await fill(text(), lscpu);
    expect(found()).toContain('4 CPUs, 2 sockets, 2 nodes, 2 LLCs');
    expect(await opens()).toMatchObject({ source: { kind: 'lscpu' } });
  });

  it('says of a text of another kind what it is, and shows the vendor that a listing names', async () => {
    const text = () => oneOf(page.host, 'textbox', /^Output of lscpu/);
    await fill(text(), '  Task | Runtime ms | Switches | Avg delay ms | Max delay ms |\n');
    expect(found()).toMatch(/^It is the output of perf sched latency/);
    const vendor = () => oneOf<HTMLSelectElement>(page.host, 'combobox', 'Vendor');
    expect(vendor().value).toBe('intel');
    await fill(text(), 'CPU(s): 4\nVendor ID: AuthenticAMD\nSocket(s): 1\n');
    expect(vendor().value).toBe('amd');
  });

  it('is read from a file of lstopo, shown, and kept with whose timings stand in', async () => {
    await pick(new File(['PK\u0003\u0004'], 'zip.zip', { type: 'application/zip' }));
    await until(() => allOf(page.host, 'alert').length);
    expect(textOf(oneOf(page.host, 'alert'))).toContain('is a zip archive; unpack it');
    const xml = readFileSync('tests/fixtures/own/two-packages.xml', 'utf8');
    await pick(new File([xml], 'two-packages.xml', { type: 'text/xml' }));
    await until(() => found().includes('8 CPUs'));
    expect(found()).toContain('8 CPUs, 2 sockets, 4 nodes, 4 LLCs');
    expect(found()).toContain('2 CPUs are offline or not allowed');
    expect(found()).toContain('Timings are those of Sapphire Rapids 2S x 30 cores');
    expect(allOf(page.host, 'img', 'Picture of the machine')).toHaveLength(1);
    const machine = await opens();
    expect(machine).toMatchObject({
      timings: 'spr-2s-30c',
      source: { kind: 'hwloc', name: 'two-packages.xml' },
    });
    expect(JSON.stringify(machine)).not.toContain('not-to-be-kept');
  });

  it('asks once for what a text leaves open, with an answer proposed', async () => {
    const text = () => oneOf(page.host, 'textbox', /^Output of lscpu/);
    const box = (name: string) => oneOf<HTMLSelectElement>(page.host, 'combobox', name);
    const answer = async (name: string, label: string) => {
      const option = [...box(name).options].find((each) => each.text === label)!;
      await act(async () => {
        box(name).value = option.value;
        box(name).dispatchEvent(new Event('change', { bubbles: true }));
      });
    };
    const counts =
      'Architecture: x86_64\nCPU(s): 64\nThread(s) per core: 2\nCore(s) per socket: 16\nSocket(s): 2\nVendor ID: GenuineIntel\nL3 cache: 32 MiB\nNUMA node0 CPU(s): 0-15,32-47\nNUMA node1 CPU(s): 16-31,48-63\n';
    await fill(text(), `${counts}\n> ${counts.replaceAll('\n', '\n> ')}`);
    expect(found()).toContain('64 CPUs, 2 sockets, 2 nodes, 2 LLCs');
    const asked = allOf(oneOf(page.host, 'region', 'What remains open'), 'combobox');
    expect(asked).toHaveLength(3);
    const caches = 'How many last-level caches are there?';
    expect([...box(caches).options].map(({ text: label }) => label)).toContain(
      '2 caches, 16 cores each (proposed)',
    );
    // What is asked is not said as well.
    expect(found()).not.toContain('gives no distances');
    expect(textOf(page.host)).toContain('21 from package to package is assumed.');

    await answer(caches, '4 caches, 8 cores each');
    expect(found()).toContain('64 CPUs, 2 sockets, 2 nodes, 4 LLCs');
    await answer('How far apart are the nodes?', '32');
    expect(allOf(oneOf(page.host, 'region', 'What remains open'), 'combobox')).toHaveLength(3);
    expect(await opens()).toMatchObject({
      topology: {
        distance: [
          [10, 32],
          [32, 10],
        ],
      },
    });
    await fill(text(), lscpu);
    expect(found()).toContain('4 CPUs, 2 sockets, 2 nodes, 2 LLCs');
    expect(box('How far apart are the nodes?').value).toBe('12 21');
  });

  it('is given by counts, as a shape', async () => {
    await choose('Topology by numbers');
    await count('Sockets', '1');
    await count('Cores in a last-level cache', '4');
    expect(found()).toContain('32 CPUs, 1 socket, 1 node, 4 LLCs');
    await count('Cores in a last-level cache', '1024');
    expect(found()).toContain('make at most 1024');
    expect(run().disabled).toBe(true);
    await count('Cores in a last-level cache', '2');
    expect(await opens()).toMatchObject({ topology: { packages: 1, cores_per_llc: 2 } });
    expect(await computed()).toBe(16);
  });

  it('is drawn by hand, part by part', async () => {
    await choose('Drawn by hand');
    expect(found()).toContain('64 CPUs, 2 sockets, 2 nodes, 4 LLCs');
    await press(page.host, 'button', 'Add a node to socket 1');
    await press(page.host, 'button', 'Remove cache 5');
    for (const [cache, cores] of [3, 2, 1, 1, 4].entries())
      await count(`Cores of cache ${cache}`, String(cores));
    expect(found()).toContain('22 CPUs, 2 sockets, 3 nodes, 5 LLCs');
    const away = oneOf<HTMLButtonElement>(page.host, 'button', 'Remove cache 4');
    expect(away.disabled).toBe(true);
    expect(await opens()).toMatchObject({ topology: { title: expect.stringMatching(/drawing/) } });
    expect(await computed()).toBe(22);
  });
});
