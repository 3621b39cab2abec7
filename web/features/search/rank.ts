// Ranks the things that match the typed words, best first. Every word has to match; a match at the start of a name
// counts most, then at the start of a word, then inside a word, and least in a description.

export interface Findable {
  readonly name: string;
  /** What else it is found by: a question, a sentence. */
  readonly text?: string | undefined;
  /** How much this kind comes before others that match as well; 0 to 9. */
  readonly weight: number;
}

/** Names of the kernel are found with and without their underscores, calls with and without brackets. */
export const searchForm = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

function placeOf(word: string, name: string, text: string): number {
  if (name === word) return 60;
  if (name.startsWith(word)) return 40;
  if (` ${name}`.includes(` ${word}`)) return 30;
  if (name.includes(word)) return 15;
  if (` ${text}`.includes(` ${word}`)) return 8;
  return text.includes(word) ? 3 : 0;
}

const known = new WeakMap<Findable, readonly [name: string, text: string]>();

/** What is compared of one: made once, for it is asked with every letter. */
function plainOf(item: Findable): readonly [name: string, text: string] {
  const found = known.get(item) ?? [searchForm(item.name), searchForm(item.text ?? '')];
  known.set(item, found);
  return found;
}

/** How well one matches; 0: not at all. */
export function scoreOf(item: Findable, query: string): number {
  const { weight } = item;
  const wanted = searchForm(query);
  if (wanted === '') return weight + 1;
  const [ownName, ownText] = plainOf(item);
  const found = wanted.split(' ').map((word) => placeOf(word, ownName, ownText));
  if (found.includes(0)) return 0;
  const mean = found.reduce((sum, each) => sum + each, 0) / found.length;
  // The words as they stand, one after the other, are what was meant.
  const whole = ownName === wanted ? 60 : ownName.startsWith(wanted) ? 20 : 0;
  const isRun = ownName.includes(wanted) ? 10 : 0;
  // A short name that matches is nearer than a long one.
  return mean + whole + isRun + weight - Math.min(9, ownName.length / 20);
}

/** Those that match, best first, at most `most`; equal ones as they come. */
export function rankedFindings<Item extends Findable>(
  items: readonly Item[],
  query: string,
  most: number,
): readonly Item[] {
  return items
    .map((item) => ({ item, score: scoreOf(item, query) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item);
}
