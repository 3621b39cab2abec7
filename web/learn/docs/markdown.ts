// Reads the Markdown that the documents are written in: headings, paragraphs, lists, tables, blocks of code, quotes, footnotes.
// Pure, and no more than that: no HTML, no pictures, no lists within lists. What it gives is drawn by DocText.tsx.

/** A piece of a line. */
export type MarkdownInline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly of: readonly MarkdownInline[] }
  | { readonly kind: 'link'; readonly to: string; readonly of: readonly MarkdownInline[] };

export type MarkdownLine = readonly MarkdownInline[];

export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly line: MarkdownLine }
  | { readonly kind: 'paragraph' | 'quote'; readonly line: MarkdownLine }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly MarkdownLine[] }
  | {
      readonly kind: 'table';
      readonly head: readonly MarkdownLine[];
      readonly rows: readonly MarkdownLine[][];
    }
  | { readonly kind: 'code'; readonly text: string };

const inline =
  /`([^`]+)`|\[([^\]^][^\]]*)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|(?<!\*)\*([^\s*][^*]*)\*(?!\*)|\[\^\w+\]:?/;

export function markdownLine(text: string): MarkdownLine {
  const pieces: MarkdownInline[] = [];
  let rest = text;
  for (let found = inline.exec(rest); found; found = inline.exec(rest)) {
    if (found.index > 0) pieces.push({ kind: 'text', text: rest.slice(0, found.index) });
    const [whole, code, label, to, strong, em] = found;
    if (code !== undefined) pieces.push({ kind: 'code', text: code });
    else if (label !== undefined) pieces.push({ kind: 'link', to: to!, of: markdownLine(label) });
    else if (strong !== undefined) pieces.push({ kind: 'strong', of: markdownLine(strong) });
    else if (em !== undefined) pieces.push({ kind: 'em', of: markdownLine(em) });
    rest = rest.slice(found.index + whole.length);
  }
  return rest === '' ? pieces : [...pieces, { kind: 'text', text: rest }];
}

/** The words of a line, without its form. */
export const plainText = (line: MarkdownLine): string =>
  line.map((piece) => ('of' in piece ? plainText(piece.of) : piece.text)).join('');

const cellsOf = (row: string): MarkdownLine[] =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => markdownLine(cell.trim()));

const fence = /^(`{3,})/;
/** A line for tools. */
const comment = /^<!--.*-->$/;
const bullet = /^(?:[-*]|\d+\.) /;
const joined = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' ');

function listOf(lines: readonly string[]): MarkdownBlock {
  const items: string[][] = [];
  for (const line of lines) {
    if (bullet.test(line)) items.push([line.replace(bullet, '')]);
    else items.at(-1)?.push(line);
  }
  const ordered = /^\d/.test(lines[0]!);
  return { kind: 'list', ordered, items: items.map((item) => markdownLine(joined(item))) };
}

/** What lines without an empty one between them are. */
function blocksOf(lines: readonly string[]): MarkdownBlock[] {
  const [first = '', ...others] = lines;
  const [, marks, heading] = /^(#{1,4}) (.+)$/.exec(first) ?? [];
  if (marks) {
    const own: MarkdownBlock = {
      kind: 'heading',
      level: marks.length,
      line: markdownLine(heading!),
    };
    return others.length > 0 ? [own, ...blocksOf(others)] : [own];
  }
  if (first.startsWith('|')) {
    const [, , ...rows] = lines;
    return [{ kind: 'table', head: cellsOf(first), rows: rows.map(cellsOf) }];
  }
  const start = lines.findIndex((line) => bullet.test(line));
  if (start === 0) return [listOf(lines)];
  if (start > 0) return [...blocksOf(lines.slice(0, start)), listOf(lines.slice(start))];
  if (first.startsWith('>'))
    return [
      { kind: 'quote', line: markdownLine(joined(lines.map((line) => line.replace(/^> ?/, '')))) },
    ];
  return [{ kind: 'paragraph', line: markdownLine(joined(lines)) }];
}

/** A document as blocks, in its order. */
export function blocksOfPage(page: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push(...blocksOf(open));
    open = [];
  };
  const lines = page.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const [marks] = fence.exec(line) ?? [];
    if (marks) {
      close();
      const end = lines.indexOf(marks, at + 1);
      blocks.push({
        kind: 'code',
        text: lines.slice(at + 1, end < 0 ? undefined : end).join('\n'),
      });
      at = end < 0 ? lines.length : end;
    } else if (line.trim() === '' || comment.test(line)) close();
    else open.push(line);
  }
  close();
  return blocks;
}
