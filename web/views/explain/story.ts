// A decision as a story: the frame and what it cost. What was asked, looked at, refused and chosen is told by the teller
// of the kernel function that decided (tellers/), from the explain record and the replayed steps alone; where the record
// is silent the story is, too.

import { fieldAt } from '../../engine/fields.ts';
import { type Catalog, type DecisionStory, lineBytes } from '../../engine/types.ts';
import { named } from './named.ts';
import { looksSaid } from './placement.ts';
import { balanceTellers } from './tellers/balance.ts';
import { cacheTellers } from './tellers/cache.ts';
import { fair } from './tellers/fair.ts';
import { pagesTellers } from './tellers/pages.ts';
import { rt } from './tellers/rt.ts';
import { type Explanation, plainTeller, type Teller } from './tellers/teller.ts';
import { words } from './words.ts';

/** Lines listed before "12 more lines". */
const mostLines = 8;

const tellers: Readonly<Record<string, Teller | undefined>> = {
  ...rt,
  ...fair,
  ...balanceTellers,
  ...cacheTellers,
  ...pagesTellers,
};

export interface LineOfStory {
  readonly name: string;
  /** Fields and functions, each once, in the order they came. */
  readonly fields: readonly string[];
  readonly symbols: readonly string[];
  readonly text: string;
}

/** Every sentence is in the markup of markup.ts. */
export interface DecisionText extends Required<Explanation> {
  readonly title: string;
  readonly function: string;
  readonly cost: readonly string[];
  readonly lines: readonly LineOfStory[];
  readonly afterLines: readonly string[];
}

interface Fetched {
  times: number;
  waited: number;
  stalled: number;
  readonly fields: Set<string>;
  readonly symbols: Set<string>;
}

/** The fetches by line, in the order the lines came. */
function byLine(catalog: Catalog, { steps }: DecisionStory): Map<number, Fetched> {
  const lines = new Map<number, Fetched>();
  for (const step of steps) {
    if (step.kind !== 'fetch') continue;
    const line = Math.floor(step.address / lineBytes);
    const known = lines.get(line) ?? {
      times: 0,
      waited: 0,
      stalled: 0,
      fields: new Set<string>(),
      symbols: new Set<string>(),
    };
    known.times += 1;
    known.waited += step.waited;
    known.stalled += step.stalled;
    known.fields.add(
      fieldAt(catalog, step.address) || `0x${(step.address % lineBytes).toString(16)}`,
    );
    known.symbols.add(catalog.symbols[step.symbol] ?? '');
    lines.set(line, known);
  }
  return lines;
}

type LineName = (line: number) => string;

function costOf(catalog: Catalog, story: DecisionStory, lineName: LineName) {
  const { explain, steps, leftOut } = story;
  const cost = [words.spent(explain.cost, explain.accesses), ...looksSaid(explain)];
  const lines = byLine(catalog, story);
  const fetches = steps.filter(({ kind }) => kind === 'fetch');
  const locks = steps.filter(({ kind }) => kind === 'lock');
  const sum = (of: typeof steps, what: 'waited' | 'stalled') =>
    of.reduce((all, step) => all + step[what], 0);
  if (fetches.length > 0) {
    cost.push(words.fetched(fetches.length, sum(fetches, 'waited'), sum(fetches, 'stalled')));
  } else if (explain.accesses > 0) cost.push(words.private);
  const listed = [...lines].slice(0, mostLines).map(([line, fetched]) => ({
    name: words.line(lineName(line), line),
    fields: [...fetched.fields],
    symbols: [...fetched.symbols].filter((symbol) => symbol !== ''),
    text: words.fetch(fetched.times, fetched.stalled, fetched.waited),
  }));
  const afterLines: string[] = [];
  if (lines.size > listed.length) afterLines.push(`${words.more(lines.size - listed.length)}.`);
  if (locks.length > 0) afterLines.push(words.locks(locks.length, sum(locks, 'waited')));
  if (leftOut > 0) afterLines.push(words.leftOut(leftOut));
  return { cost, lines: listed, afterLines };
}

/** The story of a decision; `lineName` is how lines are called elsewhere on the page. */
export function decisionText(
  catalog: Catalog,
  story: DecisionStory,
  lineName: LineName,
): DecisionText {
  const { explain } = story;
  const decided = catalog.decisions[explain.decision] ?? '';
  return named(catalog, {
    title: words.decisions[decided] ?? decided,
    function: words.function(decided),
    followed: [],
    ...(tellers[decided] ?? plainTeller)(catalog, explain),
    ...costOf(catalog, story, lineName),
  });
}
