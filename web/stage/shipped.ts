// The scenarios as they ship: opened when the page was built, only fetched here, and ahead of the first use if the
// address already names one.

import first from 'virtual:first-scenario';
import type { OpenedScenario, Recipe } from '../scenario/index.ts';
import type { Content } from './stage-content.ts';

/** Every scenario there is to choose from; the first picture needs only its own. */
export const allScenarios = async () => (await import('virtual:opened-scenarios')).default;

/** The recipe that changes nothing about a scenario. */
export const recipeNamed = (scenario: string): Recipe => ({
  format: 'schedscape-recipe/3',
  scenario,
});

type Shipped = Omit<Content, 'choice'>;
type InFile = Omit<Shipped, 'opened'> & { readonly opened: OpenedScenario };

async function wholeOf(response: Response, title: string): Promise<InFile> {
  try {
    return await response.json();
  } catch {
    throw new Error(`${title}: it arrived incomplete. Load the page again.`);
  }
}

async function fetched(name: string): Promise<Shipped | undefined> {
  const found =
    name === first.name ? first : (await allScenarios()).find((scenario) => scenario.name === name);
  if (!found) return undefined;
  const response = await fetch(found.address);
  if (!response.ok) throw new Error(`${found.title}: ${response.status} ${response.statusText}`);
  const { opened, ...rest } = await wholeOf(response, found.title);
  const recipe = recipeNamed(name);
  return { ...rest, opened: { ...opened, recipe, playhead: opened.start } };
}

/** What the address of the page asks for, on its way since before there was a stage. */
let ahead: { readonly name: string; readonly content: Promise<Shipped | undefined> } | undefined;

/** Asks for a scenario for which there will soon be a use. */
export function fetchAhead(name: string): void {
  const content = fetched(name);
  content.catch(() => {}); // the caller that uses it reports the failure
  ahead = { name, content };
}

/** A scenario as it comes, or undefined if there is none of that name. Throws Error if it cannot be fetched. */
export function shipped(name: string): Promise<Shipped | undefined> {
  const waiting = ahead?.name === name ? ahead.content : undefined;
  ahead = undefined;
  return waiting ?? fetched(name);
}
