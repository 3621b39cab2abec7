// A text editor: a plain textbox, and under it a picture of the same text in colours. The browser's own editing,
// undoing and reading aloud all work; colours are not read and not pressed. The editor knows no language: its user
// passes the coloured pieces and the problems.

import { type CSSProperties, type Ref, useMemo } from 'react';
import styles from './TextEditor.module.css';

/** A part of the text, and how it looks. */
export interface TextPiece {
  readonly look: string;
  readonly text: string;
}

/** What is wrong, and where: line and column from 1. */
export interface TextProblem {
  readonly place: { readonly line: number; readonly column: number; readonly length: number };
  readonly sentence: string;
}

/** How hot a line is, of the hottest, and what there is to say of it. */
export interface TextHeat {
  /** 0 … 1 */
  readonly share: number;
  readonly title: string;
}

/** Line numbers, with a mark at the line where something is wrong, and heat behind those that cost. */
function Gutter({
  lines,
  wrong,
  heat,
}: {
  readonly lines: number;
  readonly wrong: number | undefined;
  readonly heat: ReadonlyMap<number, TextHeat> | undefined;
}) {
  const numbers = Array.from({ length: lines }, (_, i) => i + 1);
  return (
    <div className={styles.gutter} aria-hidden="true">
      {numbers.map((line) => (
        <div
          key={line}
          data-wrong={line === wrong || undefined}
          title={heat?.get(line)?.title}
          style={{ '--share': heat?.get(line)?.share ?? 0 } as CSSProperties}
        >
          {line === wrong ? `● ${line}` : line}
        </div>
      ))}
    </div>
  );
}

/** Under the place where something is wrong. */
function Mark({ problem }: { readonly problem: TextProblem }) {
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

/** Puts the cursor on a line, or over a place in it. */
export function goToLine(
  area: HTMLTextAreaElement | null,
  line: number,
  column = 1,
  length?: number,
): void {
  if (!area) return;
  const lines = area.value.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const begin = before + column - 1;
  area.focus();
  area.setSelectionRange(begin, length === undefined ? begin : begin + length);
}

export function TextEditor({
  ref,
  name,
  most,
  text,
  piecesOf,
  onText,
  problem,
  onRun,
  onCursor,
  heat,
}: {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly name: string;
  /** Characters. */
  readonly most: number;
  readonly piecesOf: (text: string) => readonly TextPiece[];
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problem: TextProblem | undefined;
  readonly onRun: () => void;
  /** The end of what is selected, in characters. */
  readonly onCursor?: (at: number) => void;
  /** By line. */
  readonly heat?: ReadonlyMap<number, TextHeat> | undefined;
}) {
  const pieces = useMemo(() => piecesOf(text), [piecesOf, text]);
  return (
    <div className={styles.editor}>
      <Gutter lines={text.split('\n').length} wrong={problem?.place.line} heat={heat} />
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
          aria-label={name}
          aria-invalid={problem !== undefined}
          value={text}
          maxLength={most}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          onChange={({ target }) => onText(target.value)}
          onSelect={({ currentTarget }) => onCursor?.(currentTarget.selectionEnd)}
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
