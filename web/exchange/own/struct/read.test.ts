// Declarations of C and texts of pahole become fields where a compiler would put them.

import { describe, expect, test } from 'vitest';
import { ScenarioError } from '../../../scenario/index.ts';
import { readStructs } from './read.ts';

const placesOf = (text: string) =>
  readStructs(text)
    .at(-1)!
    .fields.map(({ name, offset, size }) => `${name}@${offset}+${size}`);

test('an enum with its words inside a structure takes the room of an int, or none without a name', () => {
  const text =
    'struct s { u8 a; enum { OFF, ON = 2, } state; enum { MOST = 9 }; enum mode { M } m[2]; u8 z; };';
  expect(placesOf(text)).toEqual(['a@0+1', 'state@4+4', 'm@8+8', 'z@16+1']);
  const pahole = `struct s {
	enum {
		OFF = 0,
	} state;                         /*     0     4 */
	long unsigned int          z;    /*     8     8 */
};`;
  expect(placesOf(pahole)).toEqual(['state@0+4', 'z@8+8']);
});

describe('a declaration of C', () => {
  test('lies as the x86-64 ABI has it, with pointers, arrays, bit fields and attributes', () => {
    const text = `
/* counters of a queue */
struct queue {
	spinlock_t		lock;
	unsigned long		head, tail;   // two of one type
	char			name[5];
	struct list_head	*waiters, entries;
	int			(*poll)(struct queue *q, int how);
	unsigned int		closed:1, full:1;
	u64			hits ____cacheline_aligned_in_smp;
	u16			last __attribute__((aligned(8)));
	void			*data[];
};`;
    expect(placesOf(text)).toEqual([
      'lock@0+4',
      'head@8+8',
      'tail@16+8',
      'name@24+5',
      'waiters@32+8',
      'entries@40+16',
      'poll@56+8',
      'closed, full@64+4',
      'hits@128+8',
      'last@136+2',
      'data@144+0',
    ]);
    expect(readStructs(text)[0]).toMatchObject({
      name: 'queue',
      size: 192,
      alignment: 64,
      from: 'c',
    });
  });

  test('knows structures that stand before it, in it and in unions', () => {
    const text = `struct pair { int a; char b; };
struct outer {
	struct pair two[3];
	union { long whole; struct { int low, high; }; };
	struct { u8 x; u32 y; } inner;
	CACHELINE_PADDING(_pad1_);
	atomic_t last;
};`;
    expect(placesOf(text)).toEqual([
      'two@0+24',
      'whole@24+8',
      'low@24+4',
      'high@28+4',
      'inner.x@32+1',
      'inner.y@36+4',
      'last@64+4',
    ]);
  });

  test('of a type that nobody knows has no offsets from there on', () => {
    expect(placesOf('struct a { int x; struct odd y; int z; };')).toEqual([
      'x@0+4',
      'y@undefined+undefined',
      'z@undefined+4',
    ]);
  });
});

describe('what pahole prints', () => {
  test('has the offsets that it says', () => {
    const text = `struct zone {
	unsigned long              _watermark[4];        /*     0    32 */
	/* XXX 32 bytes hole, try to pack */
	/* --- cacheline 1 boundary (64 bytes) --- */
	struct odd                 lock __attribute__((__aligned__(64))); /*    64     4 */
	unsigned int               a:1;                  /*    68: 0  4 */
	unsigned int               b:1;                  /*    68: 1  4 */
	union {
		long               x;                    /*    72     8 */
		char               y;                    /*    72     1 */
	};                                               /*    72     8 */

	/* size: 128, cachelines: 2, members: 3 */
} __attribute__((__aligned__(64)));`;
    expect(placesOf(text)).toEqual([
      '_watermark@0+32',
      'lock@64+4',
      'a, b@68+4',
      'x@72+8',
      'y@72+1',
    ]);
    expect(readStructs(text)[0]).toMatchObject({ from: 'pahole', size: 128 });
  });
});

describe('a text that is none', () => {
  test.each([
    ['', 'holds no structure'],
    ['struct a { int x', 'has no semicolon'],
    ['struct a { int x; ', 'ends inside of a structure'],
    ['struct a { int x[N]; };', 'has an array of "N"'],
    ['struct a { int x; } __packed;', 'is packed'],
    ['struct a { int; };', 'is not a member'],
    ['struct { int x; };', 'has no name'],
    [`struct a { ${'struct { '.repeat(40)}`, 'nested more than 16 deep'],
    [`struct a { char x[9999999]; };`, 'has 9999999 bytes'],
    [`struct a { int x __aligned(3); };`, 'has an invalid alignment'],
  ])('%j is refused: %s', (text, problem) => {
    let said = '';
    try {
      readStructs(text);
    } catch (cause) {
      expect(cause).toBeInstanceOf(ScenarioError);
      said = (cause as ScenarioError).problem;
    }
    expect(said).toContain(problem);
  });

  test('of names that mean something to JavaScript has fields of those names', () => {
    expect(placesOf('struct constructor { int __proto__; long toString; };')).toEqual([
      '__proto__@0+4',
      'toString@8+8',
    ]);
    expect(placesOf('struct a { struct __proto__ x; toString y; };')[0]).toBe(
      'x@undefined+undefined',
    );
  });
});
