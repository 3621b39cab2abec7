// Types of vitest-groups.mjs for vitest.config.ts, what it loads and its tests.

export declare function openedFile(file: string): string;
export declare function rankOf(file: string): number;

export interface Opened {
  readonly starts: boolean;
  readonly opened: readonly string[];
}

export declare class TestKeys {
  constructor(look?: (name: string) => string, seen?: (file: string) => Opened | undefined);
  of(file: string): string;
}
