// Whether the core takes definitions, asked without making a world of them.

import type { Backend } from '../backend.ts';
import type { DefinitionInput } from '../definition.ts';
import { World } from '../world.ts';

/** By the id of the variant. */
export type Definitions = Readonly<Record<string, DefinitionInput>>;

export interface DefinitionRefusal {
  readonly variant: string;
  /** What the core, or the bound on a world's memory, says to it. */
  readonly problem: string;
}

/** The first of the definitions that is refused; undefined if each would be taken. */
export function validateDefinitions(
  core: Backend,
  definitions: Definitions,
): DefinitionRefusal | undefined {
  for (const [variant, definition] of Object.entries(definitions)) {
    try {
      World.bytes(core, definition);
    } catch (error) {
      return { variant, problem: error instanceof Error ? error.message : String(error) };
    }
  }
  return undefined;
}
