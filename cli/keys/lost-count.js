// A word of each CPU on a line of its own: no other CPU writes it, so no update is lost and no line bounces.
const n = percpu(0);
function select_cpu(p, prev_cpu, wake_flags) {
  n[this_cpu()]++;
}
