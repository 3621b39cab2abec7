// The lanes and the colours of a workload's text, and the steps that are offered while one is written.

import { describe, expect, it } from 'vitest';
import type { WorkloadForm } from '../../scenario/program/schema.ts';
import { textPieces } from './pieces.ts';
import { wordAt } from './Steps.tsx';
import { swimlanesOf } from './swimlanes.ts';

const form: WorkloadForm = {
  format: 'schedscape-workload/1',
  tasks: [
    {
      name: 'web',
      count: 4,
      policy: 'fifo',
      rt: 5,
      cpus: '0',
      loops: 1,
      phases: [
        { loops: 3, steps: ['run  ~2ms; lock m', 'unlock m'] },
        { name: 'end', loops: 0, steps: ['sleep 10ms'] },
      ],
    },
  ],
};

describe('a lane', () => {
  it('has the steps of each phase as they are written, by what they are for', () => {
    const { lanes, more } = swimlanesOf(form);
    expect(more).toBe(0);
    expect(lanes[0]).toMatchObject({ name: 'web', about: '4 tasks, fifo 5, on CPU 0', loops: '' });
    expect(lanes[0]!.phases.map(({ loops }) => loops)).toEqual(['3 times', 'forever']);
    expect(lanes[0]!.phases[0]!.steps.map(({ look, words }) => [look, words])).toEqual([
      ['run', 'run ~2ms'],
      ['hold', 'lock m'],
      ['hold', 'unlock m'],
    ]);
  });

  it('draws as many kinds and steps as somebody can take in, and counts the others', () => {
    const steps = Array.from({ length: 100 }, () => 'run 1us').join('; ');
    const tasks = Array.from({ length: 100 }, (_, at) => ({
      name: `t${at}`,
      phases: [{ steps: [steps] }],
    }));
    const { lanes, more } = swimlanesOf({ ...form, tasks });
    expect([lanes.length, more]).toEqual([60, 40]);
    expect(lanes[0]!.phases[0]).toMatchObject({ more: 76 });
  });
});

describe('the colours of a text', () => {
  it('are the same text in pieces, by what they are', () => {
    const text = 'web x4 : run ~2ms # c\nlog : sleep 1s';
    const pieces = textPieces(text);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    const lookOf = (part: string) => pieces.find((piece) => piece.text === part)?.look;
    expect(['web', 'run', '2ms', '# c', 'log', 'sleep'].map(lookOf)).toEqual([
      'point',
      'word',
      'number',
      'comment',
      'point',
      'word',
    ]);
  });
});

describe('completion', () => {
  it('is offered where a step may stand, for the letters that are there', () => {
    expect(wordAt('web : ru', 8)).toBe('ru');
    expect(wordAt('web : run 2ms; ', 15)).toBe('');
    expect(wordAt('web : run 2ms; sl', 17)).toBe('sl');
    expect(wordAt('web : run ', 10)).toBeUndefined();
    expect(wordAt('we', 2)).toBeUndefined();
  });
});
