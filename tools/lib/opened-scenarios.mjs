// A Vite plugin: opens every scenario while the page is built, with the code that would open it in the browser, and
// ships the results. The page then starts without parser, schemas and checks (they load when a link or a file is
// opened), and a scenario that does not open fails the build.

import { runnerImport } from 'vite';
import { inRoot } from './paths.mjs';
import { scenarioRoom } from './scenario-room.mjs';

const virtual = 'virtual:opened-scenarios';
const resolved = `\0${virtual}`;
const firstVirtual = 'virtual:first-scenario';
const firstResolved = `\0${firstVirtual}`;
const presetsVirtual = 'virtual:machine-presets';
const presetsResolved = `\0${presetsVirtual}`;

/** The machines and timings that come with the program, as a module: what a picker lists. */
async function presetsModule() {
  const room = await scenarioRoom();
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

/** The names of scenarios in the order in which their chapters are read, each with what its chapter is called. */
function inReadingOrder(room) {
  return room.storyEntries.flatMap(({ name: chapter, folder, reading }) =>
    Object.values(reading)
      .flat()
      .map((story) => ({ name: `${folder}/${story}`, chapter })),
  );
}

/** Every scenario by name, opened, and as the JSON that a stage needs (web/stage/content.ts). */
async function openAll() {
  const room = await scenarioRoom();
  const { module: stage } = await runnerImport(inRoot('web/stage/stage-of.ts'));
  const { module: node } = await runnerImport(inRoot('web/scenario/node.ts'));
  const reader = node.nodeReader(inRoot('scenarios'));
  const found = [];
  for (const { name, chapter } of inReadingOrder(room)) {
    const opened = await room.loadScenario(name, reader);
    found.push({
      name,
      chapter,
      opened,
      content: JSON.stringify({ opened, ...stage.stageOf(opened) }),
    });
  }
  return found;
}

/** Title, chapter and address of a scenario as an expression; `address` is one already. */
function entryOf({ name, chapter, opened }, address) {
  const said = { name, chapter, title: opened.scenario.title };
  const fields = Object.entries(said).map(([field, text]) => `${field}: ${JSON.stringify(text)}`);
  return `{ ${fields.join(', ')}, address: ${address} }`;
}

async function nameOfFirst() {
  const { module } = await runnerImport(inRoot('web/stage/first-scenario.ts'));
  return module.firstScenario;
}

export function openedScenarios() {
  let serving = false;
  let entries;
  /** Expressions by name, made once for both modules. */
  const entriesIn = async (context) => {
    const found = await openAll();
    const addressOf = ({ name, content }) => {
      if (serving) return JSON.stringify(`data:application/json,${encodeURIComponent(content)}`);
      const file = { type: 'asset', name: `${name.replaceAll('/', '-')}.json`, source: content };
      return `import.meta.ROLLUP_FILE_URL_${context.emitFile(file)}`;
    };
    return new Map(
      found.map((scenario) => [scenario.name, entryOf(scenario, addressOf(scenario))]),
    );
  };
  return {
    name: 'opened-scenarios',
    buildStart() {
      entries = undefined;
    },
    configResolved(config) {
      serving = config.command === 'serve';
    },
    resolveId: (id) =>
      ({
        [virtual]: resolved,
        [firstVirtual]: firstResolved,
        [presetsVirtual]: presetsResolved,
      })[id],
    async load(id) {
      if (id === presetsResolved) return presetsModule();
      if (id !== resolved && id !== firstResolved) return undefined;
      entries ??= entriesIn(this);
      const known = await entries;
      if (id === resolved) return `export default [${[...known.values()].join(',\n')}];`;
      const name = await nameOfFirst();
      if (!known.has(name)) throw new Error(`web/stage/first-scenario.ts: no scenario ${name}`);
      return `export default ${known.get(name)};`;
    },
  };
}
