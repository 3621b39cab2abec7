// Every thread sleeps now and then: none asks for more than another, and all ask for less than Linux gives.
function enqueue(p, cpu, enq_flags) {
  return 700_000;
}
