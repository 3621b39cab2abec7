// Which languages are offered where: those that tell something there.

import { describe, expect, it } from 'vitest';
import { languagesOf } from './language-files.ts';

const codes = async (folder: string, story?: string) =>
  (await languagesOf(folder, story)).map(({ language }) => language);

describe('languages', () => {
  it('are offered in the chapters that they tell a story of, and in no other', async () => {
    expect(await codes('cpupri')).toEqual(['de']);
    for (const folder of ['pcp', 'cache-aware', 'split-llc'])
      expect(await codes(folder)).toEqual([]);
  });
  it('are offered beside a story whose steps they tell, not where they have a title alone', async () => {
    expect(await codes('cpupri', 'ffmpeg-480')).toEqual(['de']);
    expect(await codes('cpupri', 'ghosts')).toEqual([]);
    expect(await codes('cpupri', 'no-such-story')).toEqual([]);
  });
});
