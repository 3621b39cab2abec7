// The shared types of the check modules: the entry into the core, the result of a case, and the error for a vector
// file that cannot be read. No format is known here.

import type { ProbeRunner } from '../../web/engine/probes.ts';

export { ProbeError, type ProbeRunner } from '../../web/engine/probes.ts';

export interface CaseResult {
  id: string;
  ok: boolean;
  /** Present when `ok` is false: the value the file names and the value the core gave. */
  expected?: string;
  got?: string;
  /** Path of the first difference, for example `expect[0].domains[2].groups[1].span`. */
  where?: string;
}

export interface VectorFormat {
  name: string;
  /** True if `file` (parsed JSON) claims to be of this format; it may still be malformed. */
  recognises(file: unknown): boolean;
  /** The parts of the file that are not compared, one sentence each, for the terminal. */
  notes?(file: unknown): string[];
  /** One result a case, in file order. Throws {@link VectorFileError} when the file is malformed. */
  check(file: unknown, probe: ProbeRunner): Iterable<CaseResult>;
}

/** A vector file is malformed: where (path of the field), what is wrong, what would be right. */
export class VectorFileError extends Error {
  readonly path: string;
  readonly problem: string;
  readonly remedy: string;

  constructor(path: string, problem: string, remedy: string) {
    super(`${path}: ${problem}; ${remedy}`);
    this.name = 'VectorFileError';
    this.path = path;
    this.problem = problem;
    this.remedy = remedy;
  }
}
