// Glossary entries about pages: zones, page lists, the buddy allocator, the functions that decide and their reasons.
// Facts of Linux 6.18 unless an entry says otherwise.

import { type GlossaryEntry, glossaryEntry, reason } from './entry.ts';

const terms: readonly GlossaryEntry[] = [
  glossaryEntry(
    'zone',
    'Zone',
    'A range of physical memory of one [node|numa-node] with its own free lists and lock. On large machines nearly all memory of a node lies in the zone called Normal.',
    'struct zone, include/linux/mmzone.h',
  ),
  glossaryEntry(
    'zone-lock',
    'Zone lock',
    'The lock of a [zone|zone]’s free lists, shared by all CPUs of a node. A CPU that takes or gives back pages holds it for the whole batch.',
  ),
  glossaryEntry(
    'pcp',
    'Per-CPU page list',
    'Free pages that one CPU keeps for itself, so that most allocations need no shared line and no lock for which other CPUs wait. The list is refilled from and flushed to the [zone|zone] in batches.',
    'struct per_cpu_pages, include/linux/mmzone.h',
  ),
  glossaryEntry(
    'pcp-batch',
    'batch',
    'How many pages a CPU takes from or gives to the [zone|zone] under one hold of its [lock|zone-lock]. A larger batch takes the lock less often but holds it longer.',
    'zone_batchsize(), mm/page_alloc.c',
  ),
  glossaryEntry(
    'pcp-high',
    'high',
    'How many pages a [page list|pcp] may hold before the CPU gives a batch back. In current kernels the mark moves between a minimum and a maximum, as demand changes.',
    'nr_pcp_high(), mm/page_alloc.c',
  ),
  glossaryEntry(
    'buddy',
    'Buddy allocator',
    'Keeps free memory as blocks of 2 to the n pages and splits or merges neighbours as needed. It is the shared store behind the [per-CPU lists|pcp].',
    '__rmqueue_smallest(), mm/page_alloc.c',
  ),
  glossaryEntry(
    'page-order',
    'Order',
    'The size of a block of pages as a power of two: order 0 is one page, order 10 is 4 MiB with pages of 4 KiB. Splitting a block of higher order touches the descriptor of each half.',
  ),
  glossaryEntry(
    'migrate-type',
    'Migrate type',
    'Says whether pages can be moved elsewhere; free blocks of different types are kept apart, so that unmovable pages do not lie scattered among movable ones. A [pageblock|pageblock] has one type, and pages freed in it go to the lists of that type.',
    'enum migratetype, include/linux/mmzone.h',
  ),
  glossaryEntry(
    'pageblock',
    'Pageblock',
    'The 512 pages of 4 KiB that a huge page would need; a pageblock has one [migrate type|migrate-type]. When a type has no free blocks left, the [buddy allocator|buddy] takes pages of another type, whole pageblocks if it can.',
    'set_pageblock_migratetype(), mm/page_alloc.c',
  ),
  glossaryEntry(
    'lru',
    'LRU lock',
    'The lock of the LRU lists, which record how recently pages were used. Newly mapped pages are added in batches of 15 or 31, because every addition needs this lock.',
    'lru_add_drain(), mm/swap.c',
  ),
  glossaryEntry(
    'page-fault',
    'Page fault',
    'A task touches memory that has no page yet, and the kernel finds a free page, clears it and maps it. Many CPUs that fault at once meet at the [zone lock|zone-lock] and at the [LRU lock|lru].',
    'do_anonymous_page(), mm/memory.c',
  ),
];

const functions: readonly GlossaryEntry[] = [
  glossaryEntry(
    'rmqueue-bulk',
    'rmqueue_bulk()',
    'Moves a [batch|pcp-batch] of pages from the [buddy allocator|buddy] to the page list of one CPU. The CPU holds the [zone lock|zone-lock] from the first page to the last.',
    'rmqueue_bulk(), mm/page_alloc.c',
  ),
  glossaryEntry(
    'free-pcppages-bulk',
    'free_pcppages_bulk()',
    'Gives pages of a CPU’s [list|pcp] back to the [buddy allocator|buddy], which merges them with free neighbours. The CPU holds the [zone lock|zone-lock] meanwhile.',
    'free_pcppages_bulk(), mm/page_alloc.c',
  ),
  glossaryEntry(
    'steal-suitable-fallback',
    'steal_suitable_fallback()',
    'Until 6.14, serves a request whose [migrate type|migrate-type] has no free blocks from blocks of another type. It takes whole [pageblocks|pageblock], the free pages of one, or a single block, depending on what else lies there.',
    'steal_suitable_fallback(), mm/page_alloc.c, until 6.14',
  ),
];

const reasons: readonly GlossaryEntry[] = [
  reason(
    'LIST_EMPTY',
    'The CPU’s own [page list|pcp] of the wanted type had no page left. A [batch|pcp-batch] was taken from the zone.',
  ),
  reason(
    'LIST_EMPTY_FALLBACK',
    'The CPU’s own list was empty, and the [zone|zone] had no free block of that type. A block of another type was taken instead.',
  ),
  reason(
    'ZONE_EMPTY',
    'The [zone|zone] had no free pages left. The task gets no page, or a page of another zone.',
  ),
  reason(
    'ABOVE_HIGH',
    'After a page was freed, the CPU’s [lists|pcp] had reached their [high|pcp-high] mark. So a batch of pages went back to the zone.',
  ),
  reason(
    'HIGH_DECAYED',
    'About once per second the kernel lowers the [high|pcp-high] mark of modern [lists|pcp] by an eighth, down to its minimum. The pages above the mark went back to the zone.',
  ),
  reason(
    'FALLBACK_LARGE',
    'The largest free block of another [migrate type|migrate-type] was a [pageblock|pageblock] or more. The whole block changed its type, so types are not mixed.',
  ),
  reason(
    'FALLBACK_CLAIMED',
    'At least half of the [pageblock|pageblock] was free, or used by pages that may be of the wanted [type|migrate-type]. So the block changed its type, and pages freed in it later go to the lists of the new type.',
  ),
  reason(
    'FALLBACK_PIECES',
    'Pages of the block’s own [migrate type|migrate-type] use most of the [pageblock|pageblock]. Only its free pages changed lists, so both types will be mixed in it.',
  ),
  reason(
    'FALLBACK_ONE',
    'Movable pages can be moved later, so one small block of another [migrate type|migrate-type] is enough for them. The [pageblock|pageblock] around it keeps its type.',
  ),
];

export const glossaryPages: readonly GlossaryEntry[] = [...terms, ...functions, ...reasons];
