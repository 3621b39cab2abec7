// Linux places tasks near the waker; a task from afar is fetched once, if a CPU near the waker idles.
function select_cpu(p, prev_cpu, wake_flags) {
  if (cpus_share_cache(prev_cpu, this_cpu())) return;
  for (const cpu of llc_cpus(this_cpu())) {
    if (idle_cpu(cpu) && allowed(p, cpu)) return cpu;
  }
  return;
}
