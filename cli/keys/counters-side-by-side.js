// What one CPU writes lies together, on a line of its own.
const sync = percpu(0);
const others = percpu(0);
function select_cpu(p, prev_cpu, wake_flags) {
  if ((wake_flags & WAKE_SYNC) !== 0) sync[this_cpu()]++;
  else others[this_cpu()]++;
}
