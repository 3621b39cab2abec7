import { describe, expect, it } from 'vitest';
import { refusal } from './testing.ts';
import { type Migration, migrated } from './versions.ts';

/** Two steps as a format may take them: a field gets another name, then a unit. */
const migrations: readonly Migration[] = [
  ({ length, ...rest }) => ({ ...rest, duration: length! }),
  ({ duration, ...rest }) => ({ ...rest, duration: `${duration} ms` }),
];
const read = (document: { [key: string]: string | number }) =>
  migrated(document, 'schedscape-dish', 3, migrations);

describe('a document of an older version', () => {
  it('goes through every step after its own version', () => {
    const now = { format: 'schedscape-dish/3', name: 'soup', duration: '5 ms' };
    expect(read({ format: 'schedscape-dish/1', name: 'soup', length: 5 })).toEqual(now);
    expect(read({ format: 'schedscape-dish/2', name: 'soup', duration: 5 })).toEqual(now);
    expect(read(now)).toEqual(now);
  });

  it('is refused if it never had a version, or one of the future', async () => {
    expect((await refusal(() => read({ format: 'schedscape-dish/0' }))).path).toBe('format');
    const newer = await refusal(() => read({ format: 'schedscape-dish/4' }));
    expect(newer.problem).toContain('version 4, which a newer Schedscape wrote');
  });
});
