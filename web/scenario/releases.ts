// Linux releases as one choice: which switch of the core each has, with the commit that changed it, and what no switch has.
// A kernel that names a release (`kernel.linux`) runs with its switches where it says nothing itself. The label
// `kernel.version` decides nothing; that is version-label.ts's.

/** The releases that can be chosen, oldest first: those of long support, and those after the modelled one. */
export const releases = [
  ...(['v5.4', 'v5.10', 'v5.15', 'v6.1', 'v6.6', 'v6.12', 'v6.18'] as const),
  ...(['v7.0', 'v7.2'] as const),
] as const;
export type Release = (typeof releases)[number];

/** How it is known in which release a change came. */
type Known =
  /** A tag, a posting or a table of fixes names it. */
  | 'named'
  /** From the date on which it came into the scheduler's tree. */
  | 'date';

interface Step {
  /** The first release that has it; the first step has none: it is what came before. */
  readonly since?: string;
  readonly value: string | boolean;
  readonly commit?: string;
  readonly subject?: string;
  readonly known?: Known;
}

export interface ReleaseSwitch {
  /** Name of the option below `kernel`. */
  readonly option: string;
  /** It means nothing to the stand-in of the fair class. */
  readonly isFullOnly?: true;
  /** Counts only where the kernel has turned the option on. */
  readonly onlyIfSet?: true;
  /** Oldest first. */
  readonly steps: readonly Step[];
}

export const releaseSwitches: readonly ReleaseSwitch[] = [
  {
    option: 'numa_imbalance',
    steps: [
      { value: 'v5.7' },
      {
        ...{ since: 'v5.11', value: 'v5.11', commit: '7d2b5dd0bcc4', known: 'named' },
        subject: 'sched/numa: Allow a floating imbalance between NUMA nodes',
      },
      {
        ...{ since: 'v5.18', value: 'v5.18', commit: 'e496132ebedd', known: 'date' },
        subject: 'sched/fair: Adjust the allowed NUMA imbalance when SD_NUMA spans multiple LLCs',
      },
      {
        ...{ since: 'v6.0', value: 'v6.0', commit: 'cb29a5c19d2d', known: 'date' },
        subject: 'sched/numa: Apply imbalance limitations consistently',
      },
    ],
  },
  {
    option: 'idle_search',
    steps: [
      { value: 'prop-v5.10' },
      {
        // As 5.15 has it, with what c722f35b513f gave it back in 5.13: the siblings of the previous CPU.
        ...{ since: 'v5.12', value: 'prop', commit: '9fe1f127b913', known: 'named' },
        subject: 'sched/fair: Merge select_idle_core/cpu()',
      },
      {
        ...{ since: 'v6.0', value: 'util', commit: '70fb5ccf2ebb', known: 'date' },
        subject: 'sched/fair: Introduce SIS_UTIL to search idle CPU based on sum of util_avg',
      },
    ],
  },
  {
    option: 'wake_leaving',
    isFullOnly: true,
    steps: [
      { value: 'wait' },
      {
        ...{ since: 'v5.8', value: 'wakelist', commit: 'c6e7bd7afaeb', known: 'named' },
        subject: 'sched/core: Optimize ttwu() spinning on p->on_cpu',
      },
    ],
  },
  {
    option: 'fair_order',
    isFullOnly: true,
    steps: [
      { value: 'cfs' },
      {
        ...{ since: 'v6.6', value: 'eevdf', commit: '147f3efaa241', known: 'named' },
        subject: 'sched/fair: Implement an EEVDF-like scheduling policy',
      },
    ],
  },
  {
    option: 'delayed_dequeue',
    steps: [
      { value: false },
      {
        ...{ since: 'v6.12', value: true, commit: '152e11f6df29', known: 'named' },
        subject: 'sched/fair: Implement delayed dequeue',
      },
    ],
  },
  {
    option: 'should_we_balance',
    steps: [
      { value: 'first-idle' },
      {
        ...{ since: 'v6.6', value: 'core-aware', commit: 'b1bfeab9b002', known: 'date' },
        subject: 'sched/fair: Consider the idle state of the whole core for load balance',
      },
    ],
  },
  {
    option: 'task_group',
    isFullOnly: true,
    onlyIfSet: true,
    steps: [
      { value: 'v4.5' },
      {
        ...{ since: 'v6.7', value: 'v6.7', commit: '1528c661c24b', known: 'date' },
        subject: 'sched/fair: Ratelimit update to tg->load_avg',
      },
    ],
  },
  {
    option: 'newidle_fail_cost',
    steps: [
      { value: 'measured' },
      {
        ...{ since: 'v6.17', value: 'raised', commit: '155213a2aed4', known: 'named' },
        subject: 'sched/fair: Bump sd->max_newidle_lb_cost when newidle balance fails',
      },
      {
        ...{ since: 'v6.19', value: 'dice', commit: '33cf66d88306', known: 'date' },
        subject: 'sched/fair: Proportional newidle balance',
      },
    ],
  },
  {
    option: 'serialize_test',
    steps: [
      { value: 'before' },
      {
        ...{ since: 'v6.19', value: 'after', commit: '3324b2180c17', known: 'date' },
        subject: 'sched/fair: Skip sched_balance_running cmpxchg when balance is not due',
      },
    ],
  },
  {
    option: 'page_lists.form',
    steps: [
      {
        value: 'v4.19',
        commit: 'd8a759b57035',
        subject: "mm, page_alloc: double zone's batchsize",
      },
      {
        ...{ since: 'v6.7', value: 'modern', commit: '90b41691b988', known: 'date' },
        subject: 'mm: add framework for PCP high auto-tuning',
      },
    ],
  },
];

/** What changed between these releases and has no switch: a choice of a release leaves it is in 6.18. */
export const withoutSwitch: readonly string[] = [
  'The release as shipped is meant; stable updates carry some of these changes to older releases.',
  'NUMA imbalance before 5.7 is treated as in 5.7.',
  'Page lists that hold higher orders (44042b449872) came before the tuning of 6.7; releases in between run with the form of 4.19.',
  'Cache-aware balancing is in 7.2, and stays as the story has it.',
  'Lazy preemption and autogroup are choices of a configuration, and stay as the story has them.',
  'The levels of cpupri, the overload flag of RT tasks and the fair server are those of 6.18.',
  'Slice protection of EEVDF, the group statistics of balancing, PELT and the sched domains are those of 6.18.',
  'Pipes, futexes, drivers, mitigations and the compiler are the same in every release here.',
];

/** 6.12 as 6012. */
function rank(release: string): number {
  const [major = 0, minor = 0] = release.replace(/^v/, '').split('.').map(Number);
  return 1000 * major + minor;
}

/** What a release has of a switch, and since when. */
export const releaseStepOf = ({ steps }: ReleaseSwitch, release: string): Step =>
  steps.findLast(({ since }) => since === undefined || rank(since) <= rank(release))!;

const switchOf = (option: string): ReleaseSwitch | undefined =>
  releaseSwitches.find((each) => each.option === option);

/** What a release has of an option that a kernel leaves out; undefined: what stands for every release. */
export function releaseValue(
  option: string,
  release: string | undefined,
  isFull: boolean,
): string | boolean | undefined {
  const found = release === undefined ? undefined : switchOf(option);
  if (!found || found.onlyIfSet || (found.isFullOnly && !isFull)) return undefined;
  return releaseStepOf(found, release!).value;
}

/** The options that a kernel sets itself and that its release has otherwise: what it says counts. */
export function ownOptionsOf(kernel: object): string[] {
  const { linux } = kernel as { readonly linux?: string };
  if (linux === undefined) return [];
  return releaseSwitches.flatMap((each) => {
    const said = each.option
      .split('.')
      .reduce<unknown>((of, key) => (of as Record<string, unknown> | undefined)?.[key], kernel);
    return said === undefined || said === releaseStepOf(each, linux).value ? [] : [each.option];
  });
}

/** A switch that two releases have otherwise. */
export interface ChangedSwitch {
  readonly option: string;
  readonly from: string | boolean;
  readonly to: string | boolean;
  readonly commit: string | undefined;
}

/** The switches that change between two releases, as they are in either. */
export function changedBetween(earlier: string, later: string): ChangedSwitch[] {
  return releaseSwitches.flatMap((each) => {
    const [before, after] = [releaseStepOf(each, earlier), releaseStepOf(each, later)];
    if (before === after) return [];
    const { commit } = rank(later) > rank(earlier) ? after : before;
    return [{ option: each.option, from: before.value, to: after.value, commit }];
  });
}
