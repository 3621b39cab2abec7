// The task's own CPU first: a task that has found an empty one keeps it.
function select_cpu(p, prev_cpu, wake_flags) {
  if (nr_running(prev_cpu) === 0) return prev_cpu;
  const other = random(nr_cpu_ids());
  return nr_running(other) === 0 ? other : prev_cpu;
}
