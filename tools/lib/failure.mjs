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

/** Runs a tool's main function and turns a Failure into its message and exit code. */
export async function main(body) {
  try {
    const code = await body(process.argv.slice(2));
    if (Number.isInteger(code)) process.exitCode = code;
  } catch (error) {
    process.exitCode = error instanceof Failure ? error.code : 3;
    process.stderr.write(`${error instanceof Failure ? error.message : error.stack}\n`);
  }
}
