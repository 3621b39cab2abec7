// Tells a decision as a story: what was asked, what was looked at in order, what was refused and why,
// what was chosen, and what it cost. Built from the explain record and the replayed steps alone; where
// the record is silent the story is, too.

import { BALANCE, GROUP } from '../../engine/abi.gen.ts';
import { fieldAt } from '../../engine/fields.ts';
import { type Catalog, type DecisionStory, type Explain, lineBytes } from '../../engine/types.ts';
import { askedOf, figuresSaid, followedSaid, looksSaid, passSaid, testsSaid } from './placement.ts';
import { reasonCode, termOfReason } from './reasons.ts';
import {
  balancers,
  cpu,
  groupClasses,
  level,
  mergeStops,
  migrateType,
  type Nearness,
  rank,
  task,
  words,
} from './words.ts';

/** Lines listed before "12 more lines". */
const mostLines = 8;

export interface LineOfStory {
  readonly name: string;
  /** Fields and functions, each once, in the order they came. */
  readonly fields: readonly string[];
  readonly symbols: readonly string[];
  readonly text: string;
}

/** Every sentence is in the markup of markup.ts. */
export interface Story {
  readonly title: string;
  readonly function: string;
  readonly asked: readonly string[];
  readonly looked: readonly string[];
  readonly refused: readonly string[];
  readonly chosen: readonly string[];
  /** What became of the task then. */
  readonly followed: readonly string[];
  readonly cost: readonly string[];
  readonly lines: readonly LineOfStory[];
  readonly afterLines: readonly string[];
}

const ranks: readonly Nearness[] = ['itself', 'core', 'llc', 'node', 'package', 'other'];

/** The closest thing two CPUs share. */
export function nearness({ topology }: Catalog, from: number, to: number): Nearness {
  const shared = (ids: Uint16Array) => ids[from] === ids[to];
  if (from === to) return 'itself';
  if (shared(topology.core)) return 'core';
  if (shared(topology.llc)) return 'llc';
  if (shared(topology.node)) return 'node';
  return shared(topology.package) ? 'package' : 'other';
}

/** What a search for a lower CPU looked at. `picked`: the CPU it came up with, or -1. */
function lookedAt(catalog: Catalog, explain: Explain, picked: number): string[] {
  const { search } = words;
  const { probed, refused, foundLevel, candidates, found, previous, ghosts } = explain;
  if (probed === 0) return [search.none];
  const said = [search.levels(probed, level(foundLevel < 0 ? probed - 1 : foundLevel))];
  if (refused > 0) said.push(search.refused(refused));
  if (foundLevel < 0) return [...said, search.nothing];
  const list = found.map(cpu).join(', ');
  said.push(search.found(level(foundLevel), candidates, list, candidates - found.length));
  if (ghosts > 0) said.push(search.ghosts(ghosts, level(foundLevel)));
  if (picked < 0) return said;
  if (picked === previous) said.push(search.own(cpu(picked)));
  else if (picked === explain.cpu) said.push(search.self(cpu(picked)));
  else said.push(search.nearest(cpu(picked), words.near(nearness(catalog, previous, picked))));
  return said;
}

/** Why each of the other candidates was not taken. */
function passedOver(catalog: Catalog, explain: Explain): string[] {
  const { found, chosen, previous, candidates, reason } = explain;
  const { candidate } = words;
  const isRaised = codeOf(catalog, reason) === 'TARGET_NOT_LOWER';
  const isKept = !found.includes(chosen);
  if (isKept && !isRaised) return [];
  const near = (which: number) => nearness(catalog, previous, which);
  const said = found
    .filter((which) => which !== chosen)
    .map((which) => {
      if (isRaised && found.length === 1) return candidate.raised(cpu(which));
      const isFarther = !isKept && ranks.indexOf(near(which)) > ranks.indexOf(near(chosen));
      const say = isFarther ? candidate.farther : candidate.turn;
      return say(cpu(which), words.near(near(which)));
    });
  return candidates > found.length ? [...said, candidate.more(candidates - found.length)] : said;
}

const codeOf = (catalog: Catalog, reason: number): string | undefined =>
  reasonCode(catalog.reasons[reason] ?? '');

/** The CPU that a search named and the kernel then gave up, or -1 where the record does not tell. */
function givenUp({ found, previous }: Explain): number {
  if (found.length === 1) return found[0]!;
  // A search names the task's own CPU wherever it finds it.
  return found.includes(previous) ? previous : -1;
}

/** The verdict in the core's own words, with its code. */
function verdict(catalog: Catalog, { reason }: Explain): string {
  const sentence = catalog.reasons[reason] || `reason ${reason}`;
  const code = reasonCode(sentence);
  const said = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
  return words.reason(said, code && termOfReason(code), code);
}

type Told = Pick<Story, 'asked' | 'looked' | 'refused' | 'chosen'> &
  Partial<Pick<Story, 'followed'>>;

function selectStory(catalog: Catalog, explain: Explain): Told {
  const { previous, chosen, taskPriority, otherPriority, runningPriority } = explain;
  const code = codeOf(catalog, explain.reason);
  const who = task(explain.task);
  const asked = [words.select.asked(who, rank(taskPriority), cpu(explain.cpu), cpu(previous))];
  const goes = chosen === previous ? words.stays(who, cpu(chosen)) : words.goes(who, cpu(chosen));
  const decided = [verdict(catalog, explain), goes];
  if (code === 'PREVIOUS_CPU_FREE') {
    const looked = [words.select.free(cpu(previous), rank(runningPriority))];
    return { asked, looked, refused: [], chosen: decided };
  }
  const picked = code === 'LOWER_CPU_FOUND' ? chosen : givenUp(explain);
  const looked = [
    words.select.busy(cpu(previous), rank(runningPriority)),
    ...lookedAt(catalog, explain, picked),
  ];
  if (['LOWER_CPU_FOUND', 'TARGET_NOT_LOWER', 'GHOST_NAMED'].includes(code ?? '')) {
    const of = picked < 0 ? 'the CPU taken' : cpu(picked);
    looked.push(words.search.recheck(of, rank(otherPriority)));
  }
  return { asked, looked, refused: passedOver(catalog, explain), chosen: decided };
}

function pushStory(catalog: Catalog, explain: Explain): Told {
  const { previous, chosen, taskPriority, otherPriority } = explain;
  const code = codeOf(catalog, explain.reason);
  const who = task(explain.task);
  const asked = [words.push.asked(who, rank(taskPriority), cpu(previous))];
  if (catalog.decisions[explain.decision] === 'pull_rt_task') {
    asked.unshift(words.push.walked(cpu(explain.cpu)));
  }
  const looked = [words.push.running(rank(otherPriority))];
  const picked = code === 'GHOST_NAMED' ? givenUp(explain) : chosen;
  if (code !== 'RUNNING_IS_LOWER') looked.push(...lookedAt(catalog, explain, picked));
  const decided = [
    verdict(catalog, explain),
    chosen >= 0 ? words.goes(who, cpu(chosen)) : words.stays(who, cpu(previous)),
  ];
  return { asked, looked, refused: passedOver(catalog, explain), chosen: decided };
}

function pullStory(catalog: Catalog, explain: Explain): Told {
  const { chosen } = explain;
  return {
    asked: [words.pull.asked(cpu(explain.cpu))],
    looked: [words.pull.overloaded(explain.candidates), words.pull.next],
    refused: [],
    chosen: [verdict(catalog, explain), ...(chosen >= 0 ? [words.walk(cpu(chosen))] : [])],
  };
}

/** The columns of a record mean pages here; see explain() of wasm-core/src/mm/paths.c. */
function pageStory(catalog: Catalog, explain: Explain, isRefill: boolean): Told {
  const { pages } = words;
  const { previous, candidates, probed, foundLevel, domain, balance } = explain;
  const by = cpu(explain.cpu);
  const flush = codeOf(catalog, explain.reason) === 'HIGH_DECAYED' ? pages.decay : pages.flush;
  const looked = [pages.wanted(previous), pages.work(probed, foundLevel)];
  const single = balance.busiest[0] ?? 0;
  return {
    asked: [isRefill ? pages.refill(by) : flush(by, domain)],
    looked: isRefill ? looked : [...looked, pages.merged(candidates - single, single)],
    // Of a refill nothing merges.
    refused: mergeStops.flatMap((say, why) => {
      const blocks = balance.own[why] ?? 0;
      return blocks > 0 ? [say(blocks)] : [];
    }),
    chosen: [verdict(catalog, explain), pages.got(candidates)],
  };
}

/** Ditto, explain_fallback(). */
function fallbackStory(catalog: Catalog, explain: Explain): Told {
  const { pages } = words;
  const { previous, candidates, probed, foundLevel, domain, balance } = explain;
  const [onLru = 0, alike = 0] = balance.own;
  const looked = [pages.found(foundLevel, migrateType(domain))];
  const isWeighed = ['FALLBACK_CLAIMED', 'FALLBACK_PIECES'];
  if (isWeighed.includes(codeOf(catalog, explain.reason) ?? '')) {
    looked.push(pages.inPageblock(candidates, onLru, alike));
  }
  if (probed > 1) looked.push(pages.fallbacks(probed));
  return {
    asked: [pages.fellBack(cpu(explain.cpu), migrateType(previous))],
    looked,
    refused: [],
    chosen: [verdict(catalog, explain), pages.changed(candidates)],
  };
}

const codeLink = (code: string): string => `[${code}|${termOfReason(code)}]`;

/** What a pass summed up of the groups, as far as it has a group to tell of. */
function groupsOf({ balance }: Explain): string[] {
  const figures = (of: readonly number[]) =>
    words.balance.group(
      groupClasses[of[GROUP.CLASS] ?? 0] ?? groupClasses[0],
      of[GROUP.TASKS] ?? 0,
      of[GROUP.IDLE] ?? 0,
    );
  const { groups, own, busiest } = balance;
  const said = [words.balance.summed(groups, codeLink('LB_GRP')), words.balance.own(figures(own))];
  // A group without tasks is never the busiest: there was none.
  return (busiest[GROUP.TASKS] ?? 0) > 0
    ? [...said, words.balance.busiest(figures(busiest))]
    : said;
}

/** One step of a pass and how often it came in a row. */
function stepSaid(catalog: Catalog, explain: Explain, reason: number, times: number): string[] {
  const { balance: facts, previous } = explain;
  const code = codeOf(catalog, reason) ?? '';
  const { balance } = words;
  switch (code) {
    case 'LB_GRP':
      return groupsOf(explain);
    case 'LB_IMB':
      return [balance.wanted(facts.moves, facts.amount, codeLink(code))];
    case 'LB_SRC':
      return [balance.source(cpu(previous), facts.moves, facts.sourceMetric, codeLink(code))];
    default:
      return [balance.step(catalog.reasons[reason] ?? '', times, code && codeLink(code))];
  }
}

function stepsSaid(catalog: Catalog, explain: Explain): string[] {
  const { steps, tasksSeen, failed } = explain.balance;
  const said: string[] = [];
  for (let at = 0; at < steps.length; ) {
    let end = at + 1;
    while (steps[end] === steps[at]) end += 1;
    said.push(...stepSaid(catalog, explain, steps[at]!, end - at));
    at = end;
  }
  if (tasksSeen > 0) said.push(words.balance.tried(tasksSeen, cpu(explain.previous)));
  if (failed > 0) said.push(words.balance.failed(failed));
  return said;
}

function balanceStory(catalog: Catalog, explain: Explain): Told {
  const { balance } = words;
  const { previous, chosen, candidates } = explain;
  const isOthers = codeOf(catalog, explain.reason) === 'LB_NOT_FIRST';
  const { type, domainCpus } = explain.balance;
  const forCpu = type === BALANCE.NOHZ ? cpu(isOthers ? previous : chosen) : undefined;
  const who = balancers[type] ?? balancers[0];
  const end = candidates > 0 ? balance.moved(candidates, cpu(previous), cpu(chosen)) : balance.kept;
  const [worth, caches, followed] = passSaid(catalog, explain);
  return {
    asked: [balance.asked(cpu(explain.cpu), who, forCpu, domainCpus)],
    looked: [...worth, ...stepsSaid(catalog, explain), ...caches],
    refused: [],
    chosen: [verdict(catalog, explain), isOthers ? balance.first(cpu(chosen)) : end],
    followed,
  };
}

function plainStory(catalog: Catalog, explain: Explain): Told {
  const or = (id: number) => (id < 0 ? '–' : cpu(id));
  const facts = words.generic(or(explain.chosen), or(explain.previous));
  return { asked: [], looked: [], refused: [], chosen: [verdict(catalog, explain), facts] };
}

/** Where a process is to gather, and where it was before; CPUs, or -1. */
function anchorSaid({ topology }: Catalog, chosen: number, previous: number): string[] {
  const { cache } = words;
  const now = chosen < 0 ? cache.none : cache.anchor(cpu(chosen), topology.llc[chosen]!);
  if (chosen === previous) return [now];
  const before =
    previous < 0 ? cache.noneBefore : cache.before(cpu(previous), topology.llc[previous]!);
  return [now, before];
}

/** Which cache a process prefers, decided by a scan or by accounting. */
function anchorStory(catalog: Catalog, explain: Explain): Told {
  const { cache } = words;
  const isScan = catalog.decisions[explain.decision] === 'task_cache_work';
  const ask = isScan ? cache.scan : cache.account;
  return {
    asked: [ask(task(explain.task), cpu(explain.cpu))],
    looked: figuresSaid(catalog, explain),
    refused: [],
    chosen: [verdict(catalog, explain), ...anchorSaid(catalog, explain.chosen, explain.previous)],
  };
}

/** A move that was refused for a cache, or was the occasion to drop an anchor: then no CPU is chosen. */
function keptStory(catalog: Catalog, explain: Explain): Told {
  const { cache } = words;
  const { chosen, previous } = explain;
  const [by, who] = [cpu(explain.cpu), task(explain.task)];
  if (chosen < 0) {
    return {
      asked: [cache.over(by, who)],
      looked: figuresSaid(catalog, explain),
      refused: [],
      chosen: [verdict(catalog, explain), ...anchorSaid(catalog, chosen, previous)],
    };
  }
  const isForced = catalog.decisions[explain.decision] === 'alb_break_llc';
  return {
    asked: [(isForced ? cache.force : cache.detach)(by, who, cpu(previous))],
    looked: figuresSaid(catalog, explain),
    refused: [],
    chosen: [verdict(catalog, explain), words.stays(who, cpu(previous))],
  };
}

/** Where an ordinary task goes. Without the tests the record still says that a pair was too wide. */
function placeStory(catalog: Catalog, explain: Explain): Told {
  const { told, previous, chosen } = explain;
  if (told.length > 0) {
    const who = task(explain.task);
    const goes = chosen === previous ? words.stays(who, cpu(chosen)) : words.goes(who, cpu(chosen));
    return {
      asked: askedOf(catalog, explain),
      looked: testsSaid(catalog, explain),
      refused: [],
      chosen: [verdict(catalog, explain), goes],
      followed: followedSaid(catalog, explain),
    };
  }
  const { waker, wakee, cpus } = explain.width;
  const looked = cpus > 0 ? [words.wide(waker, wakee, cpus)] : [];
  return { ...plainStory(catalog, explain), looked };
}

/** A task that leaves its queue in a pass, or is held there; and a CPU that does not look for one. */
function moveStory(catalog: Catalog, explain: Explain): Told {
  const { previous, chosen } = explain;
  const who = task(explain.task);
  const end =
    chosen === previous
      ? words.stays(who, cpu(previous))
      : words.balance.moves(who, cpu(previous), cpu(chosen));
  const looked = figuresSaid(catalog, explain);
  return { asked: [], looked, refused: [], chosen: [verdict(catalog, explain), end] };
}

function gateStory(catalog: Catalog, explain: Explain): Told {
  const { balance } = words;
  const code = codeOf(catalog, explain.reason);
  const isOverloaded = code !== 'NI_NOT_OVERLOADED';
  const say = code === 'NI_DICE' ? balance.dice : balance.idles;
  return {
    asked: [balance.gate(cpu(explain.cpu), isOverloaded)],
    looked: isOverloaded ? [say(explain.probed, explain.candidates)] : [],
    refused: [],
    chosen: [verdict(catalog, explain), balance.kept],
  };
}

function told(catalog: Catalog, explain: Explain): Told {
  const walk = ['WALK_REQUESTED', 'WALK_RUNNING'];
  switch (catalog.decisions[explain.decision]) {
    case 'select_task_rq_rt':
      return selectStory(catalog, explain);
    case 'push_rt_task':
      return pushStory(catalog, explain);
    case 'pull_rt_task':
      return walk.includes(codeOf(catalog, explain.reason) ?? '')
        ? pullStory(catalog, explain)
        : pushStory(catalog, explain);
    case 'rmqueue_bulk':
      return pageStory(catalog, explain, true);
    case 'free_pcppages_bulk':
      return pageStory(catalog, explain, false);
    case 'steal_suitable_fallback':
      return fallbackStory(catalog, explain);
    case 'sched_balance_rq':
      return balanceStory(catalog, explain);
    case 'detach_tasks':
      return moveStory(catalog, explain);
    case 'sched_balance_newidle':
      return gateStory(catalog, explain);
    case 'task_cache_work':
    case 'account_mm_sched':
      return anchorStory(catalog, explain);
    case 'can_migrate_llc_task':
    case 'alb_break_llc':
      return keptStory(catalog, explain);
    case 'select_task_rq_fair':
      return placeStory(catalog, explain);
    default:
      return plainStory(catalog, explain);
  }
}

interface Fetched {
  times: number;
  waited: number;
  stalled: number;
  readonly fields: Set<string>;
  readonly symbols: Set<string>;
}

/** The fetches by line, in the order the lines came. */
function byLine(catalog: Catalog, { steps }: DecisionStory): Map<number, Fetched> {
  const lines = new Map<number, Fetched>();
  for (const step of steps) {
    if (step.kind !== 'fetch') continue;
    const line = Math.floor(step.address / lineBytes);
    const known = lines.get(line) ?? {
      times: 0,
      waited: 0,
      stalled: 0,
      fields: new Set<string>(),
      symbols: new Set<string>(),
    };
    known.times += 1;
    known.waited += step.waited;
    known.stalled += step.stalled;
    known.fields.add(
      fieldAt(catalog, step.address) || `0x${(step.address % lineBytes).toString(16)}`,
    );
    known.symbols.add(catalog.symbols[step.symbol] ?? '');
    lines.set(line, known);
  }
  return lines;
}

type LineName = (line: number) => string;

function costOf(catalog: Catalog, story: DecisionStory, lineName: LineName) {
  const { explain, steps, leftOut } = story;
  const cost = [words.spent(explain.cost, explain.accesses), ...looksSaid(catalog, explain)];
  const lines = byLine(catalog, story);
  const fetches = steps.filter(({ kind }) => kind === 'fetch');
  const locks = steps.filter(({ kind }) => kind === 'lock');
  const sum = (of: typeof steps, what: 'waited' | 'stalled') =>
    of.reduce((all, step) => all + step[what], 0);
  if (fetches.length > 0) {
    cost.push(words.fetched(fetches.length, sum(fetches, 'waited'), sum(fetches, 'stalled')));
  } else if (explain.accesses > 0) cost.push(words.private);
  const listed = [...lines].slice(0, mostLines).map(([line, fetched]) => ({
    name: words.line(lineName(line), line),
    fields: [...fetched.fields],
    symbols: [...fetched.symbols].filter((symbol) => symbol !== ''),
    text: words.fetch(fetched.times, fetched.stalled, fetched.waited),
  }));
  const afterLines: string[] = [];
  if (lines.size > listed.length) afterLines.push(`${words.more(lines.size - listed.length)}.`);
  if (locks.length > 0) afterLines.push(words.locks(locks.length, sum(locks, 'waited')));
  if (leftOut > 0) afterLines.push(words.leftOut(leftOut));
  return { cost, lines: listed, afterLines };
}

/** The story of a decision; `lineName` is how lines are called elsewhere on the page. */
export function storyOf(catalog: Catalog, story: DecisionStory, lineName: LineName): Story {
  const { explain } = story;
  const decided = catalog.decisions[explain.decision] ?? '';
  return {
    title: words.decisions[decided] ?? decided,
    function: words.function(decided),
    followed: [],
    ...told(catalog, explain),
    ...costOf(catalog, story, lineName),
  };
}
