// The text of a policy: a plain textbox, and its colours under it as a picture of the same text. The browser's own
// editing, undoing and reading aloud are all there; colours are not read and not pressed.

import { type Ref, useMemo } from 'react';
import { SOURCE_CHARACTERS } from '../../policy/limits.ts';
import type { Problem } from './check.ts';
import { piecesOf } from './colours.ts';
import styles from './Editor.module.css';
import { words } from './words.ts';

/** Line numbers, with a mark at the line where something is wrong. */
function Gutter({ lines, wrong }: { readonly lines: number; readonly wrong: number | undefined }) {
  const numbers = Array.from({ length: lines }, (_, i) => i + 1);
  return (
    <div className={styles.gutter} aria-hidden="true">
      {numbers.map((line) => (
        <div key={line} data-wrong={line === wrong || undefined}>
          {line === wrong ? `● ${line}` : line}
        </div>
      ))}
    </div>
  );
}

/** Under the place where something is wrong. */
function Mark({ problem }: { readonly problem: Problem }) {
  const { line, column, length } = problem.place;
  return (
    <span
      className={styles.mark}
      style={{
        top: `calc(${line - 1} * var(--row))`,
        left: `calc(${column - 1} * 1ch)`,
        width: `calc(${Math.max(1, length)} * 1ch)`,
      }}
    />
  );
}

export function Editor({
  ref,
  text,
  onText,
  problem,
  onRun,
}: {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problem: Problem | undefined;
  readonly onRun: () => void;
}) {
  const pieces = useMemo(() => piecesOf(text), [text]);
  return (
    <div className={styles.editor}>
      <Gutter lines={text.split('\n').length} wrong={problem?.place.line} />
      <div className={styles.page}>
        <pre className={styles.picture} aria-hidden="true">
          {pieces.map(({ look, text: piece }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text
            <span key={i} data-look={look}>
              {piece}
            </span>
          ))}
          {'\n'}
          {problem && <Mark problem={problem} />}
        </pre>
        <textarea
          ref={ref}
          className={styles.text}
          aria-label={words.text}
          aria-invalid={problem !== undefined}
          value={text}
          maxLength={SOURCE_CHARACTERS}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          onChange={({ target }) => onText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onRun();
          }}
        />
      </div>
    </div>
  );
}
