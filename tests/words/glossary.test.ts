// What entries of the glossary once told wrongly stays right: each test names the fact, holds the entry to it, and to the
// core's own text where the core knows the number. How entries are written holds web/learn/glossary/glossary.test.ts.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entries } from '../../web/learn/glossary/entries.ts';
import { entryNamed, entryText } from '../../web/learn/glossary/search.ts';

const core = (file: string): string => readFileSync(`wasm-core/src/${file}`, 'utf8');
const said = (id: string): string => entryText(entryNamed(id)!);
const everything = entries.map((entry) => entryText(entry)).join('\n');

describe('the glossary says', () => {
  it('six scheduling classes in the order in which Linux asks them, sched_ext below fair', () => {
    expect(said('sched-class')).toContain('stop, deadline, real-time, fair, sched_ext and idle');
    // Those that the core has, in its order.
    const [, list] = /#define SS_SCHED_CLASSES\(X\)([\s\S]*?)\n\n/.exec(core('sched/class.h'))!;
    const ranks = [...list!.matchAll(/X\((\w+),/g)].map(([, rank]) => rank!);
    const names: Record<string, string> = { RT: 'real-time' };
    const places = ranks.map((rank) =>
      said('sched-class').indexOf(names[rank] ?? rank.toLowerCase()),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('that the fair server lets starved tasks run before real-time ones', () => {
    for (const id of ['sched-class', 'fair-class']) expect(said(id), id).toContain('fair server');
    expect(everything).not.toMatch(/real-time tasks always|always go before/i);
  });

  it('that priority is inherited by rt_mutex and PI futex, not by an ordinary mutex', () => {
    expect(said('pi')).toMatch(/holds an rt_mutex or a PI futex .*ordinary mutexes do not/);
  });

  it('that a page list needs no lock for which others wait, which is not none', () => {
    expect(said('pcp')).toContain('no lock for which other CPUs wait');
    expect(everything).not.toMatch(/neither a lock nor a shared line/i);
  });

  it('by how many per cent a domain tolerates an imbalance, as the core does', () => {
    const domains = core('sched/domains/domains.c');
    const set = [...domains.matchAll(/imbalance_pct = (\d+);/g)].map(
      ([, pct]) => Number(pct) - 100,
    );
    const told = said('reason-lb-pct')
      .match(/\d+(?= ?%)/g)!
      .map(Number);
    expect(told.toSorted()).toEqual([...new Set(set)].toSorted());
  });

  it('by how much llc_aggr_tolerance scales each limit, as the core does', () => {
    const rules = core('sched/rules/cache_rules.c');
    expect(rules).toContain('return 1 + (rules->tolerance - 1) * mul;');
    const scale = (tolerance: number, mul: number) => 1 + (tolerance - 1) * mul;
    const times = [...rules.matchAll(/ss_cache_scale\(rules, (\d+)\)/g)].map(([, mul]) =>
      scale(2, Number(mul)),
    );
    expect(new Set(times)).toEqual(new Set([2, 257]));
    expect(said('aggr-tolerance')).toContain(
      'at 2 the thread limit is twice and the memory limit 257 times as high',
    );
    expect(everything).not.toMatch(/number that multiplies|(?<!llc_)\baggr_tolerance/i);
  });

  it('that the limit of threads keeps its margin only after version 2', () => {
    expect(said('reason-llc-threads')).toContain('versions after v2 keep a margin of a fifth');
  });

  it('after which part of the scan period NUMA balancing tries again, as the core does', () => {
    const [, part] = /RETRY_JIFFIES \(SS_FAIR_HZ \/ (\d+)\)/.exec(
      core('sched/fair/balance/numa.c'),
    )!;
    expect(part).toBe('16');
    expect(said('reason-nb-no-cpu')).toContain(
      `a sixteenth of the scan period, at most a second: ${1000 / Number(part)} ms at the default`,
    );
  });

  it('that a wake-up may move what fork placed', () => {
    expect(said('initial-placement')).toContain('until a wake-up or balance pass moves it');
    expect(everything).not.toMatch(/choice is all there is/i);
  });

  it('that a pinned real-time task on the previous CPU leads to a search, too', () => {
    expect(said('reason-previous-cpu-free')).toContain('and none that is pinned');
    expect(said('select-task-rq-rt')).toMatch(/unless .* or is pinned and could not make room/);
  });

  it('that with CONFIG_PREEMPTION two runqueue locks are taken in order', () => {
    expect(said('trylock')).toMatch(/with CONFIG_PREEMPTION .* releases the first .* in order/);
  });

  it('until which release a function was there that is gone', () => {
    expect(said('steal-suitable-fallback')).toMatch(/^Until 6\.14,/);
    expect(entryNamed('steal-suitable-fallback')!.kernel).toContain('until 6.14');
  });

  it('that lines of a structure are counted from 1', () => {
    const line = 3;
    expect(said('cache-line')).toContain('counted from 1');
    expect(said('cache-line')).toContain(
      `line ${line} is bytes ${64 * (line - 1)} to ${64 * line - 1}`,
    );
  });

  it('that a line which serves one core at a time, in order, is the model’s', () => {
    expect(said('line-queue')).toContain('in this model the line serves one core at a time');
  });
});
