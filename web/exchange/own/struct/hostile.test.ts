// Whatever is pasted as a structure: it is refused in words, or has fields that lie within it. Runs longer with
// SCHEDSCAPE_STRUCT_TEXTS=1000000.

import { expect, test } from 'vitest';
import { takenOf } from '../testing-torn.ts';
import { readStructs } from './read.ts';

const texts = Number(process.env.SCHEDSCAPE_STRUCT_TEXTS ?? 3000);

const declared = `/* counters */
struct pair { int a; char b[3]; };
struct stats {
	spinlock_t lock;
	unsigned long hits, misses ____cacheline_aligned_in_smp;
	union { struct pair p; u64 both; };
	struct list_head *next, list;
	unsigned int flag:1, more:7;
	void (*call)(struct stats *, int);
	atomic_t count[4] __attribute__((aligned(64)));
} ____cacheline_aligned;
`;
const pahole = `struct stats {
	spinlock_t                 lock;                 /*     0     4 */

	/* XXX 4 bytes hole, try to pack */

	long unsigned int          hits;                 /*     8     8 */
	/* --- cacheline 1 boundary (64 bytes) --- */
	struct pair {
		int                a;                    /*    64     4 */
	} p;                                             /*    64     4 */

	/* size: 128, cachelines: 2, members: 3 */
	/* padding: 60 */
};
`;

test('structures are refused in words or laid', { timeout: 0 }, () => {
  const read = (text: string) => {
    for (const { size, fields } of readStructs(text)) {
      if (size !== undefined && !Number.isSafeInteger(size)) throw new Error(`a size of ${size}`);
      for (const { offset, size: bytes } of fields) {
        const isSaid = offset !== undefined && bytes !== undefined;
        if (isSaid && (offset < 0 || bytes < 0)) throw new Error(`a field at ${offset}`);
      }
    }
  };
  const scraps = ['struct ', 'union ', '____cacheline_aligned', ':3', '[7]', '/* 8 4 */', 'int '];
  expect(takenOf(texts, [declared, pahole], read, scraps)).toBeGreaterThan(texts / 20);
});
