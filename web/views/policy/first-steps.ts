// The first steps with a policy: which to begin with, in which story, and what it shows there.

import { firstPolicyStory } from '../../policy/first-story.ts';

export interface FirstStep {
  readonly title: string;
  readonly text: string;
  /** Of the starters. */
  readonly starter: string;
  readonly scenario: string;
}

export const firstSteps: readonly FirstStep[] = [
  {
    title: 'Stay',
    text: 'One line: no task ever leaves its CPU. Tasks wait behind each other while other CPUs idle. Press Run as C, then Compare with Linux: a third less throughput than Linux.',
    starter: 'stay',
    scenario: firstPolicyStory,
  },
  {
    title: 'Look around',
    text: 'An idle CPU that shares a cache with the last one, or with the waker’s: the core of what Linux does. Why? (key I) shows what each check read.',
    starter: 'llc-first',
    scenario: firstPolicyStory,
  },
  {
    title: 'Beat Linux',
    text: 'The shortest queue of 256 CPUs, where many tasks wait: more messages than with Linux, though every answer reads 257 words. Run and race it as well: it is larger than the first two, so it takes longer.',
    starter: 'least-loaded',
    scenario: 'split-llc/hackbench-groups',
  },
  {
    title: 'Lose elsewhere',
    text: 'The same text where no task waits: everything that it reads delays a wake-up. Run it, race it, and choose wake_latency under Measure.',
    starter: 'least-loaded',
    scenario: 'split-llc/schbench-distance',
  },
  {
    title: 'Remember',
    text: 'CPUs in turn: one word for all of them. Its line bounces between CPUs; look for next[0] in Cache lines.',
    starter: 'round-robin',
    scenario: firstPolicyStory,
  },
];
