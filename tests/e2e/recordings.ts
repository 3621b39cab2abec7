// A trace of a real machine, as the kernel prints it, for tests of its readers.

/** The name of one of its tasks: what a page must show as it is. */
export const hostile = '<img src=x onerror=alert(1)>';

/** Two tasks that hand over to each other across two CPUs, 200 times, as the kernel prints it. */
export function traceText(): string {
  const at = (us: number) => `1.${String(100 + us).padStart(6, '0')}`;
  const line = (task: string, cpu: number, us: number, event: string) =>
    `${task.padStart(16)} [00${cpu}] d..2. ${at(us)}: ${event}`;
  const about = (name: string, pid: number, prefix = '') =>
    `${prefix}comm=${name} ${prefix}pid=${pid} ${prefix}prio=120`;
  const lines = ['# tracer: nop', '# entries-in-buffer/entries-written: 1200/1200   #P:2'];
  for (let round = 0; round < 200; round++) {
    const from = round * 100;
    for (const [cpu, [own, other]] of [
      [0, ['ping', hostile]],
      [1, [hostile, 'ping']],
    ] as const) {
      const [pid, wakes] = cpu === 0 ? [10, 11] : [11, 10];
      const begin = from + cpu * 50;
      const idle = about(`swapper/${cpu}`, 0, 'prev_');
      lines.push(
        line(
          '<idle>-0',
          cpu,
          begin,
          `sched_switch: ${idle} prev_state=R ==> ${about(own, pid, 'next_')}`,
        ),
        line(
          `${own}-${pid}`,
          cpu,
          begin + 40,
          `sched_waking: ${about(other, wakes)} target_cpu=00${1 - cpu}`,
        ),
        line(
          `${own}-${pid}`,
          cpu,
          begin + 45,
          `sched_switch: ${about(own, pid, 'prev_')} prev_state=S ==> ${about(`swapper/${cpu}`, 0, 'next_')}`,
        ),
      );
    }
  }
  return `${lines.join('\n')}\n`;
}
