// How busy a group of CPUs is: the seven classes.

/** From least to most busy; asym_packing does not occur on the machines there are. */
const CLASSES = [
  ...['has_spare', 'fully_busy', 'misfit_task', 'smt_balance', 'asym_packing', 'imbalanced'],
  'overloaded',
];
export const rankOf = (type) => CLASSES.indexOf(type);

export const emptyStats = (group) => ({
  load: 0,
  util: 0,
  runnable: 0,
  nr: 0,
  h_nr: 0,
  idle: 0,
  weight: group.weight,
  capacity: 1024 * group.weight,
  avg_load: 0,
  misfit: 0,
  isSmtLoaded: false,
});

export const averageLoad = (load, capacity) => Math.floor((load * 1024) / capacity);

function isOverloaded({ nr, weight, capacity, util, runnable }, pct) {
  if (nr <= weight) return false;
  return capacity * 100 < util * pct || capacity * pct < runnable * 100;
}

function hasCapacity({ nr, weight, capacity, util, runnable }, pct) {
  if (nr < weight) return true;
  if (capacity * pct < runnable * 100) return false;
  return capacity * 100 > util * pct;
}

/** `isFlagged`: a pass at the level below could not balance the group for affinity. */
export function classOf(stats, pct, isFlagged) {
  if (isOverloaded(stats, pct)) return 'overloaded';
  if (isFlagged) return 'imbalanced';
  if (stats.isSmtLoaded) return 'smt_balance';
  if (stats.misfit > 0) return 'misfit_task';
  return hasCapacity(stats, pct) ? 'has_spare' : 'fully_busy';
}
