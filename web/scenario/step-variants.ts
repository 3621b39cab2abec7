// Whether the steps of a story speak of what its scenario has: variants (what a step says, asks or checks of another could
// never be answered), controls and values to try, marks and views to point at. And that only the last says where one meets
// it at work.

import { ScenarioError, shown } from './error.ts';
import type { LabQuestion } from './lab/ask-schema.ts';
import { pointerOf, pointersIn } from './pointer.ts';
import type { Scenario } from './schema.ts';
import type { Step } from './step-schema.ts';
import { tabs } from './tabs.ts';

interface Named {
  /** Within the step. */
  readonly path: string;
  readonly id: string;
}

/** Throws ScenarioError. */
export function checkSteps(scenario: Scenario): void {
  const { variants, steps = [] } = scenario;
  const ids: readonly string[] = variants.map(({ id }) => id);
  for (const [at, step] of steps.entries()) {
    const odd = oddPointer(step, scenario) ?? oddTry(step, scenario);
    if (odd) throw new ScenarioError(`steps[${at}].${odd.path}`, odd.problem, odd.remedy);
    if (step.meets !== undefined && at < steps.length - 1) {
      const remedy = 'write it in the last step';
      throw new ScenarioError(`steps[${at}].meets`, 'stands in a step before the last', remedy);
    }
    const missing = step.side?.split('|').find((id) => !ids.includes(id));
    if (missing) {
      throw new ScenarioError(
        `steps[${at}].side`,
        `shows ${shown(missing)}, which the scenario does not have`,
        `write ${ids.join(' or ')}`,
      );
    }
    const other = namedIn(step).find(({ id }) => !ids.includes(id));
    if (!other) continue;
    throw new ScenarioError(
      `steps[${at}].${other.path}`,
      `is ${shown(other.id)}, which the scenario does not have`,
      `write ${ids.join(' or ')}`,
    );
  }
}

interface Odd {
  readonly path: string;
  readonly problem: string;
  readonly remedy: string;
}

/** A pointer of a step to a mark, a view or a side that there is not. */
function oddPointer(step: Step, { variants, marks = [] }: Scenario): Odd | undefined {
  const ids = variants.map(({ id }) => id);
  const known: Readonly<Record<string, readonly string[]>> = {
    mark: marks.map(({ id }) => id),
    tab: tabs,
  };
  for (const path of ['text', 'watch', 'meets', 'focus'] as const) {
    const told = step[path] ?? '';
    for (const target of path === 'focus' ? [told] : pointersIn(told)) {
      const pointer = pointerOf(target);
      if (!pointer) continue;
      if (pointer.side !== undefined && !ids.includes(pointer.side)) {
        const problem = `points at ${shown(target)}, but there is no ${pointer.side}`;
        return { path, problem, remedy: `write ${ids.join(' or ')}` };
      }
      const names = known[pointer.kind];
      if (!('id' in pointer) || !names || names.includes(pointer.id)) continue;
      const problem = `points at ${shown(target)}, which the scenario does not have`;
      return { path, problem, remedy: `write one of ${names.join(', ') || 'none'}` };
    }
  }
  return undefined;
}

/** Something to try that no control of the story offers. */
function oddTry(step: Step, { show }: Scenario): Odd | undefined {
  if (!step.try) return undefined;
  const { label, value } = step.try;
  const knobs = show?.knobs ?? [];
  const knob = knobs.find((each) => each.label === label);
  if (!knob) {
    const remedy = `write one of ${knobs.map((each) => each.label).join('; ') || 'none'}`;
    return { path: 'try.label', problem: `is ${shown(label)}, which is not a control`, remedy };
  }
  if (knob.values.some((each) => String(each) === String(value))) return undefined;
  const remedy = `write one of ${knob.values.join(', ')}`;
  return { path: 'try.value', problem: `is ${shown(value)}, which it does not offer`, remedy };
}

function namedIn(step: Step): Named[] {
  const { values = [], claims = [], checks = [], ask, at } = step;
  const lists = Object.entries({ values, claims, checks }).flatMap(([field, list]) =>
    list.flatMap((said, index) => pairOf(`${field}[${index}]`, said)),
  );
  const event =
    typeof at === 'object' && at.variant ? [{ path: 'at.variant', id: at.variant }] : [];
  const tried = step.try ? pairOf('try', step.try).filter(({ id }) => id !== 'before') : [];
  return [...lists, ...event, ...tried, ...(ask ? askedOf(ask) : [])];
}

const askedOf = (ask: LabQuestion): Named[] =>
  'variant' in ask ? pairOf('ask', ask) : pairOf('ask.about', ask.about);

const pairOf = (
  path: string,
  said: { readonly variant: string; readonly than?: string | undefined },
): Named[] => [
  { path: `${path}.variant`, id: said.variant },
  ...(said.than === undefined ? [] : [{ path: `${path}.than`, id: said.than }]),
];
