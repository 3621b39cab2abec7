// What the page of all parts shows of one of them. Types only.

import type { ComponentType } from 'react';
import type { Theme } from '../../ui/theme.ts';

export interface PartProps {
  /** The theme that the part is shown in; the page itself may wear another one. */
  readonly theme: Theme;
}

export interface Part {
  /** Unlike that of every other part; a noun in the plural. */
  readonly name: string;
  /** When to take it, in a sentence or two. */
  readonly use: string;
  /** Where it stands in the tree. */
  readonly files: readonly string[];
  readonly view: ComponentType<PartProps>;
}
