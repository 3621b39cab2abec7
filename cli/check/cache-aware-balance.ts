// Vectors of cache-aware load balancing about groups of CPUs: what a group is, and which one is the busiest.

import { lists, MOST, type VectorGroup, yes } from './cache-aware-group.ts';
import { wordOf } from './fair-rules.ts';
import type { JsonField } from './json-fields.ts';

/** In the order of enum ss_group_class. */
const CLASSES = [
  ...['has_spare', 'fully_busy', 'misfit_task', 'smt_balance', 'asym_packing', 'imbalanced'],
  ...['llc_balance', 'overloaded'],
].map((name) => `group_${name}`);
const MIGRATIONS = ['migrate_load', 'migrate_util', 'migrate_task', 'migrate_llc_task'];
const GENERIC = ' by the generic rules';

const SMT_OF_CLASSIFY = 2;
const flagged = (field: JsonField): number =>
  1 + ['SD_SHARE_LLC'].indexOf(field.oneOf(['SD_SHARE_LLC']));

/** "migrate_util or migrate_load by the generic rules" leaves it to them. */
function migrationType(got: string, expected: JsonField): string {
  const said = expected.at('migration_type').text(got);
  const open = said.endsWith(GENERIC) ? said.slice(0, -GENERIC.length).split(' or ') : [];
  return open.includes(got) ? said : got;
}

export const groupClassify: VectorGroup = {
  question: 11,
  names: [
    ...['group_weight', 'group_capacity', 'imbalance_pct', 'sum_nr_running', 'group_util'],
    ...['group_runnable', 'nr_pref_dst', 'local_util', 'nr_balance_failed', 'cache_nice_tries'],
    'sd_flags',
  ],
  words: (given) => [
    wordOf(given, 'group_util'),
    wordOf(given, 'group_capacity', 1),
    wordOf(given, 'local_util'),
    wordOf(given, 'group_capacity'),
    SMT_OF_CLASSIFY,
    wordOf(given, 'group_weight', 1),
    wordOf(given, 'imbalance_pct', 100, 1000),
    wordOf(given, 'sum_nr_running'),
    wordOf(given, 'group_runnable'),
    wordOf(given, 'nr_pref_dst'),
    given.at('nr_balance_failed').integer(0, MOST, 0),
    given.at('cache_nice_tries').integer(0, MOST, 1),
    given.at('sd_flags').present ? flagged(given.at('sd_flags')) : 0,
  ],
  read: (answer, _given, expected) => {
    const group_type = CLASSES[answer.next()] ?? 'unknown';
    const moves = yes(answer);
    const type = MIGRATIONS[answer.next()] ?? 'unknown';
    const imbalance = answer.long();
    const migration_type = moves ? migrationType(type, expected) : 'none';
    return { group_type, migration_type, imbalance };
  },
};

/** Classes whose groups are told apart by what a candidate says, or not at all: then the first stays. */
const TOLD_APART = ['group_imbalanced', 'group_llc_balance'];

/** The classes of candidates; refuses one beside which another of its class is the busiest so far. */
function classesOf(candidates: readonly JsonField[]): number[] {
  const classes = candidates.map((one) => CLASSES.indexOf(one.at('type').oneOf(CLASSES)));
  classes.forEach((of, index) => {
    const before = classes.slice(0, index);
    if (of !== Math.max(...before) || TOLD_APART.includes(CLASSES[of]!)) return;
    const other = candidates[before.indexOf(of)]!.path;
    const remedy = `write another type than that of ${other}: by types and nr_pref_dst alone`;
    candidates[index]!.at('type').refuse(`${remedy} nobody can say which of the two is busier`);
  });
  return classes;
}

export const pickBusiest: VectorGroup = {
  question: 12,
  names: ['candidates', 'rule'],
  words: (given) => {
    given.at('rule').oneOf(['later candidate replaces earlier only if strictly better']);
    const candidates = given.at('candidates').items();
    const classes = classesOf(candidates);
    return lists(
      candidates.map((one, i) => [classes[i]!, one.at('nr_pref_dst').integer(0, MOST, 0)]),
    );
  },
  read: (answer, given) => {
    const busiest = given.at('candidates').items()[answer.next()];
    return { busiest: busiest ? busiest.at('name').text() : null };
  },
};
