// Edits as short texts, as recipes and links carry them: "move rto_mask before pd", "align mask 64".

import type { LayoutEdit } from './edits.ts';

const NAME = '[a-z_]+(?:\\[\\d{1,3}(?:\\.\\.\\d{1,3})?\\])?';
const NUMBER = '\\d{1,6}';

interface Form {
  readonly pattern: RegExp;
  readonly read: (first: string, second: string) => LayoutEdit;
}

const form = (pattern: string, read: Form['read']): Form => ({
  pattern: new RegExp(`^${pattern}$`),
  read,
});

const forms: readonly Form[] = [
  form(`move (${NAME}) before (${NAME})`, (member, before) => ({ kind: 'move', member, before })),
  form(`move (${NAME}) last`, (member) => ({ kind: 'move', member, before: undefined })),
  form(`move (${NAME}) to (${NUMBER})`, (member, offset) => ({
    kind: 'place',
    member,
    offset: Number(offset),
  })),
  form(`align (${NAME}) (${NUMBER})`, (member, bytes) => ({
    kind: 'align',
    member,
    bytes: Number(bytes),
  })),
  form(`pad (${NAME}) (${NUMBER})`, (member, bytes) => ({
    kind: 'pad',
    member,
    bytes: Number(bytes),
  })),
  form(`cut (${NAME}) (${NUMBER})`, (member, at) => ({ kind: 'cut', member, at: Number(at) })),
  form(`merge (${NAME})`, (member) => ({ kind: 'merge', member })),
  ...(['split', 'join', 'per-node', 'single'] as const).map((kind) =>
    form(kind, () => ({ kind }) as LayoutEdit),
  ),
];

/** What the text of an edit looks like: the union of all forms, for the schema. */
export const editPattern = new RegExp(forms.map(({ pattern }) => pattern.source).join('|'));

export const editForms =
  'such as "move rto_mask before pd", "move pd last", "move pd to 1856", "align mask 64", ' +
  '"pad pd 48", "cut count[0..100] 1", "merge count[0]", "split", "join", "per-node", "single"';

/** The edit a text says, or undefined if it says none. */
export function parseEdit(text: string): LayoutEdit | undefined {
  for (const { pattern, read } of forms) {
    const found = pattern.exec(text);
    if (found) return read(found[1] ?? '', found[2] ?? '');
  }
  return undefined;
}

/** The text that parseEdit reads. */
export function formatEdit(edit: LayoutEdit): string {
  switch (edit.kind) {
    case 'move':
      return edit.before === undefined
        ? `move ${edit.member} last`
        : `move ${edit.member} before ${edit.before}`;
    case 'place':
      return `move ${edit.member} to ${edit.offset}`;
    case 'align':
    case 'pad':
      return `${edit.kind} ${edit.member} ${edit.bytes}`;
    case 'cut':
      return `cut ${edit.member} ${edit.at}`;
    case 'merge':
      return `merge ${edit.member}`;
    default:
      return edit.kind;
  }
}
