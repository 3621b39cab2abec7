/** A file of what a run begins with, or of the figures that it ends with. */
export interface BegunFile {
  readonly name: string;
  readonly size: number;
  readonly kind: 'beginning' | 'figures';
}
/** Where the files lie, each as its name with .bin. */
export const keptFolder: string;
/** What runs stories for the page in `folder`. */
export function openStories(folder: string): Promise<{
  readonly filesOf: (scenario: string) => Promise<readonly BegunFile[]>;
  readonly keptFilesOf: (scenario: string) => Promise<readonly BegunFile[] | undefined>;
  readonly order: () => readonly string[];
  readonly close: () => Promise<void>;
}>;
