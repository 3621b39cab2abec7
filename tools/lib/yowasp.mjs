// The npm clang as a function: tool, arguments and files in, one file out. Two threads at most.

import { Worker } from 'node:worker_threads';
import { Failure } from './failure.mjs';

const idle = [];
/** All that were started: after a failure some are still at work, and would keep the program alive. */
const started = [];

function ask(worker, request) {
  return new Promise((resolve, reject) => {
    const onMessage = (answer) => {
      worker.off('error', onError);
      resolve(answer);
    };
    const onError = (error) => {
      worker.off('message', onMessage);
      reject(error);
    };
    worker.once('message', onMessage);
    worker.once('error', onError);
    worker.postMessage(request);
  });
}

/** With output of its own, unread: the package reports there how it loads its own files. */
function startWorker() {
  const file = new URL('./yowasp-worker.mjs', import.meta.url);
  const worker = new Worker(file, { stdout: true, stderr: true });
  started.push(worker);
  return worker;
}

/** Runs `tool` ('clang' or 'wasm-ld') on an in-memory tree; resolves to the bytes of `output`. */
export async function runYowasp(tool, args, files, output) {
  const worker = idle.pop() ?? startWorker();
  const { code, messages, data } = await ask(worker, { tool, args, files, output });
  idle.push(worker);
  if (code !== 0 || !data) throw new Failure(messages.trim() || `${tool} failed (${code})`);
  return data;
}

/** Ends the threads, so that the program can end. */
export async function closeYowasp() {
  idle.length = 0;
  await Promise.all(started.splice(0).map((worker) => worker.terminate()));
}
