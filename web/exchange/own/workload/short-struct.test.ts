// A structure among the lines of a workload: where its fields lie, where they are moved to, and what cannot be.

import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../../scenario/index.ts';
import { readWorkload } from './read.ts';
import { writtenWorkload } from './write-short.ts';

const tasks = 'w : store head; run 100ns\nr x4 : load tail; run 100ns\na : add head; run 1us\n';
const queue = 'struct queue {\n  unsigned long head;\n  int tail;\n};\n';
const fieldsOf = (text: string) => {
  const { resources = [] } = readWorkload(text).form;
  return resources.map(({ kind, name, at, moved, bytes, of }) => [
    kind,
    name,
    at,
    moved,
    bytes,
    of,
  ]);
};
function refusal(text: string): string {
  try {
    readWorkload(text);
  } catch (error) {
    if (error instanceof ScenarioError) return error.message;
    throw error;
  }
  throw new Error('it was taken');
}

describe('a structure in the short form', () => {
  it('has its fields where C puts them, wherever its lines stand', () => {
    const wanted = [
      ['field', 'head', 0, undefined, 8, 'queue'],
      ['field', 'tail', 8, undefined, 4, 'queue'],
    ];
    expect(fieldsOf(`duration 2ms\n${queue}${tasks}`)).toEqual(wanted);
    expect(fieldsOf(`${queue}${tasks}`)).toEqual(wanted);
    expect(fieldsOf(`${tasks}${queue}`)).toEqual(wanted);
  });

  it('is moved to where the same fields lie in a second declaration of it', () => {
    const apart = 'struct queue {\n  int tail;\n  unsigned long head __aligned(64);\n};\n';
    expect(fieldsOf(`${queue}${apart}${tasks}`)).toEqual([
      ['field', 'head', 0, 64, 8, 'queue'],
      ['field', 'tail', 8, 0, 4, 'queue'],
    ]);
    expect(refusal(`${queue}struct queue {\n  int tail;\n};\n${tasks}`)).toMatch(
      /^line 5: lacks the field "head"/,
    );
  });

  it('is written as text that reads as the same, twice where its fields are moved', () => {
    const apart = 'struct queue {\n  int tail;\n  unsigned long head __aligned(64);\n};\n';
    for (const text of [`${queue}${tasks}`, `${queue}${apart}${tasks}`]) {
      const { form } = readWorkload(text);
      const written = writtenWorkload(form);
      expect(written.split('struct queue {')).toHaveLength(text.split('struct queue {').length);
      expect(readWorkload(written).form).toEqual({ ...form, duration: '2s' });
    }
  });

  it('counts no brace of a comment, and leaves tasks that are called struct alone', () => {
    const said = 'struct queue {\n  unsigned long head; /* } of\n  {{ */\n  int tail; // }\n};\n';
    expect(fieldsOf(`${said}${tasks}`)).toEqual(fieldsOf(`${queue}${tasks}`));
    expect(fieldsOf(`# cpu/*/ {\n${said}${tasks}`)).toEqual(fieldsOf(`${queue}${tasks}`));
    expect(readWorkload('struct : run 1us\n').form.tasks.map(({ name }) => name)).toEqual([
      'struct',
    ]);
  });

  it('keeps a mistake in a task at its own line, and one in the structure at its own', () => {
    expect(refusal(`${queue}w : stor head; run 1us\n`)).toMatch(/^line 5, character 5: "stor"/);
    expect(refusal(`struct queue {\n  struct other o;\n};\n${tasks}`)).toMatch(
      /^line 2: has a type whose size is not known, "struct other/,
    );
    expect(refusal(`struct queue {\n  long head;\n${tasks}`)).toMatch(/^line \d/);
  });
});
