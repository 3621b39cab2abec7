// What a run of the fuzzer of worlds reached of the core, by room: functions and edges, those of the sanitizers'
// checks included. Addresses become functions and files by llvm-symbolizer. Probes and races are not of worlds:
// conformance and fuzz_probe run them.

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { Failure } from './failure.mjs';
import { which } from './run.mjs';

/** Function and file of each address of a program, in their order. */
async function placesOf(program, addresses) {
  const symbolizer = which('llvm-symbolizer-14', 'llvm-symbolizer');
  if (!symbolizer) throw new Failure('llvm-symbolizer is missing: apt-get install llvm-14');
  const args = [`--obj=${program}`, '--no-inlines', '--output-style=GNU'];
  const child = spawn(symbolizer, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(`${addresses.join('\n')}\n`);
  const lines = (await text(child.stdout)).trim().split('\n');
  return addresses.map((_, at) => ({ name: lines[2 * at], file: lines[2 * at + 1] ?? '' }));
}

/** "sched/fair" of ".../src/sched/fair/queue/update.c:12"; undefined for what is not of the core. */
export function roomOf(file) {
  const [, inside] = /\/wasm-core\/src\/([^:]+)/.exec(file) ?? [];
  if (!inside) return undefined;
  const [room, floor, more] = inside.split('/');
  return room === 'sched' && more !== undefined ? `${room}/${floor}` : room;
}

/** One line of edges as the fuzzer writes them: "address reached begins". */
const edgesOf = (written) =>
  written
    .trim()
    .split('\n')
    .map((line) => line.split(' '));

/** Counts by room of edges and of functions, which are told apart by name and file. */
export function countReached(edges) {
  const rooms = new Map();
  for (const { room, name, file, reached, begins } of edges) {
    if (!room) continue;
    const entry = rooms.get(room) ?? { edges: 0, met: 0, functions: new Map() };
    rooms.set(room, entry);
    entry.edges += 1;
    entry.met += Number(reached);
    // A function of a header is there once for each file that uses it.
    const key = `${name} ${file.replace(/:\d+.*$/, '')}`;
    if (begins) entry.functions.set(key, entry.functions.get(key) || reached);
  }
  return new Map(
    [...rooms].sort().map(([room, { edges: all, met, functions }]) => {
      const called = [...functions.values()].filter(Boolean).length;
      return [room, { functions: functions.size, called, edges: all, met }];
    }),
  );
}

/** The report's lines, of what any of the runs reached. */
export async function reachedByRoom(program, written) {
  const runs = written.map(edgesOf);
  const places = await placesOf(
    program,
    runs[0].map(([address]) => address),
  );
  const edges = runs[0].map(([, , begins], at) => ({
    ...places[at],
    room: roomOf(places[at].file),
    reached: runs.some((run) => run[at][1] === '1'),
    begins: begins === '1',
  }));
  const rooms = [...countReached(edges)];
  const sum = (list) =>
    list.reduce(
      (all, [, room]) => Object.fromEntries(Object.entries(all).map(([k, v]) => [k, v + room[k]])),
      { functions: 0, called: 0, edges: 0, met: 0 },
    );
  const lines = [...rooms, ['all that worlds are made of', sum(rooms)]];
  const share = (part, of) => `${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;
  return lines.map(
    ([room, { functions, called, edges: all, met }]) =>
      `${room.padEnd(28)} functions ${share(called, functions).padEnd(24)} edges ${share(met, all)}`,
  );
}
