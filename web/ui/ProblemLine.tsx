// The problem in an edited text, as a sentence behind a button that goes to its place.

import type { ReactNode, RefObject } from 'react';
import { Button } from './Button.tsx';
import { goToLine, type TextProblem } from './TextEditor.tsx';

export function ProblemLine({
  problem,
  area,
  children,
}: {
  readonly problem: TextProblem;
  /** The text. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** What else may be done about it. */
  readonly children?: ReactNode;
}) {
  const { line, column, length } = problem.place;
  return (
    <p>
      <Button onClick={() => goToLine(area.current, line, column, length)}>{`line ${line}`}</Button>{' '}
      {problem.sentence}
      {children}
    </p>
  );
}
