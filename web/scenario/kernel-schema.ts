// The format of a kernel: its version, its layout of root_domain, and its options. What an option is and what the core
// gets of it stands in kernel-options.ts.

import * as v from 'valibot';
import { HINT } from '../engine/abi.gen.ts';
import { CacheAwareSchema } from './cache-aware.ts';
import { either, flagSchema, oneOf, optional, record, rule, text } from './fields.ts';
import { optionSchemas } from './kernel-options.ts';
import { patchNames } from './layout/index.ts';
import { EditedLayoutSchema, LayoutSchema } from './layout-schema.ts';
import { releases } from './releases.ts';
import { name } from './topology-schema.ts';

/** The core's HINT bits. */
export const forkHints = { none: 0, affine: HINT.FORK_AFFINE, spread: HINT.FORK_SPREAD } as const;
export const wakeHints = { none: 0, affine: HINT.WAKE_AFFINE, hold: HINT.WAKE_HOLD } as const;

/**
 * What a program wants, as a kernel could ask it, and the hints that serve it best here. The names are
 * those the slides quote; no kernel defines what they do, the combinations are this project's.
 */
export const intents = {
  'tail-latency': { fork: 'affine', wake: 'hold', wide: true },
  throughput: { fork: 'spread', wake: 'hold', wide: false },
  interactive: { fork: 'none', wake: 'affine', wide: false },
  'non-interactive': { fork: 'spread', wake: 'none', wide: false },
  background: { fork: 'affine', wake: 'hold', wide: false },
  efficient: { fork: 'affine', wake: 'affine', wide: false },
} as const;
type Intent = keyof typeof intents;

const singleHints = {
  fork: optional(
    oneOf(
      Object.keys(forkHints) as (keyof typeof forkHints)[],
      'where children should start (none)',
    ),
  ),
  wake: optional(
    oneOf(
      Object.keys(wakeHints) as (keyof typeof wakeHints)[],
      'where sleepers should wake (none)',
    ),
  ),
  wide: optional(flagSchema('a wake-up that finds its LLC full also searches the node (false)')),
  ...optionSchemas('hints'),
};

const hintsSchema = v.pipe(
  record(
    {
      intent: optional(
        oneOf(
          Object.keys(intents) as Intent[],
          'what the tasks want, instead of single hints: a combination of hints chosen by this project',
        ),
      ),
      ...singleHints,
    },
    'hints that the workload’s tasks get as if from a wrapper process',
  ),
  rule(
    ({ intent, fork, wake, wide }) =>
      intent === undefined || (fork === undefined && wake === undefined && wide === undefined),
    'has an intent as well as single hints',
    'write either intent, or fork, wake and wide',
  ),
);

/** What becomes of the machine's table of distances. */
export const slitForms = ['given', 'sanitised'] as const;

/** `entries` with more of them behind the one of that name: the order is the published schema's. */
function inserted<Entries extends object, More extends object>(
  entries: Entries,
  behind: keyof Entries & string,
  more: More,
): Entries & More {
  return Object.fromEntries(
    Object.entries(entries).flatMap((entry) =>
      entry[0] === behind ? [entry, ...Object.entries(more)] : [entry],
    ),
  ) as Entries & More;
}

const { form, ...pageListLimits } = optionSchemas('page_lists');

export const KernelSchema = record(
  {
    version: text(40, 'the kernel version, only a label: the other options set the switches'),
    linux: optional(
      oneOf(
        releases,
        'the Linux release whose switches count where this kernel says nothing itself; left out: those of 6.18, with the page lists of 4.19',
      ),
    ),
    layout: either(
      [
        name(`the layout of root_domain, by its patches (${patchNames.join(', ')})`),
        EditedLayoutSchema,
        LayoutSchema,
      ],
      `the layout of root_domain: ${patchNames.join(', ')}, or a layout of your own`,
    ),
    ...inserted(
      inserted(optionSchemas(), 'fork_tie_break', { hints: optional(hintsSchema) }),
      'sched_batch_every',
      {
        slit: optional(
          oneOf(
            slitForms,
            'distances between packages of three nodes and more: given (as the machine says, the default: v6.18 averages nothing, and the table of gnr-2s-snc3 is averaged already) or sanitised (their average, after 6.18)',
          ),
        ),
      },
    ),
    page_lists: optional(
      record({ form: form.wrapped, ...pageListLimits }, 'the per-CPU page lists'),
    ),
    cache_aware: optional(CacheAwareSchema),
  },
  'the kernel',
);
export type Kernel = v.InferOutput<typeof KernelSchema>;
