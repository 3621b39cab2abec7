// The longest queue under the CPU's own LLC; only if no task waits there, that of the machine.
function balance(cpu) {
  let from = -1;
  let most = 1;
  for (const other of llc_cpus(cpu)) {
    const n = nr_running(other);
    if (n > most) {
      from = other;
      most = n;
    }
  }
  if (from >= 0) return from;
  for (const other of all_cpus()) {
    if (nr_running(other) > 1) return other;
  }
  return -1;
}
