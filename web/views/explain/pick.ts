// Tells a pick of the fair class as a story: the reason for it, the compared tasks, and the task that runs next.

import { taskTitle } from '../../engine/task-names.ts';
import type { Catalog, Pick } from '../../engine/types.ts';
import { type Sayings, stepText } from './facts.ts';
import { named } from './named.ts';
import { following, ticking } from './order.ts';
import { orderReasons } from './order-words.ts';
import type { DecisionText } from './story.ts';
import { codeLink, codeOf } from './tellers/teller.ts';
import { cpu, task, words } from './words.ts';

const sayings: Sayings = { ...ticking, ...following };

/** The kernel function that picks; its glossary entry is named after it. */
const decidedIn = 'pick_task_fair';

export function storyOfPick(catalog: Catalog, pick: Pick): DecisionText {
  const { previous, chosen } = pick;
  const on = cpu(pick.cpu);
  const steps = pick.steps.map((step) => {
    const code = codeOf(catalog, step.reason);
    const sentence =
      stepText(sayings, code, step, pick) ?? `${catalog.reasons[step.reason] ?? ''}.`;
    return { code, said: code ? `${sentence} ${codeLink(code)}` : sentence };
  });
  const said = (wanted: boolean) =>
    steps.filter(({ code }) => code in ticking === wanted).map(({ said }) => said);
  const { nobody, goesOn, next } = orderReasons.pick;
  const before = previous === pick.cpu ? undefined : task(previous);
  const isKept = chosen === previous;
  return named(catalog, {
    title: orderReasons.pick.title,
    function: words.function(decidedIn),
    asked: [orderReasons.pick.asked(on, before), ...said(true)],
    looked: said(false),
    refused: [],
    chosen: [chosen < 0 ? nobody(on) : isKept ? goesOn(task(chosen)) : next(task(chosen))],
    followed: [],
    cost: [],
    lines: [],
    afterLines: [],
  });
}

/** A pick in a list. */
export const markOfPick = (catalog: Catalog, { chosen, cpu: on }: Pick): string =>
  orderReasons.pick.mark(chosen < 0 ? undefined : taskTitle(catalog, chosen), on);
