// The box on Home: what it says of a whole mail, and that each press hands the right part to the right view.

import { gzipSync } from 'node:zlib';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { datOfTwo } from '../../exchange/own/recording/testing-traces.ts';
import { parseRecipe } from '../../scenario/index.ts';
import { taken } from '../../stage/brought.ts';
import { clearLaunchIntent, launchIntent } from '../../stage/launch.ts';
import { testPage } from '../../ui/testing/page.ts';
import { allOf, fill, oneOf, press, textOf, until } from '../../ui/testing/person.ts';
import { BringBox } from './BringBox.tsx';
import { choiceOfDropped } from './bring.ts';

const machine = '# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n0,0,0,0,,0,0,0,0\n1,1,0,0,,1,1,1,1\n';
const trace =
  '  a-1 [000] d..2. 1.000000: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120\n';
const report =
  'Shared Cache Line Distribution Pareto\n 60.00%   50.00%    0.00%    0.00%   0x10     0   1  0xffffffff81100010  900  500  200   210  64  [k] cpupri_set\n';
const mail = `Hello,\n\`\`\`\n${machine}\`\`\`\n\`\`\`\n${trace}\`\`\`\nRegards\n`;

const page = testPage();
const parts = () => allOf(oneOf(page.host, 'status'), 'listitem');

async function given(text: string): Promise<void> {
  page.show(<BringBox />);
  await fill(oneOf(page.host, 'textbox'), text);
  await until(() => textOf(oneOf(page.host, 'status')) !== '');
}

afterEach(() => {
  clearLaunchIntent();
  for (const view of ['machine', 'recording', 'c2c']) taken(view);
  window.history.replaceState(null, '', '#/');
});

describe('the box on Home', () => {
  it('says of a mail what its parts are, where they begin, and that the rest is words', async () => {
    await given(mail);
    const said = textOf(oneOf(page.host, 'status'));
    expect(said).toMatch(/A machine from line 3 ?2 CPUs, 2 cores, 1 package, 1 node, 2 LLCs/);
    expect(said).toMatch(/A trace of the scheduler from line 8/);
    expect(said).toContain('2 other lines are the words around it.');
  });

  it('opens the dialog of a machine with its text in it', async () => {
    await given(mail);
    await press(page.host, 'button', 'Run a story on it');
    await until(launchIntent);
    expect(launchIntent()).toEqual({ choice: { ownMachine: true } });
    expect(await taken('machine')!.file.text()).toContain('1,1,0,0,,1,1,1,1');
    expect(window.location.hash).toMatch(/^#\/[a-z-]+\//);
  });

  it('gives a trace to its view with the machine of the same mail', async () => {
    await given(mail);
    await press(page.host, 'button', 'Read it in the Trace view');
    await until(launchIntent);
    expect(launchIntent()).toEqual({ choice: { dock: 'recording' } });
    const { machine: onto, file } = taken('recording')!;
    expect(onto).toMatchObject({ cpus: 2, machine: { topology: { llcs: ['0', '1'] } } });
    expect(await file.text()).toContain('sched_switch');
  });

  it('lays a c2c report beside the story that is nearest to it', async () => {
    await given(report);
    await press(page.host, 'button', 'Compare it with cpupri/ffmpeg-480');
    await until(launchIntent);
    expect(launchIntent()).toEqual({ choice: { dock: 'c2c' } });
    expect(window.location.hash).toBe('#/cpupri/ffmpeg-480');
    expect(taken('c2c')).toBeDefined();
  });

  it('opens a layout to try of a report and a structure as a run, at one press', async () => {
    const more = report.replace('0x10', '0x8').replace('0.00%    0.00%', '9.00%    0.00%');
    await given(`${report}${more.split('\n')[1]}\nstruct q {\n\tlong a, b, c;\n};\n`);
    await press(page.host, 'button', 'Move c to a line of its own');
    await until(launchIntent);
    const recipe = parseRecipe(JSON.parse(await launchIntent()!.file!.text()));
    expect(recipe.workload?.resources).toContainEqual(
      expect.objectContaining({ name: 'c', at: 16, moved: 64 }),
    );
    expect(recipe.set).toEqual({ 'variant.B.workload.fields': 'moved' });
  });

  it('says in its place that a file cannot be read, as a folder cannot, and takes the next one', async () => {
    const folder = new File(['x'], 'sys');
    const refuses = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    Object.defineProperty(folder, 'slice', { value: () => ({ arrayBuffer: refuses }) });
    page.show(<BringBox file={folder} />);
    const said = () => textOf(oneOf(page.host, 'status'));
    await until(said);
    expect(said()).toContain(
      'sys cannot be read: it is a folder, it no longer exists, or the browser may not open it. Pack a folder first (tar czf machine.tar.gz FOLDER), or drop the file again.',
    );
    page.show(<BringBox file={new File([machine], 'm.txt')} />);
    await until(() => said().includes('2 CPUs'));
    expect(said()).not.toContain('cannot be read');
  });

  it('says why a file could not be looked through, and knows a packed trace', async () => {
    const said = () => textOf(oneOf(page.host, 'status'));
    const packed = Uint8Array.from(gzipSync(machine));
    page.show(<BringBox file={new File([packed.subarray(0, 40)], 'cut.gz')} />);
    await until(said);
    expect(said()).toContain('The file is damaged gzip');
    page.show(<BringBox file={new File([Uint8Array.from(gzipSync(datOfTwo()))], 't.dat.gz')} />);
    await until(() => said().includes('A trace of the scheduler'));
    await given('a'.repeat(16 * 1024 * 1024 + 1));
    expect(said()).toContain('It has 16777217 characters; at most 16 Mi are looked through.');
  });

  it('says so where nothing is known, and where something is known and wrong', async () => {
    await given('Dear all, it got slower.\n');
    expect(textOf(oneOf(page.host, 'status'))).toContain('No known format was found in it.');
    await given('# CPU,Core,Socket,Node\n0,0,0,0\n1,x,0,0\n2,2,0,0\n');
    await until(() => parts().length);
    expect(textOf(oneOf(page.host, 'status'))).toMatch(/Cannot be read: .*What helps: /);
    expect(allOf(oneOf(page.host, 'status'), 'button')).toHaveLength(0);
  });
});

describe('a file that is dropped on the stage', () => {
  it('goes to the view that takes it; one that opens as a recipe, or is unknown, to none', async () => {
    const file = (name: string, text: string) => new File([text], name);
    const dropped = await choiceOfDropped(file('t.txt', trace));
    expect(dropped).toMatchObject({ choice: { dock: 'recording' } });
    expect(dropped!.says).toMatch(/^t\.txt: A trace of the scheduler\. /);
    await act(async () => {});
    expect(await choiceOfDropped(file('m.txt', machine))).toMatchObject({
      choice: { ownMachine: true },
    });
    const recipe = '{ "format": "schedscape-recipe/3", "scenario": "cpupri/cyclic" }';
    expect(await choiceOfDropped(file('r.json', recipe))).toBeUndefined();
    expect(await choiceOfDropped(file('x.txt', 'words'))).toBeUndefined();
  });
});
