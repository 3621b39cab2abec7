// Tells the decisions of load balancing: a pass, a task that it moves or leaves, and a CPU that does not look for one.

import { BALANCE, GROUP } from '../../../engine/abi.gen.ts';
import type { Catalog, Explain, GateFacts, PassFacts } from '../../../engine/types.ts';
import { figuresSaid, passSaid } from '../placement.ts';
import { balancers, cpu, groupClasses, task, words } from '../words.ts';
import { codeLink, codeOf, type Explanation, ofForm, type Tellers, verdictText } from './teller.ts';

/** What a pass summed up of the groups, as far as it has a group to tell of. */
function groupsOf({ groups, own, busiest }: PassFacts): string[] {
  const figures = (of: readonly number[]) =>
    words.balance.group(
      groupClasses[of[GROUP.CLASS] ?? 0] ?? groupClasses[0],
      of[GROUP.TASKS] ?? 0,
      of[GROUP.IDLE] ?? 0,
    );
  const said = [words.balance.summed(groups, codeLink('LB_GRP')), words.balance.own(figures(own))];
  // A group without tasks is never the busiest: there was none.
  return (busiest[GROUP.TASKS] ?? 0) > 0
    ? [...said, words.balance.busiest(figures(busiest))]
    : said;
}

/** One test of a pass and how often it came in a row. */
function testSaid(
  catalog: Catalog,
  { previous }: Explain,
  facts: PassFacts,
  reason: number,
  times: number,
): string[] {
  const code = codeOf(catalog, reason);
  const { balance } = words;
  switch (code) {
    case 'LB_GRP':
      return groupsOf(facts);
    case 'LB_IMB':
      return [balance.wanted(facts.moves, facts.amount, codeLink(code))];
    case 'LB_SRC':
      return [balance.source(cpu(previous), facts.moves, facts.sourceMetric, codeLink(code))];
    default:
      return [balance.step(catalog.reasons[reason] ?? '', times, code && codeLink(code))];
  }
}

function testsSaid(catalog: Catalog, explain: Explain, facts: PassFacts): string[] {
  const { tests, tasksSeen, failed } = facts;
  const said: string[] = [];
  for (let at = 0; at < tests.length; ) {
    let end = at + 1;
    while (tests[end] === tests[at]) end += 1;
    said.push(...testSaid(catalog, explain, facts, tests[at]!, end - at));
    at = end;
  }
  if (tasksSeen > 0) said.push(words.balance.tried(tasksSeen, cpu(explain.previous)));
  if (failed > 0) said.push(words.balance.failed(failed));
  return said;
}

function balanceStory(catalog: Catalog, explain: Explain, facts: PassFacts): Explanation {
  const { balance } = words;
  const { previous, chosen } = explain;
  const isOthers = codeOf(catalog, explain.reason) === 'LB_NOT_FIRST';
  const { type, domainCpus, moved } = facts;
  const forCpu = type === BALANCE.NOHZ ? cpu(isOthers ? previous : chosen) : undefined;
  const who = balancers[type as keyof typeof balancers] ?? balancers[BALANCE.BUSY];
  const end = moved > 0 ? balance.moved(moved, cpu(previous), cpu(chosen)) : balance.kept;
  const [worth, caches, followed] = passSaid(catalog, explain);
  return {
    asked: [balance.asked(cpu(explain.cpu), who, forCpu, domainCpus)],
    looked: [...worth, ...testsSaid(catalog, explain, facts), ...caches],
    refused: [],
    chosen: [verdictText(catalog, explain), isOthers ? balance.first(cpu(chosen)) : end],
    followed,
  };
}

/** A task that leaves its queue in a pass, or is held there; and a CPU that does not look for one. */
function moveStory(catalog: Catalog, explain: Explain): Explanation {
  const { previous, chosen } = explain;
  const who = task(explain.task);
  const end =
    chosen === previous
      ? words.stays(who, cpu(previous))
      : words.balance.moves(who, cpu(previous), cpu(chosen));
  const looked = figuresSaid(catalog, explain);
  return { asked: [], looked, refused: [], chosen: [verdictText(catalog, explain), end] };
}

function gateStory(catalog: Catalog, explain: Explain, facts: GateFacts): Explanation {
  const { balance } = words;
  const code = codeOf(catalog, explain.reason);
  const isOverloaded = code !== 'NI_NOT_OVERLOADED';
  const { idle, expected, drawn, needed } = facts;
  const why = needed > 0 ? balance.dice(drawn, needed) : balance.idles(idle, expected);
  return {
    asked: [balance.gate(cpu(explain.cpu), isOverloaded)],
    looked: isOverloaded ? [why] : [],
    refused: [],
    chosen: [verdictText(catalog, explain), balance.kept],
  };
}

export const balanceTellers: Tellers = {
  sched_balance_rq: ofForm('pass', balanceStory),
  detach_tasks: moveStory,
  sched_balance_newidle: ofForm('gate', gateStory),
};
