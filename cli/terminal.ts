// Where a command writes: results to `out`, everything else to `err`. Commands get it as an argument,
// so that tests can read along.

export interface Terminal {
  /** A line of a result. */
  out(line: string): void;
  /** Bytes of a result: a file that was sent here. */
  write(pieces: readonly Uint8Array[]): void;
  /** A line for the person who waits. */
  err(line: string): void;
  /** Replaces the progress line; '' takes it away. Does nothing unless somebody watches. */
  progress(line: string): void;
}

const clearLine = '\r\u001b[2K';

export function processTerminal(): Terminal {
  const { stdout, stderr } = process;
  // A reader that has seen enough (head, less) is no failure.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  let shown = false;
  const clear = () => {
    if (shown) stderr.write(clearLine);
    shown = false;
  };
  return {
    out(line) {
      clear();
      stdout.write(`${line}\n`);
    },
    write(pieces) {
      clear();
      for (const piece of pieces) stdout.write(piece);
    },
    err(line) {
      clear();
      stderr.write(`${line}\n`);
    },
    progress(line) {
      if (!stderr.isTTY) return;
      clear();
      if (line) stderr.write(line);
      shown = line !== '';
    },
  };
}
