// A Vite plugin: opens every scenario while the page is built, with the code that would open it in the
// browser, and ships the results. The page then starts without parser, schemas and checks (they come
// when somebody opens a link or a file), and a scenario that does not open fails the build.

import { runnerImport } from 'vite';
import { inRoot } from './paths.mjs';

const virtual = 'virtual:opened-scenarios';
const resolved = `\0${virtual}`;

/** Every scenario by name, opened, and as the JSON that a stage needs (web/app/content.ts). */
async function openAll() {
  const { module: room } = await runnerImport(inRoot('web/scenario/index.ts'));
  const { module: stage } = await runnerImport(inRoot('web/app/stageOf.ts'));
  const { module: node } = await runnerImport(inRoot('web/scenario/node.ts'));
  const reader = node.nodeReader(inRoot('scenarios'));
  const found = [];
  for (const name of room.scenarioNames(reader)) {
    const opened = await room.loadScenario(name, reader);
    found.push({ name, opened, content: JSON.stringify({ opened, ...stage.stageOf(opened) }) });
  }
  return found;
}

/** Title and address of each scenario; `addressOf` gives the address as an expression. */
const listOf = (scenarios, addressOf) =>
  `export default [${scenarios
    .map(({ name, opened }, at) => {
      const said = `name: ${JSON.stringify(name)}, title: ${JSON.stringify(opened.scenario.title)}`;
      return `{ ${said}, address: ${addressOf(at)} }`;
    })
    .join(',\n')}];`;

export function openedScenarios() {
  let serving = false;
  return {
    name: 'opened-scenarios',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    resolveId: (id) => (id === virtual ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return undefined;
      const scenarios = await openAll();
      if (serving) {
        const inline = (at) => `data:application/json,${encodeURIComponent(scenarios[at].content)}`;
        return listOf(scenarios, (at) => JSON.stringify(inline(at)));
      }
      const files = scenarios.map((scenario) =>
        this.emitFile({
          type: 'asset',
          name: `${scenario.name.replaceAll('/', '-')}.json`,
          source: scenario.content,
        }),
      );
      return listOf(scenarios, (at) => `import.meta.ROLLUP_FILE_URL_${files[at]}`);
    },
  };
}
