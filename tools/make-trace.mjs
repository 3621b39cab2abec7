// Writes a trace of the scheduler as ftrace prints it, as long as wanted, for measuring how fast and in how much memory it
// is read: tasks on CPUs that wake each other at random. `node tools/make-trace.mjs FILE [EVENTS] [CPUS] [short]`; short is
// the form of trace-cmd report, half as long.

import { closeSync, openSync, writeSync } from 'node:fs';

const [file, events = '1500000', cpus = '64', form = 'long'] = process.argv.slice(2);
if (!file) {
  process.stderr.write('usage: node tools/make-trace.mjs FILE [EVENTS] [CPUS] [short]\n');
  process.exit(2);
}
const count = Number(events);
const machine = Number(cpus);
const isShort = form === 'short';
const tasks = 8 * machine;

let seed = 1;
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

const running = new Array(machine).fill(0);
/** By CPU: the tasks that wait there. */
const queues = Array.from({ length: machine }, () => []);
const sleeping = Array.from({ length: tasks }, (_, at) => at + 1);
const name = (task, cpu) => (task === 0 ? `swapper/${cpu}` : `w${task}`);
const pid = (task) => (task === 0 ? 0 : 100_000 + task);

const out = openSync(file, 'w');
let text = `# tracer: nop\n#\n# entries-in-buffer/entries-written: ${count}/${count}   #P:${machine}\n#\n`;
let now = 1_000_000_000;
let written = 0;

const about = (task, cpu) =>
  isShort
    ? `${name(task, cpu)}:${pid(task)} [120]`
    : `comm=${name(task, cpu)} pid=${pid(task)} prio=120`;

const target = (cpu) =>
  isShort ? `CPU:${String(cpu).padStart(3, '0')}` : `target_cpu=${String(cpu).padStart(3, '0')}`;

function line(cpu, flags, event) {
  const task = running[cpu];
  const comm = task === 0 ? '<idle>' : name(task, cpu);
  const number = `[${String(cpu).padStart(3, '0')}]`;
  const who = isShort
    ? `${comm}-${pid(task)} ${number}`
    : `${comm.padStart(16)}-${String(pid(task)).padEnd(7)} ${number} ${flags}`;
  const time = `${Math.floor(now / 1e6)}.${String(now % 1e6).padStart(6, '0')}`;
  text += `${who} ${time}: ${event}\n`;
  written++;
  if (text.length > 1 << 20) {
    writeSync(out, text);
    text = '';
  }
}

function wake(cpu) {
  const at = random(sleeping.length);
  const task = sleeping[at];
  sleeping[at] = sleeping.at(-1);
  sleeping.pop();
  const chosen = random(4) === 0 ? random(machine) : cpu;
  line(cpu, 'd..3.', `sched_waking: ${about(task)} ${target(cpu)}`);
  if (chosen !== cpu) {
    const whole = `comm=${name(task)} pid=${pid(task)} prio=120`;
    line(cpu, 'd..3.', `sched_migrate_task: ${whole} orig_cpu=${cpu} dest_cpu=${chosen}`);
  }
  line(cpu, 'd..4.', `sched_wakeup: ${about(task)} ${target(chosen)}`);
  queues[chosen].push(task);
}

function change(cpu) {
  const previous = running[cpu];
  const sleeps = previous !== 0 && random(3) > 0;
  if (previous !== 0) (sleeps ? sleeping : queues[cpu]).push(previous);
  const next = queues[cpu].shift() ?? 0;
  if (next === previous) return;
  const state = sleeps ? 'S' : 'R';
  const prev = `prev_comm=${name(previous, cpu)} prev_pid=${pid(previous)} prev_prio=120`;
  const comes = `next_comm=${name(next, cpu)} next_pid=${pid(next)} next_prio=120`;
  const told = isShort
    ? `${about(previous, cpu)} ${state} ==> ${about(next, cpu)}`
    : `${prev} prev_state=${state} ==> ${comes}`;
  line(cpu, 'd..2.', `sched_switch: ${told}`);
  running[cpu] = next;
}

while (written < count) {
  now += 1 + random(2);
  const cpu = random(machine);
  if (sleeping.length > 0 && random(2) === 0) wake(cpu);
  else change(cpu);
}
writeSync(out, text);
closeSync(out);
