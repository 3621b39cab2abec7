// What goes wrong on a command line and the exit code it earns. Nothing here prints.

import { OutOfMemoryError } from '../web/engine/backend.ts';
import { DefinitionError } from '../web/engine/definition.ts';
import { TraceTooLong } from '../web/exchange/trace/pieces.ts';
import { ScenarioError } from '../web/scenario/index.ts';
import { VectorFileError } from './check/types.ts';

export const exitCode = { done: 0, failed: 1, usage: 2, defect: 3 } as const;

/** The command line or a file named on it is not what it should be. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

const inputErrors = [
  UsageError,
  ScenarioError,
  VectorFileError,
  DefinitionError,
  OutOfMemoryError,
  TraceTooLong,
] as const;

export const isInputError = (error: unknown): error is Error =>
  inputErrors.some((type) => error instanceof type);

/** Lines for standard error, without a stack trace, and the exit code. */
export function explainFailure(error: unknown, args: readonly string[]) {
  const message = error instanceof Error ? error.message : String(error);
  if (isInputError(error)) return { code: exitCode.usage, text: `schedscape: ${message}` };
  const kind = error instanceof Error ? error.name : 'Error';
  return {
    code: exitCode.defect,
    text:
      `schedscape: this is a defect of the program: ${kind}: ${message}\n` +
      `Please report this message with the command: schedscape ${args.join(' ')}`,
  };
}
