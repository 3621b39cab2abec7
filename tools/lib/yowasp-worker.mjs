// A worker thread that runs one tool of the npm clang (LLVM compiled to WebAssembly) at a time.
// A thread, because a compilation blocks; it knows nothing of caches or of what is compiled.

import { parentPort } from 'node:worker_threads';
import { commands, Exit } from '@yowasp/clang';

parentPort.on('message', async ({ tool, args, files, output }) => {
  let messages = '';
  const decoder = new TextDecoder();
  const take = (bytes) => {
    if (bytes) messages += decoder.decode(bytes, { stream: true });
  };
  const options = { stdout: take, stderr: take };
  try {
    const made = await commands[tool](args, files, options);
    parentPort.postMessage({ code: 0, messages, data: made[output] });
  } catch (error) {
    // An Exit holds every input file: only its code and what the compiler said may leave here.
    const code = error instanceof Exit ? error.code : 1;
    if (!(error instanceof Exit)) messages += `${error?.message ?? error}\n`;
    parentPort.postMessage({ code, messages });
  }
});
