// The words for a mark that is pointed at, for readers who do not see its ring: the state of the machine at that
// moment.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { captureFrame } from '../engine/capture.ts';
import { catalogOf } from '../engine/catalog.ts';
import { decodeFrame, encodeFrame } from '../engine/frame.ts';
import { openWasm } from '../engine/wasm.ts';
import { World } from '../engine/world.ts';
import { buildDefinition, loadScenario } from '../scenario/index.ts';
import { nodeReader } from '../scenario/node.ts';
import { pointerOf } from '../scenario/pointer.ts';
import { colourOf, stateOfMark } from './ring-words.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

async function momentOf(name: string, time: number) {
  const opened = await loadScenario(name, nodeReader('scenarios'));
  const world = World.create(await openWasm(core), buildDefinition(opened, 'A'));
  world.step(time);
  return { catalog: catalogOf(world), frame: decodeFrame(encodeFrame(captureFrame(world))) };
}

const [pages, pipes] = await Promise.all([
  momentOf('pcp/one-zone', 20_690_000),
  momentOf('cache-aware/two-caches', 2_000_000),
]);
const said = (target: string, { catalog, frame } = pipes) =>
  stateOfMark(pointerOf(target)!, [{ side: 'A', name: 'A', catalog, frame }]);

describe('a mark that is pointed at', () => {
  it('says what a CPU, a cache and a node do', () => {
    expect(said('cpu:0', pages)).toMatch(/^A: CPU 0, \w.*faulter 0$/);
    expect(said('llc:1')).toMatch(/^A: LLC 1: \d of 8 CPUs busy$/);
    expect(said('node:0')).toMatch(/^A: Node 0: 4 of 16 CPUs busy$/);
  });

  it('says what the tasks of a role do, or the one', () => {
    expect(said('role:sender')).toMatch(/^A: sender: (\d (runs|waits to run|sleeps)(, )?)+$/);
    expect(said('role:sender 1')).toMatch(/^A: sender 1, (runs|waits to run|sleeps) since/);
  });

  it('counts who waits for a lock or a line, and says which core has the line', () => {
    const { catalog, frame } = pages;
    const lock = catalog.locks.indexOf('zone.lock of node 0');
    const waiting = Array.from(frame.cpus.lock).filter((each) => each === lock).length;
    expect(waiting).toBeGreaterThan(1);
    expect(said('lock:zone.lock', pages)).toBe(`A: zone.lock of node 0: ${waiting} CPUs wait`);
    expect(said('line:pipe_inode_info 2/1')).toMatch(
      /^A: pipe_inode_info 2 line 1: .*core \d+ owns it/,
    );
  });

  it('says nothing of a machine that is not meant, or does not have it', () => {
    expect(said('role:sender@B')).toBe('');
    expect(said('role:worker')).toBe('');
    expect(said('line:zone/4000')).toBe('');
  });

  it('wears the colour of its mark', () => {
    const colour = (target: string) => colourOf(pointerOf(target)!, pipes.catalog);
    expect(colour('role:sender')).not.toBe(colour('role:receiver'));
    expect(colour('role:sender')).toMatch(/^--task-\d$/);
    expect([colour('legend:line'), colour('line:zone/1')]).toEqual(['--cpu-line', '--cpu-line']);
    expect([colour('gate'), colour('score@B'), colour('legend:hue-2')]).toEqual([
      ...['--cpu-lock', '--b', '--task-2'],
    ]);
  });
});
