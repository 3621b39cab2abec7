// A process beside others that runs stories for a page (begun-stories.mjs), as beginnings.mjs asks for them; at low priority, so
// that an open page has the processors. The process ends with the one that started it.

import os from 'node:os';
import { openStories } from './begun-stories.mjs';

/** As `nice -n 19`: it runs where nothing else wants to. */
os.setPriority(os.constants.priority.PRIORITY_LOW);

const [page] = process.argv.slice(2);
const opening = openStories(page);
opening.catch(() => {}); // told to the first that asks

const answers = {
  order: async () => (await opening).order(),
  files: async ({ scenario }) => (await opening).filesOf(scenario),
  kept: async ({ scenario }) => (await opening).keptFilesOf(scenario),
  texts: async ({ scenario }) => (await opening).textsOf(scenario),
};

process.on('disconnect', () => process.exit(0));
process.on('message', async (asked) => {
  try {
    process.send({ answer: await answers[asked.kind](asked) });
  } catch (error) {
    process.send({ error: `${asked.scenario ?? asked.kind}: ${error.message}` });
  }
});
