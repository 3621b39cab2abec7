// Extraction in the large: tasks with the same name and behaviour become one kind of a workload. Runs and sleeps of
// the kind are drawn from tables of the recorded ones; a woken task waits on a semaphore of its kind, which wakers
// post as often as recorded.

import type { RecordedRun } from '../../../engine/recorded/rows.ts';
import { KINDS } from '../../../scenario/program/limits.ts';
import type { ResourceForm, TaskForm } from '../../../scenario/program/schema.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { type ExtractedParts, ns, policyOf, Unique } from './extract-names.ts';
import type { Stories, TaskStory } from './segments.ts';
import { stepTexts } from './step-texts.ts';

interface Post {
  readonly to: number;
  /** Onto a CPU that was busy while others were idle. */
  readonly crowds: boolean;
}

/** What a task does from one wait to the next. */
interface Segment {
  /** ns. */
  run: number;
  /** Tasks it woke. */
  readonly posts: Post[];
  /** The cause of its wake-up: a task, or an unknown one after `slept` ns. */
  from: number | undefined;
  slept: number;
}

interface Kind {
  readonly name: string;
  readonly tasks: readonly number[];
  readonly segments: readonly Segment[];
  /** Most of them waited when they were first heard of. */
  readonly waitsFirst: boolean;
}

/** Within such a factor medians are alike. */
const alike = 2;
/** Longest loop of segments: in how many a share is told as a whole number. */
const longestLoop = 12;
/** Pieces of a run between which it wakes others: of a dozen segments with steps for as many kinds the texts are well within what a phase may have. */
const mostPieces = 24;
/** Values of a table of the core. */
const tableValues = 32;
/** What a task that never waits does at a time, ns. */
const piece = 1_000_000;

export function fittedTasks(
  run: RecordedRun,
  stories: Stories,
  notes: ReaderNotes,
): ExtractedParts {
  const kinds = kindsOf(run, stories, notes);
  const kindOf = new Map(kinds.flatMap((kind, at) => kind.tasks.map((task) => [task, at])));
  const kept = keptWakes(kinds, kindOf, notes);
  const unique = new Unique();
  const resources: ResourceForm[] = [];
  // One semaphore per woken kind, for all its wakers: a task that waited for two wakers in turn would lose the
  // posts of the faster one.
  const semaphores = new Map<number, string>();
  const semaphore = (from: number, to: number): string | undefined => {
    if (!kept.has(`${from} ${to}`)) return undefined;
    const name = semaphores.get(to) ?? unique.name(`to:${kinds[to]!.name}`);
    semaphores.set(to, name);
    return name;
  };
  const tasks = kinds.map((kind, at): TaskForm => {
    const loop = loopOf(kind, at, kindOf, semaphore, resources, unique);
    const first = run.tasks[kind.tasks[0]!]!;
    return {
      name: kind.name,
      count: kind.tasks.length,
      ...policyOf(first),
      memory: { process: first.tgid > 0 ? `p${first.tgid}` : kind.name },
      phases: [{ loops: 0, steps: loop, log: false }],
    };
  });
  notes.add(
    `${counted(stories.tasks.size, 'task')} became ${counted(tasks.length, 'kind')}: names alike but for digits at their end, medians of runs and sleeps within a factor of ${alike}.`,
  );
  if (
    tasks.some(({ phases }) =>
      phases.some(({ steps }) => steps.some((text) => / sync(;|$)/.test(text))),
    )
  ) {
    notes.add(
      'Tasks were woken onto busy CPUs while other CPUs were idle, and a trace gives no reason: these wake-ups are treated as synchronous, as pipes and sockets wake a task when the waker is about to sleep.',
    );
  }
  notes.add(
    'The point in a run at which a task wakes others is not kept: wake-ups come at the end of the run, or spread over it if there are many.',
  );
  return { tasks, resources };
}

// ---- kinds --------------------------------------------------------------------------------------------

function kindsOf(run: RecordedRun, { tasks }: Stories, notes: ReaderNotes): Kind[] {
  const groups = new Map<string, { task: number; segments: Segment[]; story: TaskStory }[]>();
  for (const [task, story] of tasks) {
    const { comm, prio } = run.tasks[task]!;
    const base = comm.replace(/\d{1,10}$/, '').replace(/[-_/:]$/, '') || comm;
    const key = `${prio} ${base}`;
    const segments = segmentsOf(story);
    if (segments.length === 0) continue;
    groups.set(key, [...(groups.get(key) ?? []), { task, segments, story }]);
  }
  const unique = new Unique();
  const kinds: Kind[] = [];
  for (const [key, members] of groups) {
    const base = key.slice(key.indexOf(' ') + 1);
    for (const group of splitByMedians(members)) {
      const waiting = group.filter(
        ({ story }) => story.items[0]?.does !== 'run' && story.items[0]?.does !== 'post',
      );
      kinds.push({
        name: unique.name(base),
        tasks: group.map(({ task }) => task),
        segments: group.flatMap(({ segments }) => segments),
        waitsFirst:
          waiting.length * 2 > group.length || group.every(({ story }) => story.start > 0),
      });
    }
  }
  if (kinds.length > KINDS) notes.add(`${counted(kinds.length - KINDS, 'kind')} left out.`);
  return kinds.slice(0, KINDS);
}

function splitByMedians<Member extends { readonly segments: readonly Segment[] }>(
  members: readonly Member[],
): Member[][] {
  const median = (values: number[]) => values.sort((x, y) => x - y)[values.length >> 1] ?? 0;
  const known = members.map((member) => ({
    member,
    run: median(member.segments.map(({ run }) => run)),
    slept: median(member.segments.flatMap(({ from, slept }) => (from === undefined ? slept : []))),
  }));
  const groups: { run: number; slept: number; members: Member[] }[] = [];
  for (const { member, run, slept } of known.sort((x, y) => x.run - y.run || x.slept - y.slept)) {
    const isNear = (a: number, b: number) => Math.max(a, b) <= alike * Math.max(1, Math.min(a, b));
    const group = groups.find((each) => isNear(each.run, run) && isNear(each.slept, slept));
    if (group) group.members.push(member);
    else groups.push({ run, slept, members: [member] });
  }
  return groups.map((group) => group.members);
}

/** Whole segments: what was cut off at the beginning says nothing of their length. */
function segmentsOf({ items, endsAsleep }: TaskStory): Segment[] {
  const segments: Segment[] = [];
  const empty = (): Segment => ({ run: 0, posts: [], from: undefined, slept: 0 });
  let present = empty();
  for (const item of items) {
    if (item.does === 'run') present.run += item.ns;
    else if (item.does === 'post') {
      // One that met its task awake let it go on: as a post that is kept for later it would spare it a sleep it had.
      if (item.wakes) present.posts.push(item);
    } else if (item.does === 'sleep' || item.wakes) {
      present.from = item.does === 'await' ? item.from : undefined;
      present.slept = item.does === 'await' ? item.slept : item.ns;
      if (present.run > 0) segments.push(present);
      present = empty();
    }
  }
  return withLast(segments, present, endsAsleep);
}

/** What the end of the recording cuts off belongs to it: so much CPU time and so many wake-ups there were between so many waits. */
function withLast(segments: Segment[], present: Segment, endsAsleep: boolean): Segment[] {
  if (present.run === 0) return segments;
  const last = segments.at(-1);
  // It never waited: what it ran is all there is of it.
  if (!last) return endsAsleep ? [] : [{ ...present, slept: -1 }];
  // The end of the present wait is unknown: the task waits as it did before. So does a run that is long already;
  // else tasks that run longer than was recorded would be left with their short runs alone. A short run is joined
  // to the one before.
  const usual = segments.reduce((sum, { run }) => sum + run, 0) / segments.length;
  if (endsAsleep || present.run > usual) {
    segments.push({ ...present, from: last.from, slept: last.slept });
  } else {
    last.run += present.run;
    last.posts.push(...present.posts);
  }
  return segments;
}

// ---- wakers and wakees --------------------------------------------------------------------------------

/** Within this of a whole number a share is one. */
const nearlyWhole = 0.04;

/**
 * Pairs of kinds of which one wakes the other, the most frequent first. Kinds that wake each other in a circle
 * would come to a stop if their shares do not match exactly: of such a circle the rarest pair is left out, and the
 * tasks woken by it sleep as long as recorded. A one-to-one circle, as in ping-pong, goes on for ever.
 */
function keptWakes(
  kinds: readonly Kind[],
  kindOf: ReadonlyMap<number, number>,
  notes: ReaderNotes,
): ReadonlySet<string> {
  const count = (of: (segment: Segment, at: number) => (string | undefined)[]) => {
    const counts = new Map<string, number>();
    for (const [at, { segments }] of kinds.entries())
      for (const key of segments.flatMap((segment) => of(segment, at)))
        if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  };
  const pair = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : `${from} ${to}`;
  const waits = count(({ from }, at) => [pair(from === undefined ? from : kindOf.get(from), at)]);
  const posts = count(({ posts: to }, at) => to.map(({ to: task }) => pair(at, kindOf.get(task))));
  const kept = new Set<string>();
  const behind = kinds.map(() => new Set<number>());
  let left = 0;
  const isOne = (of: number, all: number) => Math.abs(of / all - 1) <= nearlyWhole;
  const pairs = [...waits].map(([key, times]) => {
    const [from, to] = key.split(' ').map(Number) as [number, number];
    const isOneForOne =
      isOne(times, kinds[to]!.segments.length) &&
      isOne(posts.get(key) ?? 0, kinds[from]!.segments.length);
    return { key, times, from, to, isOneForOne };
  });
  // One for one first: a circle of those alone goes on, and no other pair may close one with them.
  pairs.sort((x, y) => Number(y.isOneForOne) - Number(x.isOneForOne) || y.times - x.times);
  for (const { key, times, from, to, isOneForOne } of pairs) {
    if (!isOneForOne && (from === to || reaches(behind, to, from))) {
      left += times;
      continue;
    }
    kept.add(key);
    behind[from]!.add(to);
  }
  if (left > 0) {
    notes.add(
      `Where kinds of tasks woke each other in a circle, the rarest link (${counted(left, 'wake-up')}) became a sleep of the recorded length.`,
    );
  }
  return kept;
}

function reaches(behind: readonly ReadonlySet<number>[], from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const at of seen) for (const next of behind[at]!) seen.add(next);
  return seen.has(to);
}

// ---- the loop of a kind -------------------------------------------------------------------------------

/**
 * Above such a share of wake-ups onto busy CPUs while others are idle they are as those of a pipe, whose waker says that it is
 * about to sleep: of others one in a thousand lands so, of hackbench's by pipes every second.
 */
const syncShare = 0.2;

interface Wakes extends Rate {
  readonly isSync: boolean;
}

/** How often something happens in a segment, as so many of the loop's. */
interface Rate {
  readonly step: string;
  readonly share: number;
}

function loopOf(
  kind: Kind,
  at: number,
  kindOf: ReadonlyMap<number, number>,
  semaphore: (from: number, to: number) => string | undefined,
  resources: ResourceForm[],
  unique: Unique,
): string[] {
  const { segments, name } = kind;
  const pieces = piecesOf(segments);
  const run = amount(
    `${name}.run`,
    segments.map((each) => each.run / pieces),
    resources,
    unique,
  );
  if (segments.every(({ slept }) => slept < 0)) return [`run ${ns(piece)}`];
  const waits = new Map<string, number>();
  const posts = new Map<string, number>();
  const crowding = new Map<string, number>();
  const count = (counts: Map<string, number>, step: string) =>
    counts.set(step, (counts.get(step) ?? 0) + 1);
  // The waker may be of no kind, if it never ran from wait to wait: then it counts as unknown.
  const waker = ({ from }: Segment) => {
    const of = from === undefined ? undefined : kindOf.get(from);
    return of === undefined ? undefined : semaphore(of, at);
  };
  const slept = segments.flatMap((each) =>
    waker(each) === undefined ? Math.max(0, each.slept) : [],
  );
  const sleep = slept.length > 0 ? amount(`${name}.sleep`, slept, resources, unique) : '';
  for (const segment of segments) {
    const by = waker(segment);
    count(waits, by === undefined ? `sleep ${sleep}` : `await ${by}`);
    for (const { to, crowds } of segment.posts) {
      const target = kindOf.get(to);
      const word = target === undefined ? undefined : semaphore(at, target);
      if (word === undefined) continue;
      count(posts, word);
      if (crowds) count(crowding, word);
    }
  }
  const rates = (counts: ReadonlyMap<string, number>): Rate[] =>
    [...counts].map(([step, times]) => ({ step, share: times / segments.length }));
  const wakes = rates(posts).map((rate) => ({
    ...rate,
    isSync: (crowding.get(rate.step) ?? 0) > syncShare * posts.get(rate.step)!,
  }));
  return spread({ run: `run ${run}`, pieces }, wakes, rates(waits), kind.waitsFirst);
}

/** In how many pieces a run is done: one that wakes many does so on the way, not all of them at its end. */
function piecesOf(segments: readonly Segment[]): number {
  const posts = segments.reduce((sum, each) => sum + each.posts.length, 0) / segments.length;
  return posts > 2 ? Math.min(mostPieces, Math.round(posts)) : 1;
}

/** As many segments as tell all shares as whole numbers, or nearly; each thing spread evenly over them. */
function spread(
  { run, pieces }: { readonly run: string; readonly pieces: number },
  posts: readonly Wakes[],
  waits: Rate[],
  waitsFirst: boolean,
): string[] {
  const all: readonly Rate[] = [...posts, ...waits];
  const isWhole = (share: number) =>
    Math.abs(share - Math.round(share)) <= nearlyWhole * Math.max(1, share) &&
    Math.round(share) > 0;
  let length = 1;
  while (length < longestLoop && !all.every(({ share }) => isWhole(share * length))) length++;
  const texts: string[] = [];
  const slots = chosen(waits, length);
  const sent = posts.map(() => 0);
  for (let slot = 0; slot < length; slot++) {
    const steps: string[] = [];
    for (let done = slot * pieces + 1; done <= (slot + 1) * pieces; done++) {
      steps.push(run);
      for (const [at, { step, share, isSync }] of posts.entries()) {
        const wanted = Math.max(1, Math.round(share * length));
        const due = Math.floor((done * wanted) / (length * pieces)) - sent[at]!;
        sent[at]! += due;
        const times = due > 1 ? ` ${due}` : '';
        if (due > 0) steps.push(`post ${step}${times}${isSync ? ' sync' : ''}`);
      }
    }
    const wait = slots[slot]!;
    texts.push(...stepTexts(waitsFirst ? [wait, ...steps] : [...steps, wait]));
  }
  return texts;
}

/** One wait for each segment, in their shares, as evenly as can be. */
function chosen(waits: readonly Rate[], length: number): string[] {
  const owed = waits.map(() => 0);
  const slots: string[] = [];
  for (let slot = 0; slot < length; slot++) {
    let most = 0;
    for (const [at, { share }] of waits.entries()) {
      owed[at]! += share;
      if (owed[at]! > owed[most]!) most = at;
    }
    owed[most]! -= 1;
    slots.push(waits[most]!.step);
  }
  return slots;
}

// ---- tables -------------------------------------------------------------------------------------------

/** Shares of a time within which all of its values are one. */
const narrow = 0.01;

/** An amount drawn as the values were: a time, or a table of quantiles that keeps their means. */
function amount(
  wanted: string,
  given: readonly number[],
  resources: ResourceForm[],
  unique: Unique,
): string {
  const values = [...given].sort((x, y) => x - y);
  const [least, most] = [values[0]!, values.at(-1)!];
  if (most - least <= narrow * most || values.length < 3) {
    return ns(values.reduce((sum, value) => sum + value, 0) / values.length);
  }
  const name = unique.name(wanted);
  resources.push({ name, kind: 'quantiles', values: quantiles(values).map(ns) });
  return `@${name}`;
}

/** Ascending; a draw is even between two neighbours, so that the ends are set where the means of the outer parts agree. */
function quantiles(values: readonly number[]): number[] {
  const parts = Math.min(tableValues - 1, values.length - 1);
  const at = (share: number) => values[Math.round(share * (values.length - 1))]!;
  const table = Array.from({ length: parts + 1 }, (_, index) => at(index / parts));
  const outer = Math.max(1, Math.floor(values.length / parts));
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
  const last = 2 * mean(values.slice(-outer)) - table[parts - 1]!;
  const first = 2 * mean(values.slice(0, outer)) - table[1]!;
  table[parts] = Math.max(table[parts - 1]!, last);
  table[0] = Math.max(0, Math.min(table[1]!, first));
  return table;
}
