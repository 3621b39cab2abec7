// Tells the decisions of the RT class: where a woken task goes, what is pushed and what is pulled.

import { givenUp } from '../../../engine/rt-searches.ts';
import type { Catalog, Explain, SearchFacts, WalkFacts } from '../../../engine/types.ts';
import { cpu, levelLink, type Nearness, rank, task, words } from '../words.ts';
import {
  codeOf,
  type Explanation,
  ofForm,
  type Teller,
  type Tellers,
  verdictText,
} from './teller.ts';

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
function lookedAt(
  catalog: Catalog,
  explain: Explain,
  facts: SearchFacts,
  picked: number,
): string[] {
  const { search } = words;
  const { previous } = explain;
  const { probed, refused, foundLevel, candidates, found, ghosts } = facts;
  if (probed === 0) return [search.none];
  const said = [search.levels(probed, levelLink(foundLevel < 0 ? probed - 1 : foundLevel))];
  if (refused > 0) said.push(search.refused(refused));
  if (foundLevel < 0) return [...said, search.nothing];
  const list = found.map(cpu).join(', ');
  said.push(search.found(levelLink(foundLevel), candidates, list, candidates - found.length));
  if (ghosts > 0) said.push(search.ghosts(ghosts, levelLink(foundLevel)));
  if (picked < 0) return said;
  if (picked === previous) said.push(search.own(cpu(picked)));
  else if (picked === explain.cpu) said.push(search.self(cpu(picked)));
  else said.push(search.nearest(cpu(picked), words.near(nearness(catalog, previous, picked))));
  return said;
}

/** Why each of the other candidates was not taken. */
function passedOver(
  catalog: Catalog,
  { chosen, previous, reason }: Explain,
  { found, candidates }: SearchFacts,
): string[] {
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

function selectStory(catalog: Catalog, explain: Explain, facts: SearchFacts): Explanation {
  const { previous, chosen } = explain;
  const { taskPriority, otherPriority, runningPriority } = facts;
  const code = codeOf(catalog, explain.reason);
  const who = task(explain.task);
  const asked = [words.select.asked(who, rank(taskPriority), cpu(explain.cpu), cpu(previous))];
  const goes = chosen === previous ? words.stays(who, cpu(chosen)) : words.goes(who, cpu(chosen));
  const decided = [verdictText(catalog, explain), goes];
  if (code === 'PREVIOUS_CPU_FREE') {
    const looked = [words.select.free(cpu(previous), rank(runningPriority))];
    return { asked, looked, refused: [], chosen: decided };
  }
  const picked = code === 'LOWER_CPU_FOUND' ? chosen : givenUp(explain, facts);
  const looked = [
    words.select.busy(cpu(previous), rank(runningPriority)),
    ...lookedAt(catalog, explain, facts, picked),
  ];
  if (['LOWER_CPU_FOUND', 'TARGET_NOT_LOWER', 'GHOST_NAMED'].includes(code)) {
    const of = picked < 0 ? 'the CPU taken' : cpu(picked);
    looked.push(words.search.recheck(of, rank(otherPriority)));
  }
  return { asked, looked, refused: passedOver(catalog, explain, facts), chosen: decided };
}

/** A task that a CPU took from another one's runqueue, both of which it had locked. */
function takenStory(catalog: Catalog, explain: Explain, asked: readonly string[]): Explanation {
  const { previous, chosen } = explain;
  return {
    asked: [words.pull.asked(cpu(chosen)), ...asked],
    looked: [words.pull.locked(cpu(chosen), cpu(previous))],
    refused: [],
    chosen: [verdictText(catalog, explain), words.goes(task(explain.task), cpu(chosen))],
  };
}

function pushStory(catalog: Catalog, explain: Explain, facts: SearchFacts): Explanation {
  const { previous, chosen } = explain;
  const { taskPriority, otherPriority } = facts;
  const code = codeOf(catalog, explain.reason);
  const who = task(explain.task);
  const asked = [words.push.asked(who, rank(taskPriority), cpu(previous))];
  const isPull = catalog.decisions[explain.decision] === 'pull_rt_task';
  // Without RT_PUSH_IPI the CPU that decides is the one that gets the task.
  if (isPull && chosen === explain.cpu) return takenStory(catalog, explain, asked);
  if (isPull) asked.unshift(words.push.walked(cpu(explain.cpu)));
  const looked = [words.push.running(rank(otherPriority))];
  const picked = code === 'GHOST_NAMED' ? givenUp(explain, facts) : chosen;
  if (code !== 'RUNNING_IS_LOWER') looked.push(...lookedAt(catalog, explain, facts, picked));
  const decided = [
    verdictText(catalog, explain),
    chosen >= 0 ? words.goes(who, cpu(chosen)) : words.stays(who, cpu(previous)),
  ];
  return { asked, looked, refused: passedOver(catalog, explain, facts), chosen: decided };
}

function pullStory(catalog: Catalog, explain: Explain, { overloaded }: WalkFacts): Explanation {
  const { chosen } = explain;
  return {
    asked: [words.pull.asked(cpu(explain.cpu))],
    looked: [words.pull.overloaded(overloaded), words.pull.next],
    refused: [],
    chosen: [verdictText(catalog, explain), ...(chosen >= 0 ? [words.walk(cpu(chosen))] : [])],
  };
}

const select = ofForm('search', selectStory);
const push = ofForm('search', pushStory);
const walk = ofForm('walk', pullStory);

/** A pull is told of the CPU that fell, or of one that its walk reached. */
const pull: Teller = (catalog, explain) =>
  (explain.facts.form === 'walk' ? walk : push)(catalog, explain);

export const rt: Tellers = {
  select_task_rq_rt: select,
  push_rt_task: push,
  pull_rt_task: pull,
};
