// Decisions of balancing by hand: loads, classes and nodes at their thresholds, with one less and one more.

import { stateOf } from './worlds.mjs';

export const task = (id, load, util, running = false) => ({
  id,
  load,
  util,
  runnable: util,
  running,
});

/** CPUs by the loads of their tasks, all with one utilisation. */
function loaded(rows, util) {
  let id = 1;
  return rows.map((loads, cpu) => ({
    cpu,
    tasks: loads.map((load, at) => task(id++, load, util, at === 0)),
  }));
}

function decide(
  id,
  topology,
  rows,
  { util = 1024, dst = 0, level = 0, idle = 'CPU_NOT_IDLE' },
  derivation,
) {
  const cpus = loaded(rows, util).filter(({ tasks }) => tasks.length > 0);
  const input = { dst_cpu: dst, domain_level: level, idle, preset_fields: [] };
  return { id, kind: 'find_src_group', topology, state: stateOf(cpus), input, derivation };
}

export const LLC2 = 'toy-8cpu-2llc';

/** Loads of one cache's CPUs. */
const wrapCases = () => [
  decide(
    'wrap-fully-busy',
    LLC2,
    [[100], [150, 150], [5000], [100]],
    {},
    'the domain average of 1375 is above the 300 of the overloaded group: the first product wraps, the second decides',
  ),
  decide(
    'wrap-overloaded',
    LLC2,
    [[100, 100], [150, 150], [5000], [100]],
    {},
    'the same with the local group overloaded',
  ),
  decide(
    'wrap-not',
    LLC2,
    [[100], [1000, 1000], [300], [100]],
    {},
    'the domain average is below both, nothing wraps',
  ),
  decide(
    'wrap-equal',
    LLC2,
    [[100], [300, 300], [1600], [100]],
    {},
    'the domain average is that of the busiest: the first product is none',
  ),
  decide(
    'wrap-heaviest',
    LLC2,
    [[100], [75, 75], [88761], [88761]],
    {},
    'the furthest the average lies above',
  ),
];

/** 100 x busiest against 117 x local, and averages that just differ. */
const thresholdCases = () => [
  decide(
    'pct-equal',
    LLC2,
    [
      [500, 500],
      [585, 585],
      [500, 500],
      [500, 500],
    ],
    {},
    '100 x 1170 = 117 x 1000: balanced',
  ),
  decide(
    'pct-more',
    LLC2,
    [
      [500, 500],
      [586, 585],
      [500, 500],
      [500, 500],
    ],
    {},
    'one more: not balanced',
  ),
  decide(
    'average-equal',
    LLC2,
    [
      [500, 500],
      [600, 600],
      [400, 400],
      [500, 500],
    ],
    {},
    'the local average is the domain average: balanced',
  ),
  decide(
    'average-less',
    LLC2,
    [
      [500, 499],
      [600, 600],
      [400, 400],
      [500, 500],
    ],
    {},
    'the local average is not less by a whole unit',
  ),
  decide(
    'average-below',
    LLC2,
    [
      [500, 490],
      [600, 600],
      [400, 400],
      [500, 500],
    ],
    {},
    'the local average is below',
  ),
  decide(
    'idle-by-one',
    LLC2,
    [[], [], [], [9], [9], [], [], []],
    { util: 10, dst: 0, level: 1, idle: 'CPU_IDLE' },
    'one task on each side: nothing to even out',
  ),
  decide(
    'sibling-two',
    LLC2,
    [[], [9], [], [], [9], [9], [9], []],
    { util: 10, level: 1, idle: 'CPU_IDLE' },
    'two tasks more: one moves',
  ),
  decide(
    'sibling-one',
    LLC2,
    [[], [9], [], [], [9], [9], [], []],
    { util: 10, level: 1, idle: 'CPU_IDLE' },
    'one task more: none moves',
  ),
];

/** Utilisation and waiting around capacity x 100 = util x pct, with one task more than CPUs. */
function classCases() {
  const at = (id, util, waits, derivation) => {
    const rows = [[], [1024], [1024, 1024], [1024]];
    const made = decide(id, LLC2, rows, { util: 10, idle: 'CPU_IDLE' }, derivation);
    for (const one of made.state.cpus[1].tasks)
      Object.assign(one, { util: util / 2, runnable: waits / 2 });
    return made;
  };
  return [
    at('class-util-below', 874, 874, '1024 x 100 is not less than 874 x 117'),
    at('class-util-above', 876, 876, '876 x 117 = 102492 is more than 1024 x 100'),
    at('class-waits-equal', 700, 1198, 'runnable 1198 x 100 is not above 1024 x 117'),
    at(
      'class-waits-above',
      700,
      1200,
      'runnable 1200 x 100 is above 1024 x 117: overloaded for waiting',
    ),
  ];
}

function numaCases() {
  const rows = (far, near) =>
    Array.from({ length: 8 }, (_, cpu) => ((cpu < 4 ? cpu < far : cpu - 4 < near) ? [1024] : []));
  const one = (far, near, numa_variant) => {
    const id = `numa-${far}-${near}-${numa_variant ?? 0}`;
    const dst = 4 + near;
    const options = { util: 300, dst, level: 1, idle: 'CPU_IDLE' };
    const made = decide(
      id,
      'toy-8cpu-2node',
      rows(far, near),
      options,
      'tasks on two nodes, by the NUMA rule',
    );
    if (numa_variant) made.state.features = { numa_variant };
    return made;
  };
  const pairs = [
    [2, 0],
    [3, 0],
    [4, 0],
    [3, 1],
    [4, 1],
    [4, 2],
  ];
  return [undefined, 1, 2, 3].flatMap((variant) =>
    pairs.map(([far, near]) => one(far, near, variant)),
  );
}

export const decisionCases = () => [
  ...wrapCases(),
  ...thresholdCases(),
  ...classCases(),
  ...numaCases(),
];
