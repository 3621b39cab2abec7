// The control that takes a file of the reader's own. It is hidden: a browser's own says "No file chosen" in its words and size,
// so something else is pressed; this stays the place where a file can be handed in under a name.

import type { Ref } from 'react';

export interface FileInputProps {
  /** What the control is called. */
  readonly name: string;
  /** Endings and types, as the control takes them; undefined: any file. */
  readonly accept?: string;
  readonly onFile: (file: File) => void;
}

export function FileInput({
  ref,
  name,
  accept,
  onFile,
}: FileInputProps & { readonly ref: Ref<HTMLInputElement> }) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={name}
      accept={accept}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file) onFile(file);
        // The same file again is a change, too.
        currentTarget.value = '';
      }}
    />
  );
}
