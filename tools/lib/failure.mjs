// A failure that a person can act on: it is printed as its message, without a stack trace.
// Anything else that is thrown is a defect of the tools and keeps its trace.

export class Failure extends Error {
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

/** Bad usage: exit code 2. */
export const usage = (message) => new Failure(message, 2);

/** Ends a tool in words when its output has no place, as on a full disk. */
function endUnwritten(error) {
  if (error.code === 'EPIPE') return;
  process.stderr.write(
    `standard output cannot be written (${error.message}); results are missing\n`,
  );
  process.exit(2);
}

/** Runs a tool's main function and turns a Failure into its message and exit code. */
export async function main(body) {
  // A closed pipe is no reason for a stack trace.
  process.stdout.on('error', endUnwritten);
  process.stderr.on('error', () => {});
  try {
    const code = await body(process.argv.slice(2));
    if (Number.isInteger(code)) process.exitCode = code;
  } catch (error) {
    process.exitCode = error instanceof Failure ? error.code : 3;
    process.stderr.write(`${error instanceof Failure ? error.message : error.stack}\n`);
  }
}
