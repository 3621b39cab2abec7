// Everybody sleeps now and then: nobody asks for more than another, and all for less than Linux gives.
function enqueue(p, cpu, enq_flags) {
  return 700_000;
}
