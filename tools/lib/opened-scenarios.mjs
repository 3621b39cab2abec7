// A Vite plugin: opens every scenario while the page is built, with the code that would open it in the
// browser, and ships the results. The page then starts without parser, schemas and checks (they come
// when somebody opens a link or a file), and a scenario that does not open fails the build.

import { runnerImport } from 'vite';
import { inRoot } from './paths.mjs';

const virtual = 'virtual:opened-scenarios';
const resolved = `\0${virtual}`;
const presetsVirtual = 'virtual:machine-presets';
const presetsResolved = `\0${presetsVirtual}`;

/** The machines and timings that come with the program, as a module: what a picker lists. */
async function presetsModule() {
  const { module: room } = await runnerImport(inRoot('web/scenario/index.ts'));
  const { module: node } = await runnerImport(inRoot('web/scenario/node.ts'));
  const reader = node.nodeReader(inRoot('scenarios'));
  const presets = await room.machinePresets(reader);
  const timings = [];
  for (const file of reader.names().filter((name) => name.startsWith('platforms/timings/'))) {
    const { id, name } = JSON.parse(await reader.read(file));
    timings.push({ id, name });
  }
  const short = presets.map(({ id, title }) => ({ id, title }));
  return `export const presets = ${JSON.stringify(short)};
export const timings = ${JSON.stringify(timings)};`;
}

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
    resolveId: (id) => ({ [virtual]: resolved, [presetsVirtual]: presetsResolved })[id],
    async load(id) {
      if (id === presetsResolved) return presetsModule();
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
