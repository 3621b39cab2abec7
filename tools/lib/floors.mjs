// The core's rooms and the floors inside sched/: what may look into and call what. Said once, for the
// check of includes (tools/check-imports.mjs) and that of calls (calls.mjs).

/** What each room may look into, besides itself. */
export const coreBelow = {
  base: [],
  machine: ['base'],
  race: ['base'],
  exec: ['machine', 'base'],
  policy: ['exec', 'machine', 'base'],
  sched: ['policy', 'exec', 'machine', 'base'],
  mm: ['policy', 'exec', 'machine', 'base'],
  ipc: ['sched', 'mm', 'policy', 'exec', 'machine', 'base'],
  workload: ['ipc', 'sched', 'mm', 'policy', 'exec', 'machine', 'base'],
  world: ['workload', 'ipc', 'sched', 'mm', 'policy', 'exec', 'machine', 'base'],
  probe: ['world', 'workload', 'ipc', 'sched', 'mm', 'policy', 'exec', 'race', 'machine', 'base'],
};

/** The floors of sched/ from below; '' are the files of sched/ itself. Each may use those before it. */
export const schedFloors = [
  'rules',
  'domains',
  '',
  'state',
  'explain',
  'cache',
  'rt',
  'ext',
  'fair/queue',
  'fair/place',
  'fair/balance',
  'fair',
  'core',
];

/** Where a file stands ("sched/rt/cpupri.c"): { room, floor }, the floor only where the room has some. */
export function placeOf(file) {
  const [room, ...folders] = file.split('/').slice(0, -1);
  return { room, floor: room === 'sched' ? folders.join('/') : '' };
}

export const nameOf = ({ room, floor }) => `${[room, floor].filter(Boolean).join('/')}/`;

/** The place is in sched/, on no floor of the list. */
export const isAttic = ({ room, floor }) => room === 'sched' && !schedFloors.includes(floor);

/** Whether what stands at one place may use what stands at another. */
export function mayUse(from, to) {
  if (from.room !== to.room) return coreBelow[from.room]?.includes(to.room) ?? false;
  if (from.room !== 'sched' || from.floor === to.floor) return true;
  return schedFloors.indexOf(to.floor) < schedFloors.indexOf(from.floor);
}
