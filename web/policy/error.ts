// The one error of this room: where in a policy's text something is wrong, and what would be right.

/** A place in a text: line and column from 1, and how many characters are meant. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  readonly place: SourcePosition;
  /** What is wrong and what would be right, without the place. */
  readonly sentence: string;

  constructor(place: SourcePosition, sentence: string) {
    super(`line ${place.line}, column ${place.column}: ${sentence}`);
    this.place = place;
    this.sentence = sentence;
  }
}

export function fail(at: SourcePosition, sentence: string): never {
  throw new PolicyError(at, sentence);
}
