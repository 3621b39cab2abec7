// Runs a story's two variants on a machine and says what differs; then brings a workload and takes a trace along.
// `npm install schedscape-1.0.0.tgz && node node_modules/schedscape/example.mjs`

import { writeFileSync } from 'node:fs';
import { open, readWorkload, run, scenarios, start, trace } from 'schedscape';

console.log(`${scenarios().length} scenarios, the first is ${scenarios()[0]}`);

const story = await open('cpupri/cyclic', { set: { duration: '2 ms', warmup: '500 us' } });
console.log(`${story.title}: ${story.cpus} CPUs, seed ${story.seed}`);
for (const { id, label, kernel } of story.variants) {
  const { metrics, traceHash } = await run(story, id);
  const { value, unit } = metrics.kernel_share;
  console.log(
    `${id} (${label}, Linux ${kernel}): kernel share ${value.toFixed(1)} ${unit}, trace ${traceHash}`,
  );
}

const text = `duration 5ms
web  x4 : run ~200us; sleep ~300us
irq  fifo 50 on 0 : every 1ms; run 20us..40us
`;
const workload = await readWorkload({ name: 'mine.txt', bytes: new TextEncoder().encode(text) });
for (const note of workload.notes) console.log(`note: ${note}`);
const mine = await open(undefined, { workload, set: { duration: '5 ms', warmup: '1 ms' } });
const file = await trace(mine, 'A', { format: 'perfetto' });
writeFileSync('mine.perfetto-trace', file);
console.log(`mine.perfetto-trace: ${file.length} bytes; open it at ui.perfetto.dev`);

const live = await start(mine, 'A');
live.runTo(2_000_000);
const busy = live.cpus().filter(({ activity }) => activity !== 'idle');
console.log(`at ${live.time} ns ${busy.length} of ${mine.cpus} CPUs are busy`);
live.close();
