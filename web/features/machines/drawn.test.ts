// A machine drawn by hand becomes the shape that was drawn, parts that are not alike included.

import { describe, expect, it } from 'vitest';
import { shapeOf } from '../../exchange/own/machine/shape.ts';
import { ReaderNotes } from '../../exchange/own/notes.ts';
import { buildMachine } from '../../scenario/topology.ts';
import {
  firstDrawn,
  type MachineDrawing,
  rowsOfDrawn,
  withCores,
  withOneMore,
  withoutPart,
} from './drawn.ts';

const shapeOfDrawn = (drawn: MachineDrawing) =>
  shapeOf(rowsOfDrawn(drawn), { from: 'the drawing', vendor: 'intel' }, new ReaderNotes()).topology;

describe('a machine drawn by hand', () => {
  it('is the machine of its parts, though they are not alike', () => {
    const drawn: MachineDrawing = { threads: 2, sockets: [[[4, 2]], [[3], [1]]] };
    expect(shapeOfDrawn(drawn)).toMatchObject({
      cpus: 20,
      cores: 10,
      threads_per_core: 2,
      numbering: 'block',
      packages: ['0-5,10-15', '6-9,16-19'],
      nodes: ['0-5,10-15', '6-8,16-18', '9,19'],
      llcs: ['0-3,10-13', '4-5,14-15', '6-8,16-18', '9,19'],
      distance: [
        [10, 21, 21],
        [21, 10, 12],
        [21, 12, 10],
      ],
    });
    expect(buildMachine(shapeOfDrawn(drawn), '')).toMatchObject({ packages: 2, nodes: 3, llcs: 4 });
  });

  it('grows by parts like the last one there, and shrinks to one of each at least', () => {
    const more = withOneMore(withOneMore(withOneMore(firstDrawn, []), [2]), [2, 1]);
    expect(more.sockets).toEqual([
      [[8, 8]],
      [[8, 8]],
      [
        [8, 8],
        [8, 8, 8],
      ],
    ]);
    expect(withCores(more, [2, 1, 0], 3).sockets[2]).toEqual([
      [8, 8],
      [3, 8, 8],
    ]);
    expect(withoutPart(more, [2, 1, 2]).sockets[2]).toEqual([
      [8, 8],
      [8, 8],
    ]);
    expect(withoutPart(more, [2, 0]).sockets[2]).toEqual([[8, 8, 8]]);
    const one = { threads: 1, sockets: [[[1]]] };
    for (const place of [[0], [0, 0], [0, 0, 0]] as const)
      expect(withoutPart(one, place)).toEqual(one);
  });

  it('is refused with the number where it is larger than what is simulated', () => {
    const many = { threads: 8, sockets: [[Array.from({ length: 2 }, () => 100)]] };
    expect(() => rowsOfDrawn(many)).toThrow('The drawing has 1600 CPUs; remove some: at most 1024');
    const caches = { threads: 1, sockets: [[Array.from({ length: 129 }, () => 1)]] };
    expect(() => rowsOfDrawn(caches)).toThrow('129 last-level caches');
  });
});
