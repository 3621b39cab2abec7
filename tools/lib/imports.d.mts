// Types of imports.mjs for the tests that keep what they measured by what measured it.

export declare class Imports {
  closure(names: readonly string[]): string[];
}
