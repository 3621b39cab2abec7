// Glossary entries about the machine: CPUs, caches, lines and how they travel, memory.

import { type GlossaryEntry, glossaryEntry } from './entry.ts';

export const hardware: readonly GlossaryEntry[] = [
  glossaryEntry(
    'cpu',
    'CPU (logical)',
    'What the kernel schedules on: one hardware thread, with a number, a [runqueue|runqueue] and at most one running task. Two CPUs may share a [core|smt].',
  ),
  glossaryEntry(
    'smt',
    'Core and SMT',
    'A core executes one or more hardware threads that share its private caches and execution units. With simultaneous multithreading the kernel sees each thread as a [CPU|cpu] of its own.',
  ),
  glossaryEntry(
    'llc',
    'LLC',
    'The last-level cache (LLC) is the largest cache, shared by a group of cores; beyond it there are only other LLCs and memory. Fetching a [line|cache-line] from a core under another LLC takes several times as long as from a core under the same LLC.',
  ),
  glossaryEntry(
    'socket',
    'Socket',
    'One processor package on the board, with its own cores, caches and memory channels. Moving a line from one socket to the other is the slowest transfer between two cores.',
  ),
  glossaryEntry(
    'numa-node',
    'NUMA node',
    'A part of the machine with its own memory, which its cores reach faster than memory elsewhere. One socket may be split into several nodes, see [SNC|snc].',
  ),
  glossaryEntry(
    'snc',
    'SNC',
    'Sub-NUMA clustering: the firmware divides a socket into two or more nodes, each with a share of the cores, the cache slices and the memory channels. SNC makes local access faster and gives the kernel more boundaries to respect.',
  ),
  glossaryEntry(
    'distance',
    'NUMA distance',
    'A table of small numbers from the firmware that says how far memory of one node is from CPUs of another, with 10 for local. The kernel builds the outer [sched domains|sched-domain] from it, one level per distinct distance.',
    'sched_init_numa(), kernel/sched/topology.c',
  ),
  glossaryEntry(
    'cache-line',
    'Cache line',
    'The 64 bytes that caches fetch, own and hand over as one piece, so fields on one line travel together: see [false sharing|false-sharing]. Lines of a structure are counted from 1 here: line 1 is bytes 0 to 63, line 3 is bytes 128 to 191.',
  ),
  glossaryEntry(
    'coherence',
    'Cache coherence',
    'The rule that all cores see one value for each address, kept by messages between their caches. A core must own a [line|cache-line] exclusively before it writes, so writers take the line from each other in turn.',
  ),
  glossaryEntry(
    'owner',
    'Owner of a line',
    'The core whose cache holds a line modified or exclusive. It answers when other cores ask for the line. A line that several cores only read has [sharers|sharer] and no owner.',
  ),
  glossaryEntry(
    'sharer',
    'Sharer',
    'A core that holds a clean copy of a line, which other cores may hold, too. Before a core writes the line, all other copies have to be given up.',
  ),
  glossaryEntry(
    'invalidation',
    'Invalidation',
    'The message that tells a cache to drop its copy because another core is about to write. The price is paid later: the next read there misses and has to fetch the line again.',
  ),
  glossaryEntry(
    'hitm',
    'HITM',
    'Hit modified (HITM): a load that finds its line modified in the cache of another core, so the line has to travel. The tool [perf c2c|c2c] counts such loads, because many of them mean that cores keep writing what others read.',
  ),
  glossaryEntry(
    'local-hitm',
    'Local and remote HITM',
    'Here a [HITM|hitm] is local if the modified copy was under the same [LLC|llc] as the reader, and remote if it came from another. Intel parts with one LLC per socket agree with [perf c2c|c2c], which goes by the socket or node; on AMD parts with several per node, perf counts some as local that are remote here.',
  ),
  glossaryEntry(
    'bouncing',
    'Bouncing line',
    'A line that moves from core to core because several of them write it, or some write what others read. Each move takes a transfer time, and the moves of one line never overlap: see [line queue|line-queue].',
  ),
  glossaryEntry(
    'line-queue',
    'Line queue',
    'The cores that have asked for a line and wait for their turn; in this model the line serves one core at a time, in the order of requests. When requests come faster than the line can move, the queue grows, and a load of nanoseconds takes microseconds.',
  ),
  glossaryEntry(
    'false-sharing',
    'False sharing',
    'Two fields that have nothing to do with each other lie on one [cache line|cache-line], and a write to one makes readers of the other wait. Moving one of them to another line removes the waiting without any change to the algorithm.',
  ),
  glossaryEntry(
    'true-sharing',
    'True sharing',
    'Several cores need the very same word, such as a counter that all of them change. No layout helps here; the word has to be split, changed less often, or not be shared at all.',
  ),
  glossaryEntry(
    'atomic',
    'Atomic operation',
    'A read, change and write of one word that no other core can interrupt, such as a locked increment. The core needs the line exclusively, so an atomic costs as much as a write, whatever its result is used for.',
  ),
  glossaryEntry(
    'barrier',
    'Memory barrier',
    'An instruction that keeps loads or stores before it from being overtaken by those after it. On x86 an [atomic operation|atomic] is a full barrier already, so the barriers of [cpupri|cpupri] cost nothing extra there.',
  ),
  glossaryEntry(
    'ipi',
    'IPI',
    'An inter-processor interrupt: one CPU makes another run a handler, for instance to check whether it should switch tasks. Sending is cheap, but the receiver has to interrupt what it was doing.',
  ),
  glossaryEntry(
    'c2c',
    'perf c2c',
    'A tool that samples loads and stores in hardware and groups them by cache line, offset and function. Its table shows which lines cores take from each other and which code is to blame.',
  ),
  glossaryEntry(
    'cycles',
    'Cycles of a load',
    'The time from the issue of a sampled load until its value arrives, in clock cycles of the core. A hit in the core’s own cache takes a few cycles and a transfer from another socket about a thousand; queueing has no limit.',
  ),
  glossaryEntry(
    'dram',
    'Memory access',
    'A load that no cache could answer, so it went to memory. It is slower than a hit in the [LLC|llc] and often faster than a modified line from the other [socket|socket].',
  ),
];
