// Which story a report is nearest to: by the functions that it names most. Stories and structures as they are called here; a
// function that no story has is near to none.

/** A story, and what of it a report of these functions speaks of. */
export interface Near {
  readonly story: string;
  /** What the functions do, in a sentence about them. */
  readonly about: string;
  /** The structure that they meet on. */
  readonly structure: string;
}

interface Place extends Near {
  readonly is: RegExp;
}

const places: readonly Place[] = [
  {
    is: /^(cpupri_|pull_rt|push_rt|rto_|find_lowest_rq|tell_cpu_to_push|enqueue_(task_)?rt|dequeue_(task_)?rt|dequeue_rt_stack|(inc|dec)_rt_|rt_(set|clear)_overload|select_task_rq_rt|pick_next_task_rt|set_next_task_rt)/,
    story: 'cpupri/ffmpeg-480',
    about: 'real-time tasks record and search for CPUs by priority',
    structure: 'root_domain',
  },
  {
    is: /^(folio_lruvec|lru_add|folio_batch_move_lru|pagevec_lru|lru_cache_add|folios_put|release_pages)/,
    story: 'pcp/moves-to-lru',
    about: 'pages join the node’s LRU lists',
    structure: 'lruvec',
  },
  {
    is: /^(__)?(rmqueue|free_pcppages|free_unref|free_one_page|get_page_from_freelist|free_frozen_page|alloc_frozen_pages|alloc_pages|nr_pcp|drain_zone|decay_pcp|free_pages)/,
    story: 'pcp/skylake-ex',
    about: 'CPUs take pages from their zone and give them back',
    structure: 'zone',
  },
  {
    is: /^(account_mm_sched|(__)?update_mm_sched|task_cache_work|task_tick_cache|can_migrate_llc|migrate_llc|get_scan_cpumasks|fraction_mm_sched)/,
    story: 'cache-aware/two-pairs',
    about: 'the scheduler counts where the threads of a process run',
    structure: 'mm_sched',
  },
  {
    is: /^((__)?update_cfs_group|update_cfs_rq|(__)?update_tg|update_tg_load_avg|update_load_avg|(__)?update_load_avg|enqueue_task_fair|dequeue_(task|entit)|enqueue_entity|reweight_entity|select_idle|select_task_rq_fair|available_idle_cpu|idle_cpu|sched_balance|load_balance|update_sd_lb|update_sg_lb|(nohz|kick_ilb)|newidle|set_cpu_sd_state)/,
    story: 'split-llc/node-fills-up',
    about: 'the fair class places and balances tasks',
    structure: 'rq',
  },
  {
    is: /^(ttwu_|try_to_wake_up|sched_ttwu|wake_up|__smp_call_single_queue|flush_smp_call|llist_add|(__)?schedule$|pick_next_task|finish_task_switch)/,
    story: 'split-llc/one-wakeup',
    about: 'tasks are woken on other CPUs',
    structure: 'rq',
  },
];

export interface NearestStory extends Near {
  /** Of the weight of all functions, 0 … 1. */
  readonly share: number;
}

/** Functions by how much they count; undefined: no story has any of them. */
export function nearestStory(weights: ReadonlyMap<string, number>): NearestStory | undefined {
  const sums = new Map<Place, number>();
  let all = 0;
  for (const [symbol, weight] of weights) {
    all += weight;
    const place = places.find(({ is }) => is.test(symbol));
    if (place) sums.set(place, (sums.get(place) ?? 0) + weight);
  }
  const [best] = [...sums].sort((x, y) => y[1] - x[1]);
  if (!best || all <= 0 || best[1] <= 0) return undefined;
  const [{ story, about, structure }, sum] = best;
  return { story, about, structure, share: sum / all };
}

/** The story that shows a simulated structure; undefined: none is about it. */
export const storyOfStructure = (structure: string): string | undefined =>
  places.find((place) => place.structure === structure)?.story;
