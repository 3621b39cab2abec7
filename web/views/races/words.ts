// The words of the races: what each teaches, what a step does, what came of an order. Facts after
// Linux 6.18 and patch 3 of "sched/rt: mitigate root_domain cache line contention".

import type { RaceStep, ThreadAccess, ThreadResult } from '../../engine/races/race.ts';
import { plural } from '../../ui/format.ts';

const level = (number: number): string => (number === 0 ? 'NORMAL' : `RT${number}`);

export const cpusText = (cpus: readonly number[]): string =>
  cpus.length === 0 ? 'no CPU' : `CPU ${cpus.join(', ')}`;

/** What each race teaches, by its id: a title and a sentence or two. */
export const lessons: Readonly<Record<string, { readonly title: string; readonly says: string }>> =
  {
    L01: {
      title: 'A CPU is raised, and a search looks for it',
      says: 'CPU 0 joins RT2 before it leaves NORMAL, and the search goes upwards: it finds the CPU in one place or the other.',
    },
    L02: {
      title: 'A CPU is lowered',
      says: 'The search may have passed NORMAL before CPU 0 arrives there, and reach RT2 after it has left: missed. The kernel accepts this, because lowering a CPU asks others to push.',
    },
    L03: {
      title: 'Raised to a level in use',
      says: 'CPU 1 keeps count[2] above zero, so the bit of CPU 0 is seen there as soon as it is set.',
    },
    L04: {
      title: 'Raised from a level in use',
      says: 'CPU 1 keeps count[0] above zero, so the search may still read the bit of CPU 0 after the decrement: a stale result.',
    },
    L05: {
      title: 'Lowered to a level in use',
      says: 'CPU 1 is always found at NORMAL; CPU 0 comes along when its bit is already set.',
    },
    L06: {
      title: 'Lowered within reach',
      says: 'CPU 0 moves from RT2 to RT1 while CPU 1 stays at RT2: the search finds one, the other, or a stale pair.',
    },
    L07: {
      title: 'Raised twice',
      says: 'Two updates in a row, from NORMAL to RT1 to RT2: the search never misses the CPU.',
    },
    L08: {
      title: 'Raised, then lowered',
      says: 'The second update is a lowering, so the CPU can be missed.',
    },
    L09: {
      title: 'What if count came before mask?',
      says: 'The same results as in the kernel’s order: swapping within the first half only makes a search scan a bitmap for nothing.',
    },
    L10: {
      title: 'What if the bit went before the count?',
      says: 'The same results: swapping within the second half costs a useless scan and misses no CPU.',
    },
    L11: {
      title: 'What if both halves were swapped?',
      says: 'Still the same results. What matters is that a CPU joins before it leaves, not the order within each half.',
    },
    L12: {
      title: 'What if a CPU left before it joined?',
      says: 'For a moment CPU 0 is nowhere. A search that passes then misses it, although it only moved between levels within reach.',
    },
    L13: {
      title: 'Count before mask, level in use',
      says: 'CPU 1 hides the difference: the results are those of the kernel’s order.',
    },
    L14: {
      title: 'Bit before count, level in use',
      says: 'CPU 1 keeps count[0] above zero; nothing changes.',
    },
    L15: {
      title: 'What if a barrier were missing?',
      says: 'The decrement slips between setting the bit and counting it. For a moment no count includes CPU 0, so it can be missed.',
    },
    L16: {
      title: 'A torn set',
      says: 'CPU 0 leaves NORMAL, and only then does CPU 64 enter it. Their bits lie in different words, which a search reads one after the other: it can return both CPUs, a set that never existed.',
    },
    L17: {
      title: 'Two CPUs cross',
      says: 'CPU 0 goes up as CPU 1 comes down. Five results are possible, and each contains a CPU.',
    },
    L18: {
      title: 'Raised to the searcher’s own level',
      says: 'A search looks strictly below its own level: CPU 0 is found at NORMAL, or rightly not found.',
    },
    G01: {
      title: 'A ghost in patch 4’s masks',
      says: 'CPU 3 runs RT3, but its node’s map lacked it when the masks were made: its bit is set in mask[0] anyway. A search for RT3 is told to go there as long as any CPU is counted at NORMAL.',
    },
    G02: {
      title: 'How a ghost goes',
      says: 'CPU 3 is at NORMAL once and leaves it: clearing its bit removes the ghost from this mask. It stays in the masks of levels that the CPU never enters.',
    },
    O01: {
      title: 'Announcing overload: mask, then count',
      says: 'A pull reads the count first. If it sees the count it also finds the bit.',
    },
    O02: {
      title: 'What if the count came first?',
      says: 'A pull may see the count while the mask is still empty: the walk finds no CPU, and the request is lost.',
    },
    O03a: {
      title: 'Counts by node, read from node 0',
      says: 'Patch 3 gives each node a count of its own. CPU 1 becomes overloaded on node 1, then CPU 0 on node 0 no longer is: read in this order the sum is 1 or 2.',
    },
    O03b: {
      title: 'Counts by node, read from node 1',
      says: 'The same history, read in the opposite order: the sum can be 0 although a CPU was overloaded at every moment. The sum is not a snapshot.',
    },
    O04: {
      title: 'The same history with one count',
      says: 'A single count is never 0 here.',
    },
    O05: {
      title: 'Each publishes, then looks',
      says: 'A CPU that lowers its level publishes it and then reads the overload count; a CPU that becomes overloaded publishes that and then searches. At least one of the two sees the other.',
    },
    O06: {
      title: 'What if each looked first?',
      says: 'This is what a missing full barrier permits: both look before the other has published, and both find nothing.',
    },
  };

const writes: Partial<Record<RaceStep['op'], (step: RaceStep) => string>> = {
  'set-bit': (s) => `set bit ${'cpu' in s && s.cpu} in mask[${'level' in s && s.level}]`,
  'clear-bit': (s) => `clear bit ${'cpu' in s && s.cpu} in mask[${'level' in s && s.level}]`,
  increment: (s) => `count[${'level' in s && s.level}] + 1`,
  decrement: (s) => `count[${'level' in s && s.level}] − 1`,
  'set-overload-bit': (s) => `set bit ${'cpu' in s && s.cpu} in rto_mask`,
  'clear-overload-bit': (s) => `clear bit ${'cpu' in s && s.cpu} in rto_mask`,
  'increment-overload': (s) => `rto_count of node ${'node' in s && s.node} + 1`,
  'decrement-overload': (s) => `rto_count of node ${'node' in s && s.node} − 1`,
};

/** What an access does, as an order to do it; `words` of a bitmap are told apart where it has several. */
export function actionText(step: RaceStep, access: ThreadAccess, words: number): string {
  const { level: at, word } = access;
  const mask = `mask[${at}]${words > 1 ? `, word ${word}` : ''}`;
  switch (access.kind) {
    case 'wrote':
      return writes[step.op]?.(step) ?? step.op;
    case 'read-count':
      return `read count[${at}]`;
    case 'read-any':
      return `any CPU in ${mask}?`;
    case 'read-copy':
      return `copy ${mask}`;
    case 'read-sum':
      return `read rto_count of node ${at}`;
    case 'read-bit':
      return `read bit ${access.cpu} of rto_mask`;
    case 'gave-up':
      return 'past the last level: gives up';
    case 'skipped':
      return `skips node ${at}: the sum already exceeds 1`;
  }
}

/** What an access found; empty for one that finds nothing out. */
export function accessResultText({ kind, value, cpus }: ThreadAccess): string {
  if (kind === 'read-any' || kind === 'read-copy') return cpusText(cpus);
  return kind.startsWith('read') ? String(value) : '';
}

/** What a thread has in the end; undefined for one that only writes. */
export function resultText(steps: readonly RaceStep[], result: ThreadResult): string | undefined {
  const parts: string[] = [];
  if (steps.some(({ op }) => op === 'find')) {
    const { found, cpus } = result;
    parts.push(found === undefined ? 'no CPU found' : `${cpusText(cpus)} found at ${level(found)}`);
  }
  if (steps.some(({ op }) => op === 'read-overload')) parts.push(`count ${result.sum}`);
  if (steps.some(({ op }) => op === 'read-overload-bit')) parts.push(`mask bit ${result.bit}`);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

const letterNames: Readonly<Record<string, string>> = {
  S: 'set bit',
  I: 'increment',
  D: 'decrement',
  C: 'clear bit',
};

export const words = {
  title: 'Interleavings',
  race: 'Race',
  searches: 'cpupri_set against cpupri_find',
  ghosts: 'Ghost members (patch 4)',
  overload: 'Overload mask and count',
  order: 'Steps of cpupri_set',
  kernelOrder: (order: string) => `${order} (the kernel)`,
  orderTitle: 'S set bit, I increment, D decrement, C clear bit',
  orderSpelled: (order: string) => [...order].map((each) => letterNames[each]).join(', '),
  undo: 'Undo',
  restart: 'Start over',
  moments: 'Order by hand',
  momentsCaption: 'The order so far: what each thread did, and the values after each step',
  number: 'Step',
  start: 'start',
  next: 'next',
  finished: 'done',
  level,
  count: (at: number) => `count[${at}]`,
  mask: (at: number) => `mask[${at}]`,
  rtoCount: (node: number, nodes: number) => (nodes > 1 ? `rto_count ${node}` : 'rto_count'),
  rtoMask: 'rto_mask',
  keys: (threads: number) =>
    `Press ${threads === 2 ? '1 or 2' : `1 to ${threads}`} for the next step of that thread, Backspace to take a step back.`,
  outcomes: 'All orders',
  outcomesCaption: 'Every result that some order leads to',
  summary: (orders: number, states: number, wasted: number) =>
    `${plural(orders, 'order', 'orders')}, ${plural(states, 'state', 'states')}; at most ${plural(wasted, 'bitmap is', 'bitmaps are')} scanned for nothing.`,
  result: 'Result',
  orders: 'Orders',
  share: 'Share',
  show: 'Show one',
  showOf: (result: string) => `Show an order that ends with: ${result}`,
  here: 'this order',
  same: 'The kernel’s order has the same results.',
  added: (results: readonly string[]) => `Not in the kernel’s order: ${results.join('; ')}.`,
  lost: (results: readonly string[]) => `Only in the kernel’s order: ${results.join('; ')}.`,
  tryAll: 'Try all 24 orders of the four steps',
  tryAllCaption: 'The 24 orders of the four steps of cpupri_set',
  choose: (order: string) => `Use the order ${order}`,
  canMiss: 'can find no CPU',
  neverMisses: 'always finds a CPU',
  wasted: 'Useless scans',
  opening: 'Opening Interleavings…',
  sequential: 'Sequentially consistent: every access takes effect at once, for all CPUs.',
} as const;
