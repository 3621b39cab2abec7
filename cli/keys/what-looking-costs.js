// The best of eight queues anywhere; it stops at the first that is empty.
function select_cpu(p, prev_cpu, wake_flags) {
  let best = random(nr_cpu_ids());
  let least = nr_running(best);
  for (let i = 1; i < 8 && least > 0; i++) {
    const cpu = random(nr_cpu_ids());
    const n = nr_running(cpu);
    if (n < least) {
      best = cpu;
      least = n;
    }
  }
  return best;
}
