// The terminal of a command: results go to `out`, everything else to `err`. Commands get it as an argument, so that
// tests can read the output. Control characters in titles, labels and foreign files are escaped.

import { oneLine, visible } from '../web/base/visible.ts';
import { exitCode } from './usage.ts';

export interface Terminal {
  /** A line of a result. */
  out(line: string): void;
  /** Bytes of a result: a file that was sent here. */
  write(pieces: readonly Uint8Array[]): void;
  /** Writes a line to standard error, for the person at the terminal. */
  err(line: string): void;
  /** Replaces the progress line; '' removes it. Does nothing if standard error is no terminal. */
  progress(line: string): void;
}

const clearLine = '\r\u001b[2K';

/** Ends the program in words where results cannot be written: a full disk is no defect of ours. */
function endUnwritten(error: NodeJS.ErrnoException): void {
  // A reader that has seen enough (head, less) is no failure, and what is found out still counts.
  if (error.code === 'EPIPE') return;
  process.stderr.write(
    `schedscape: standard output cannot be written (${error.message}); results are missing\n`,
  );
  process.exit(exitCode.usage);
}

export function processTerminal(): Terminal {
  const { stdout, stderr } = process;
  stdout.on('error', endUnwritten);
  // Standard error is gone, so the failure to write to it cannot be reported.
  stderr.on('error', () => {});
  let shown = false;
  const clear = () => {
    if (shown) stderr.write(clearLine);
    shown = false;
  };
  return {
    out(line) {
      clear();
      stdout.write(`${visible(line)}\n`);
    },
    write(pieces) {
      clear();
      for (const piece of pieces) stdout.write(piece);
    },
    err(line) {
      clear();
      stderr.write(`${visible(line)}\n`);
    },
    progress(line) {
      if (!stderr.isTTY) return;
      clear();
      if (line) stderr.write(oneLine(line));
      shown = line !== '';
    },
  };
}
