// Among the neighbours, near ones first: the only words it reads are theirs and the task's.
function find_lowest_rq(p) {
  for (let away = 1; away < 8; away++) {
    const up = p.cpu + away;
    if (up < nr_cpu_ids() && allowed(p, up) && cpu_prio(up) === 0) return up;
    const down = p.cpu - away;
    if (down >= 0 && allowed(p, down) && cpu_prio(down) === 0) return down;
  }
  return -1;
}
