// Reads an ftrace text, or Chrome's JSON, with the reader of Chrome's trace viewer (package "traceviewer") and prints what
// it found as JSON: what it could not read, by CPU the slices [name, pid, start, duration, state] in µs,
// and by thread the slices [name, category, start, duration, depth] in ns, moments, counters, arrows. A process of its own, because that reader puts what it is into the global object.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const home = path.dirname(require.resolve('traceviewer/package.json'));
require(path.join(home, 'catapult_build/node_bootstrap.js'));
const { HTMLImportsLoader } = globalThis;
// Its own list of folders comes from a program in a Python of long ago.
const folders = ['tracing', 'third_party', 'tracing/third_party/gl-matrix/dist'];
HTMLImportsLoader.addArrayToSourcePath(folders.map((folder) => path.join(home, folder)));
const log = console.log;
console.log = () => {};
HTMLImportsLoader.loadHTML('/tracing/importer/import.html');
HTMLImportsLoader.loadHTML('/tracing/extras/importer/linux_perf/ftrace_importer.html');
HTMLImportsLoader.loadHTML('/tracing/extras/importer/trace_event_importer.html');

const { tr } = globalThis;
const options = new tr.importer.ImportOptions();
options.shiftWorldToZero = false;
const model = new tr.Model();
new tr.importer.Import(model, options).importTraces([readFileSync(process.argv[2], 'utf8')]);
const µs = (ms) => Math.round(ms * 1000);
const cpus = Object.values(model.kernel.cpus).map(({ cpuNumber, slices }) => [
  cpuNumber,
  slices.map(({ title, args, start, duration }) => [
    title,
    args.tid,
    µs(start),
    µs(duration),
    args.stateWhenDescheduled,
  ]),
]);
const ns = (ms) => Math.round(ms * 1e6);
const processes = Object.values(model.processes);
const threads = processes.flatMap((process) =>
  Object.values(process.threads).map((thread) => ({
    name: thread.name,
    rank: thread.sortIndex,
    slices: thread.sliceGroup.slices.map((slice) => [
      slice.title,
      slice.category,
      ns(slice.start),
      ns(slice.duration),
      slice.didNotFinish === true,
    ]),
  })),
);
const counters = processes.flatMap((process) =>
  Object.values(process.counters).map(({ name, series }) => [
    name,
    series.map((each) => [
      each.name,
      each.samples.map(({ timestamp, value }) => [ns(timestamp), value]),
    ]),
  ]),
);
const flows = model.flowEvents.map(({ startSlice, endSlice, start, end }) => [
  startSlice?.title,
  endSlice?.title,
  ns(start),
  ns(end ?? start),
]);
const problems = model.importWarnings.map(({ message }) => message);
log(JSON.stringify({ problems, cpus, threads, counters, flows }));
