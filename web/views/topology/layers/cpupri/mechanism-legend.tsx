// What the key and the tables say of cpupri.

import { levelName } from '../../../../engine/rt-searches.ts';
import type { LayerLegend } from '../legend.ts';
import type { Search } from './masks.ts';
import type { CpupriNote } from './note.ts';
import { words } from './words.ts';

const BitMark = ({ isGhost }: { readonly isGhost: boolean }) => (
  <svg width="14" height="14" aria-hidden="true">
    <rect
      x="1"
      y="1"
      width="12"
      height="12"
      rx="2"
      fill={isGhost ? 'none' : 'var(--mask)'}
      stroke="var(--mask)"
      strokeWidth="1.5"
      strokeDasharray={isGhost ? '3 2' : undefined}
    />
  </svg>
);

const CursorMark = () => (
  <svg width="12" height="12" aria-hidden="true">
    <path d="M1 2H11L6 10Z" fill="var(--focus)" />
  </svg>
);

const listed = (cpus: readonly number[]): string =>
  cpus.length > 0 ? cpus.join(', ') : words.nobody;

function searchSaid({ level, candidates, ghosts, named, isTaken, time, cpu }: Search): string {
  const found = level < 0 ? words.none : words.found(levelName(level), candidates, ghosts);
  const { sentence } = words;
  const end =
    named < 0 ? sentence.nothing : isTaken ? sentence.taken(named) : sentence.refused(named);
  return sentence.search(time, cpu, found, end);
}

export default {
  name: 'cpupri',
  entries: [
    {
      mark: <BitMark isGhost={false} />,
      meaning: words.key.setMeaning,
      when: ({ note }) => note !== undefined,
      text: () => words.key.set,
    },
    {
      mark: <BitMark isGhost />,
      meaning: words.key.ghostMeaning,
      when: ({ note }) => note?.rows.some(({ ghosts }) => ghosts.length > 0) ?? false,
      text: () => words.key.ghost,
    },
    {
      mark: <CursorMark />,
      meaning: words.key.cursorMeaning,
      when: ({ note }) => (note?.search?.named ?? -1) >= 0,
      text: () => words.key.cursor,
    },
  ],
  table: ({ rows }) => ({
    title: words.title,
    columns: Object.values(words.column),
    rows: rows.map(({ level, count, set, ghosts }) => [
      level,
      String(count),
      listed(set),
      listed(ghosts),
    ]),
  }),
  cpu: ({ filed, rows }, of) => {
    const ghost = rows.filter(({ ghosts }) => ghosts.includes(of)).map(({ level }) => level);
    const said = words.cpu(filed[of]!);
    return ghost.length > 0 ? `${said}, ${words.cpuGhost(ghost.join(', '))}` : said;
  },
  sentence: ({ search }) => (search ? searchSaid(search) : ''),
} satisfies LayerLegend<CpupriNote>;
