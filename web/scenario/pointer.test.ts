import { describe, expect, it } from 'vitest';
import { isPointer, pointerForms, pointerOf, pointersIn, unknownIn } from './pointer.ts';

describe('a pointer', () => {
  it('says what it points at', () => {
    expect(pointerOf('cpu:17')).toEqual({ kind: 'cpu', number: 17 });
    expect(pointerOf('list:cpu 4')).toEqual({ kind: 'list', number: 4 });
    expect(pointerOf('role:sender')).toEqual({ kind: 'role', role: 'sender' });
    expect(pointerOf('role:kernel thread 3')).toEqual({
      ...{ kind: 'role', role: 'kernel thread', number: 3 },
    });
    expect(pointerOf('line:root_domain/3')).toEqual({
      ...{ kind: 'line', structure: 'root_domain', line: 3 },
    });
    expect(pointerOf('line:cpupri mask bitmap 2/1')).toEqual({
      ...{ kind: 'line', structure: 'cpupri mask bitmap', instance: 2, line: 1 },
    });
    expect(pointerOf('field:root_domain.count[0]')).toEqual({
      ...{ kind: 'field', structure: 'root_domain', field: 'count[0]' },
    });
    expect(pointerOf('ribbon:llc 0>llc 3')).toEqual({ kind: 'ribbon', of: 'llc', from: 0, to: 3 });
    expect(pointerOf('lock:zone.lock')).toEqual({ kind: 'lock', name: 'zone.lock' });
    expect(pointerOf('mask:RT50')).toEqual({ kind: 'mask', level: 'RT50' });
  });

  it('may be of one machine alone', () => {
    expect(pointerOf('score@B')).toEqual({ kind: 'score', side: 'B' });
    expect(pointerOf('role:worker 3@A')).toEqual({
      ...{ kind: 'role', role: 'worker', number: 3, side: 'A' },
    });
  });

  it('has each of the forms that a writer is told of', () => {
    const forms = pointerForms.replace(/, each with.*/, '').split(/, | or /);
    expect(forms).toHaveLength(21);
    for (const form of forms) expect(pointerOf(form), form).toBeDefined();
  });

  it('is none where it says nothing', () => {
    for (const wrong of ['cpu:x', 'cpu:', 'door', 'door:3', 'ribbon:llc 0>node 1', 'score@E'])
      expect(pointerOf(wrong), wrong).toBeUndefined();
    expect(pointerOf('constructor:1')).toBeUndefined();
  });

  it('is told from a term of the glossary', () => {
    const text = 'A [HITM|hitm] of [the line|line:root_domain/3] is in [the figure|score].';
    expect(pointersIn(text)).toEqual(['line:root_domain/3', 'score']);
    expect(isPointer('wake-up')).toBe(false);
    expect(unknownIn(text)).toBeUndefined();
    expect(unknownIn('Watch [them|roles:sender].')).toBe('roles:sender');
  });
});
