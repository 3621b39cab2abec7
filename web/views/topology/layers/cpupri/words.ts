// What the picture, the key and the tables say of cpupri. Texts only.

import { moment, plural } from '../../../../ui/format.ts';

export const words = {
  title: 'cpupri',
  heading: 'cpupri: CPUs by the level that they run at, lowest level first',
  shortHeading: 'cpupri, lowest level first',
  count: (count: number) => `count ${count}`,
  ghost: 'ghost',
  taken: (level: string) => `${level}: taken`,
  wasTaken: (level: string) => `was ${level}: taken`,
  refused: (level: string) => `${level}: refused`,
  search: (time: number, by: number) => `Search by CPU ${by} at ${moment(time)}`,
  found: (level: string, candidates: number, ghosts: number) =>
    ghosts > 0
      ? `${plural(candidates, 'CPU')} named at ${level}, ${plural(ghosts, 'ghost')} among them`
      : `${plural(candidates, 'CPU')} named at ${level}`,
  none: 'no lower CPU found',
  key: {
    set: 'bit set',
    setMeaning: 'A CPU whose bit is set in the mask of a level, and that runs at that level',
    ghost: 'ghost: CPU at another level',
    ghostMeaning: 'A search wrongly takes this CPU for one of that level',
    cursor: 'last search ended here',
    cursorMeaning: 'The CPU that the last search for a lower CPU found; the arrow points to it',
  },
  column: {
    level: 'Level',
    count: 'count',
    set: 'bits set',
    ghosts: 'ghosts',
  },
  nobody: 'none',
  cpu: (level: string) => `filed at ${level}`,
  cpuGhost: (levels: string) => `a ghost at ${levels}`,
  sentence: {
    search: (time: number, by: number, found: string, end: string) =>
      `The search by CPU ${by} at ${moment(time)}: ${found}; ${end}.`,
    taken: (cpu: number) => `it took CPU ${cpu}`,
    refused: (cpu: number) => `CPU ${cpu} was named and rejected`,
    nothing: 'no CPU was taken',
  },
} as const;
