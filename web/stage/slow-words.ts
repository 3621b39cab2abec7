// The caption's words about an event that was found in the run: its own figures, from its explain record and from
// the fetches and locks on its way. Words only; slow.ts finds and plays it.

import { taskName } from '../engine/task-names.ts';
import type { Catalog, DecisionStory, Explain, FoundEvent } from '../engine/types.ts';
import { duration, moment, plural, whole } from '../ui/format.ts';
import { placementOf } from '../views/topology/layers/wake-up/placement.ts';
import { lineName, lockName } from './names.ts';
import type { VariantId } from './playback/playback.ts';

const level = (number: number): string => (number === 0 ? 'NORMAL' : `RT${number}`);
const cpus = (count: number): string => plural(count, 'CPU');

const words = {
  at: (side: VariantId, time: number) => `${side} at ${moment(time)}`,
  slowed: (times: number) => `Slow motion shows this event ${whole(times)} times slower.`,
  waited: (cpu: number, wait: string, lock: string) => `CPU ${cpu} waits ${wait} for ${lock}`,
  free: (cpu: number, lock: string) => `CPU ${cpu} finds ${lock} free`,
  itsLock: 'the lock of its zone',
  takes: (pages: number, time: string) => `takes ${plural(pages, 'page')} in ${time}`,
  gives: (pages: number, time: string) => `gives ${plural(pages, 'page')} back in ${time}`,
  looked: (levels: number) => `the search reads ${plural(levels, 'level')}`,
  found: (at: string, count: number, ghosts: number) =>
    ghosts > 0
      ? `${at} names ${cpus(count)}, ${ghosts} of them ghosts`
      : `${at} names ${cpus(count)}`,
  noneFound: 'no level has a CPU for the task',
  stays: (cpu: number) => `the task stays on CPU ${cpu}`,
  goes: (cpu: number) => `the task goes to CPU ${cpu}`,
  placed: (task: string, cpu: number, asked: number, reason: string) =>
    `${task} goes to CPU ${cpu}, ${asked === 0 ? 'no CPU' : cpus(asked)} checked: ${reason}`,
  pulled: (cpu: number, tasks: number, from: number, time: string) =>
    `CPU ${cpu} pulls ${plural(tasks, 'task')} from CPU ${from}, after a search of ${time}`,
  stored: (cpu: number, line: string, time: string) =>
    `CPU ${cpu} writes ${line}, ${time} after asking for it`,
} as const;

/** The sentence that goes with a reason, as the core has it. */
const reasonOf = ({ reasons }: Catalog, { reason }: Explain): string => reasons[reason] ?? '';

function holdSaid(catalog: Catalog, { kind, cpu }: FoundEvent, story: DecisionStory): string {
  const { explain, steps } = story;
  const facts = explain.facts as { readonly pages?: number };
  const lock = steps.find((step) => step.kind === 'lock');
  const name = lock ? lockName(catalog, lock.lock) : words.itsLock;
  const first =
    lock && lock.waited > 0
      ? words.waited(cpu, duration(lock.waited), name)
      : words.free(cpu, name);
  const moved = kind === 'refill' ? words.takes : words.gives;
  return `${first}, then ${moved(facts.pages ?? 0, duration(explain.cost))}`;
}

function searchSaid(catalog: Catalog, explain: Explain): string {
  const { facts, chosen, previous, task } = explain;
  if (facts.form !== 'search') return reasonOf(catalog, explain);
  const { foundLevel, probed, candidates, ghosts } = facts;
  const found =
    foundLevel < 0 ? words.noneFound : words.found(level(foundLevel), candidates, ghosts);
  const end = chosen >= 0 && chosen !== previous ? words.goes(chosen) : words.stays(previous);
  return `${taskName(catalog, task)}: ${words.looked(probed)}, ${found}, ${end}`;
}

function decisionSaid(catalog: Catalog, { kind, cpu }: FoundEvent, story: DecisionStory): string {
  const { explain } = story;
  const { facts } = explain;
  if (facts.form === 'hold') return '';
  if (facts.form === 'search') return searchSaid(catalog, explain);
  if (facts.form === 'placement') {
    const { chosen, task } = explain;
    // As the machines show it.
    const looks = placementOf(catalog, explain, Number.POSITIVE_INFINITY)?.looks ?? [];
    const asked = new Set(looks.map(({ cpu: each }) => each)).size;
    return words.placed(taskName(catalog, task), chosen, asked, reasonOf(catalog, explain));
  }
  if (facts.form === 'pass' && kind === 'pull')
    return words.pulled(cpu, facts.moved, explain.previous, duration(explain.cost));
  return reasonOf(catalog, explain);
}

/** What the caption says of an event; `slowed`: so many times slower than its step it is played. */
export function eventSaid(
  catalog: Catalog,
  side: VariantId,
  event: FoundEvent,
  story: DecisionStory | undefined,
  slowed: number,
): string {
  const said = whatHappened(catalog, event, story);
  const where = words.at(side, event.begin);
  return `${said ? `${where}: ${said}` : where}. ${words.slowed(slowed)}`;
}

/** Of a decision without its record, and of a hold without one, there is nothing to say but when it was. */
function whatHappened(catalog: Catalog, event: FoundEvent, story?: DecisionStory): string {
  if (event.kind === 'store') {
    const line = lineName(catalog, event.line);
    return words.stored(event.cpu, line, duration(event.end - event.begin));
  }
  if (!story) return '';
  return story.explain.facts.form === 'hold'
    ? holdSaid(catalog, event, story)
    : decisionSaid(catalog, event, story);
}
