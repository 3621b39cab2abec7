// The locks of a run as the first versions of rt-app wrote them: "lock_order" names the locks that a "run" takes one after
// the other, "resources" how long it holds each, within the time of the run, and which others it takes meanwhile ("access").

import { ScenarioError } from '../../../scenario/index.ts';
import type { Notes } from '../notes.ts';
import type { LooseEntry, LooseObject } from './loose-json.ts';
import { find, type LegalNames, objectOf, placeOf, wholeOf } from './rt-app-values.ts';

/** µs: the longest amount that our form takes. */
const MOST_US = 10_000_000;
/** Locks of one run, and of one that is taken meanwhile. */
const MOST_LOCKS = 64;

/** True for the list of locks; the event "lock_order": "m" of later versions is a text. */
export const isLockOrder = ({ key, value }: LooseEntry): boolean =>
  key === 'lock_order' && value.is === 'list';

/** Keys that belong to the locks of a run. */
export const isLockKey = (entry: LooseEntry): boolean =>
  isLockOrder(entry) || (entry.key === 'resources' && entry.value.is === 'object');

/** The steps of a run of `us` under the locks of its phase; undefined where the phase names none. Throws ScenarioError. */
export function lockedRun(
  us: number,
  phase: LooseObject,
  path: string,
  names: LegalNames,
  notes: Notes,
): readonly string[] | undefined {
  const order = phase.entries.find(isLockOrder);
  if (!order) return undefined;
  const held = find(phase, 'resources');
  const resources = held && objectOf(held, `${path}.resources`);
  const steps: string[] = [];
  let left = us;
  for (const name of namesOf(order, `${path}.lock_order`)) {
    const at = `${path}.resources.${name}`;
    const entry = resources && find(resources, name);
    const own = entry && objectOf(entry, at);
    const duration = own && find(own, 'duration');
    const hold = duration ? wholeOf(duration, `${at}.duration`, notes, [0, MOST_US]) : 0;
    const access = own && find(own, 'access');
    const others = access ? namesOf(access, `${at}.access`) : [];
    const all = [name, ...others].map((each) => names.of(each));
    steps.push(...all.map((each) => `lock ${each}`));
    if (hold > 0) steps.push(`run ${hold}us`);
    steps.push(...[...all].reverse().map((each) => `unlock ${each}`));
    left -= hold;
  }
  if (left < 0) {
    const problem = `holds its locks for ${us - left} µs`;
    throw new ScenarioError(placeOf(order, path), problem, `a run of ${us} µs has no more`);
  }
  return left > 0 ? [...steps, `run ${left}us`] : steps;
}

function namesOf(entry: LooseEntry, path: string): readonly string[] {
  const { value } = entry;
  const items = value.is === 'list' ? value.items : [];
  const names = items.flatMap((item) => (item.is === 'text' ? [item.value] : []));
  if (value.is === 'list' && names.length === items.length && names.length <= MOST_LOCKS) {
    return names;
  }
  const remedy = `write at most ${MOST_LOCKS} names of locks`;
  throw new ScenarioError(placeOf(entry, path), 'is not a list of locks', remedy);
}
