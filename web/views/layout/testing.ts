// What the tests of this view share: random edits from a seed, and the types that the exported C needs
// to compile. Not part of the program.

import {
  applyEdit,
  builtInLayout,
  containerOf,
  isVectored,
  type LayoutEdit,
  layoutNames,
  type RootDomain,
} from '../../scenario/layout/index.ts';

/** Types of the kernel with the sizes that an x86-64 kernel without debugging has. */
export const kernelTypes = `
typedef unsigned long long u64;
typedef _Bool bool;
typedef struct { int counter; } atomic_t;
typedef struct cpumask *cpumask_var_t;
typedef struct { unsigned int value; } raw_spinlock_t;
struct perf_domain;
struct rcu_head { void *next; void *func; };
struct dl_bw { raw_spinlock_t lock; u64 bw; u64 total_bw; };
struct cpudl { raw_spinlock_t lock; int size; cpumask_var_t free_cpus; void *elements; };
struct irq_work { void *llist; unsigned u_flags; unsigned short src, dst; void *func; void *irqwait; };
#define ____cacheline_aligned __attribute__((__aligned__(64)))
#define __aligned(x) __attribute__((__aligned__(x)))
`;

/** A repeatable sequence of whole numbers below `limit` (xorshift32). */
export function dice(seed: number): (limit: number) => number {
  let state = seed | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

function randomEdit(layout: RootDomain, roll: (limit: number) => number): LayoutEdit {
  const all = [...layout.root_domain, ...layout.cpupri, ...layout.cpupri_vec];
  const pick = () => all[roll(all.length)]!;
  const { name: member, levels } = pick();
  const pieces = layout.cpupri.filter((found) => found.levels);
  const piece = pieces[roll(pieces.length)]!;
  switch (roll(8)) {
    case 0:
      return { kind: 'align', member, bytes: 2 ** roll(8) };
    case 1:
      return { kind: 'pad', member, bytes: roll(100) };
    case 2:
      return { kind: 'place', member, offset: roll(400) * 8 };
    case 3:
      return {
        kind: 'cut',
        member: piece.name,
        at: (levels ?? piece.levels!).first + 1 + roll(99),
      };
    case 4:
      return { kind: 'merge', member: piece.name };
    case 5:
      return [
        { kind: isVectored(layout) ? 'split' : 'join' } as const,
        { kind: 'per-node' } as const,
        { kind: 'single' } as const,
      ][roll(3)]!;
    default:
      return { kind: 'move', member, before: roll(4) === 0 ? undefined : pick().name };
  }
}

/** A layout that `count` random edits, those refused left out, make from one that was posted. */
export function randomLayout(seed: number, count: number): RootDomain {
  const roll = dice(seed * 7919 + 13);
  let layout = builtInLayout(layoutNames[roll(layoutNames.length)]!);
  for (let made = 0; made < count; made += 1) {
    const edit = randomEdit(layout, roll);
    const outcome = applyEdit(layout, edit);
    if (outcome.ok) layout = outcome.layout;
  }
  if (!containerOf(layout, 'cpupri')) throw new Error('cpupri got lost');
  return layout;
}
