// The box for a text that comes from elsewhere: a listing, a report, a declaration. For texts written here, use
// TextEditor.

import styles from './PasteBox.module.css';

export function PasteBox({
  name,
  rows,
  text,
  placeholder,
  onText,
}: {
  readonly name: string;
  readonly rows: number;
  readonly text: string;
  readonly placeholder?: string;
  readonly onText: (text: string) => void;
}) {
  return (
    <textarea
      className={styles.box}
      aria-label={name}
      rows={rows}
      spellCheck={false}
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}
