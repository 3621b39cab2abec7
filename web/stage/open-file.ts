// Opens a scenario or recipe from a file that a person chose or dropped. Nothing of it is read before
// its size is known, and nothing runs before it has been checked.

import { parseRecipe, type Recipe, recipeFormat, ScenarioError } from '../scenario/index.ts';
import { readJson } from '../scenario/json.ts';
import { DOCUMENT_CHARACTERS } from '../scenario/limits.ts';
import { scenarioFormat } from '../scenario/schema.ts';
import { file as words } from './start-words.ts';

/** What a reader is told of a file that cannot be opened. */
export const refusedFile = ({ name }: Pick<File, 'name'>): string =>
  words.refused(name.slice(0, 80));

/** The recipe that a file holds or stands for. Throws ScenarioError. */
export async function recipeOfFile(file: Pick<File, 'size' | 'text'>): Promise<Recipe> {
  // Bytes are at least as many as characters.
  if (file.size > 4 * DOCUMENT_CHARACTERS) {
    const problem = words.tooLarge(file.size, 4 * DOCUMENT_CHARACTERS);
    throw new ScenarioError('', problem, words.tooLargeRemedy);
  }
  const document = readJson(await file.text());
  const format =
    document !== null && typeof document === 'object' && 'format' in document
      ? String(document.format)
      : '';
  if (format.startsWith(`${recipeFormat}/`)) return parseRecipe(document);
  if (format.startsWith(`${scenarioFormat}/`)) {
    try {
      return parseRecipe({ format: 'schedscape-recipe/3', scenario: document });
    } catch (error) {
      throw error instanceof ScenarioError ? withoutScenario(error) : error;
    }
  }
  throw new ScenarioError('format', words.unknown, words.unknownRemedy);
}

/** The same error as the file's own reader would count its fields. */
function withoutScenario({ path, problem, remedy }: ScenarioError): ScenarioError {
  return new ScenarioError(path.replace(/^scenario\.?/, ''), problem, remedy);
}
