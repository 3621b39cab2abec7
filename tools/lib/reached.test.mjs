import { describe, expect, it } from 'vitest';
import { countReached, roomOf } from './reached.mjs';

describe('what was reached', () => {
  it('belongs to rooms of the core, and to floors of sched/', () => {
    expect(roomOf('/any/where/wasm-core/src/mm/buddy.c:12')).toBe('mm');
    expect(roomOf('/any/where/wasm-core/src/sched/fair/queue/update.c:7')).toBe('sched/fair');
    expect(roomOf('/any/where/wasm-core/src/sched/run_queue.c:7')).toBe('sched');
    expect(roomOf('/any/where/wasm-core/fuzz/worlds/main.c:7')).toBeUndefined();
  });

  it('counts a function of a header once, called if any file called it', () => {
    const edge = { room: 'mm', name: 'f', file: 'x.h:1', reached: false, begins: true };
    const edges = [
      edge,
      { ...edge, file: 'x.h:2', reached: true },
      { ...edge, begins: false },
      { ...edge, name: 'g' },
    ];
    expect(countReached(edges).get('mm')).toEqual({ functions: 2, called: 1, edges: 4, met: 1 });
  });
});
