// Glossary entries about this program: what it calls an event, a decision, a window, a figure that was fitted.

import { type Entry, entry } from './entry.ts';

export const thisProgram: readonly Entry[] = [
  entry(
    'event',
    'Event',
    'One record of the simulated kernel: a miss, a wake-up, a switch, a decision and so on, with its nanosecond. Stepping goes from one to the next, forward or back.',
  ),
  entry(
    'decision',
    'Decision',
    'A place where the scheduler or the page allocator had a choice and took it. Each leaves an explain record, from which "Why?" tells its story.',
  ),
  entry(
    'frames',
    'Frames',
    'What the FFmpeg stories count as work done: each is one piece of work that a thread computes before it wakes another thread and sleeps. The rate per second is the throughput of the run, and stands for the frames of a real transcoder without being measured from one.',
  ),
  entry(
    'measured-window',
    'Measured window',
    'The part of a run after its warm-up, from which all headline numbers come. Before it begins a page says "warming up" instead of showing numbers.',
  ),
  entry(
    'fitted',
    'Fitted, predicted',
    'A number is fitted if a parameter was tuned until it agreed with a published one, and predicted if nothing was tuned for it. Only a predicted number says something about the model.',
  ),
  entry(
    'seed',
    'Seed',
    'The number all random choices of a run come from. Same scenario, same seed: the same run, event by event, on every machine.',
  ),
  entry(
    'trace-hash',
    'Trace hash',
    'A fingerprint over every event of a run so far. Two runs with equal hashes did the same things at the same nanoseconds.',
  ),
  entry(
    'kernel-share',
    'Share of kernel cycles',
    'The part of busy CPU time that is not work of the program: kernel code and all waiting for lines and locks inside it. The FFmpeg story is about bringing it from 20 % to 11 %.',
  ),
];
