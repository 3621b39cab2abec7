// The nearest story of a report: by the functions that count most, and each is one that there is.

import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nearestStory } from './near.ts';

const of = (...weights: readonly (readonly [string, number])[]) => nearestStory(new Map(weights));

describe('the nearest story', () => {
  test.each([
    ['cpupri_set', 'cpupri/ffmpeg-480'],
    ['pull_rt_task', 'cpupri/ffmpeg-480'],
    ['rmqueue_bulk', 'pcp/skylake-ex'],
    ['folio_lruvec_lock_irqsave', 'pcp/moves-to-lru'],
    ['account_mm_sched', 'cache-aware/two-pairs'],
    ['select_idle_sibling', 'split-llc/node-fills-up'],
    ['update_cfs_group', 'split-llc/node-fills-up'],
    ['ttwu_queue_wakelist', 'split-llc/one-wakeup'],
  ])('of %s is %s', (symbol, story) => {
    expect(of([symbol, 3], ['other', 1])).toMatchObject({ story, share: 0.75 });
    expect(existsSync(`scenarios/${story}.json`)).toBe(true);
  });

  test('is the one whose functions count more, and none where no function is known', () => {
    expect(of(['cpupri_set', 1], ['rmqueue', 2])?.story).toBe('pcp/skylake-ex');
    expect(of(['tcp_sendmsg', 5])).toBeUndefined();
    expect(of(['cpupri_set', 0])).toBeUndefined();
  });
});
