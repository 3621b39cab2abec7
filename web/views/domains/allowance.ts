// How much imbalance between NUMA nodes a kernel leaves alone in a domain, in words: by the rule of its time,
// and by imb_numa_nr where the rule asks it. After adjust_numa_imbalance and sched_balance_find_dst_group of
// kernel/sched/fair.c, Linux 5.7 to 6.18.

import type { Domain } from '../../engine/domains/words.ts';
import { choiceWordsOf } from '../../scenario/kernel-options.ts';
import { words } from './words.ts';

/** Fields of a definition. */
export interface NumaRule {
  /** Index into numaRules. */
  readonly numa_imbalance: number;
  /** Tasks; 0: as the kernel computes it. */
  readonly imb_numa_nr: number;
}

/** By the kernel that brought each rule; by the core's codes. */
export const numaRules = choiceWordsOf('numa_imbalance');

export interface Allowance {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  /** What the value means; undefined where the note says it all. */
  readonly hint?: string;
}

const nameOf = ({ numa_imbalance }: NumaRule) => numaRules[numa_imbalance];

/** True if the rule goes by imb_numa_nr. */
export const asksAllowance = (rule: NumaRule): boolean =>
  nameOf(rule) === 'v5.18' || nameOf(rule) === 'v6.0';

const spansNodes = ({ flags }: Domain): boolean => flags.split(' ').includes('SD_NUMA');

/** What the rule allows without imb_numa_nr, of forks and of balancing; it asks in domains of several nodes only. */
function byRule(rule: NumaRule, { span_weight, groups }: Domain): string {
  if (nameOf(rule) === 'v5.7') return words.whileIdle;
  const quarterOfGroup = (groups[0]?.weight ?? 0) >> 2;
  return nameOf(rule) === 'v5.11'
    ? words.quarterOfDomain(span_weight >> 2, quarterOfGroup)
    : words.quarterOfNode(quarterOfGroup);
}

/** Undefined where the rule says nothing of the domain. */
export function allowanceOf(rule: NumaRule, domain: Domain): Allowance | undefined {
  if (!asksAllowance(rule)) {
    if (!spansNodes(domain)) return undefined;
    return { name: words.allowedByRule, value: '', note: byRule(rule, domain) };
  }
  const isOlder = nameOf(rule) === 'v5.18';
  const computed = isOlder ? domain.imb_numa_nr_v5_18 : domain.imb_numa_nr;
  if (computed === 0 && !spansNodes(domain)) return undefined;
  const hint = isOlder ? words.allowedSince5_18 : words.allowedSince6_0;
  const note = rule.imb_numa_nr > 0 ? words.insteadOf(computed) : hint;
  return { name: words.allowed, value: String(rule.imb_numa_nr || computed), note, hint };
}
