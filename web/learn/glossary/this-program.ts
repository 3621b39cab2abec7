// Glossary entries about this program: what it calls an event, a decision, a window, a figure that was fitted.

import { type GlossaryEntry, glossaryEntry } from './entry.ts';

export const thisProgram: readonly GlossaryEntry[] = [
  glossaryEntry(
    'event',
    'Event',
    'One record of the simulated kernel: a miss, a wake-up, a switch, a decision and so on, with its nanosecond. Stepping goes from one to the next, forward or back.',
  ),
  glossaryEntry(
    'decision',
    'Decision',
    'A point where the scheduler or the page allocator had a choice and made it. Each decision leaves an explain record, from which "Why?" tells what was considered.',
  ),
  glossaryEntry(
    'frames',
    'Frames',
    'What the FFmpeg stories count as work done: a job is one piece of work that a thread computes before it wakes another thread and sleeps. The rate per second is the throughput of the run, and stands for the frames of a real transcoder without being measured from one.',
  ),
  glossaryEntry(
    'cycles-score',
    'Cycles (score)',
    'In the chacha20 stories a cycle is one simulated clock cycle of the RISC-V core, in stress-ng cyclic one sleep and one wake-up. The score counts the cycles of all threads per second.',
  ),
  glossaryEntry(
    'inversions',
    'Inversions (score)',
    'What pi_stress counts: a thread of high priority waits for a lock that a thread of low priority holds, and lends that thread its priority. The score is the number of completed inversions per second.',
  ),
  glossaryEntry(
    'messages',
    'Messages (score)',
    'What hackbench counts: a sender writes 100 bytes to a pipe or socket, and a receiver reads them. The score is the number of messages received per second.',
  ),
  glossaryEntry(
    'operations',
    'Operations (score)',
    'What tbench and netperf count: a client sends a request and receives the reply of its server. The score is the number of completed requests per second.',
  ),
  glossaryEntry(
    'pages-score',
    'Pages (score)',
    'What the stories of page lists count: pages that the kernel provides and takes back again. The score is their number per second, summed over all CPUs; it is the mean of pages allocated and pages freed.',
  ),
  glossaryEntry(
    'passes',
    'Passes (score)',
    'What STREAM counts: all threads together go once through their arrays, and wait for the slowest. The score is the number of passes per second.',
  ),
  glossaryEntry(
    'requests',
    'Requests (score)',
    'In schbench a request is the work of a worker between two wake-ups. The score is the number of completed requests per second; the redis story counts pipelines, of 16 requests each.',
  ),
  glossaryEntry(
    'bogo-operations',
    'Bogo operations (score)',
    'What stress-ng counts; in its context test a bogo operation is a thousand swaps of a user-level context, without the kernel. The score is their number per second.',
  ),
  glossaryEntry(
    'measured-window',
    'Measured window',
    'The part of a run after its warm-up, on which all headline figures are based. Before it begins, a page shows "warming up" and no numbers.',
  ),
  glossaryEntry(
    'fitted',
    'Fitted, predicted',
    'A number is fitted if a parameter was tuned until it agreed with a published one, and predicted if nothing was tuned for it. Only a predicted number tests the model.',
  ),
  glossaryEntry(
    'seed',
    'Seed',
    'The number from which all random choices of a run follow. Scenario and seed together give the same run, event by event, on every machine.',
  ),
  glossaryEntry(
    'trace-hash',
    'Trace hash',
    'A fingerprint over every event of a run so far. Two runs with equal hashes did the same things at the same nanoseconds.',
  ),
  glossaryEntry(
    'kernel-share',
    'Share of kernel cycles',
    'The part of busy CPU time that is not work of the program: kernel code, and all waiting for lines and locks inside it. In the FFmpeg story the patch lowers it from 20 % to 11 %.',
  ),
];
