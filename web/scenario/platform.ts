// What a scenario runs on: its machine and its timings, from the scenario itself or from the content folder,
// which a ContentReader brings.

import { meantOr, ScenarioError, shown } from './error.ts';
import { validated } from './fields.ts';
import { type JsonObject, readJson } from './json.ts';
import { withMeasured } from './measured.ts';
import type { Scenario } from './schema.ts';
import { checkResidencies } from './timings.ts';
import { type Adjust, type Timings, TimingsSchema } from './timings-schema.ts';
import { buildMachine, type Machine } from './topology.ts';
import { ListedTopologySchema, type TopologyDescription } from './topology-schema.ts';

/** Brings the files of the content folder. Names are paths below scenarios/ without ".json". */
export interface ContentReader {
  names(): readonly string[];
  /** The text of a file; the name is one of names(). */
  read(name: string): Promise<string>;
}

/** A file of the content folder; whatever goes wrong is said as a ScenarioError. */
export async function content(reader: ContentReader, name: string): Promise<string> {
  try {
    return await reader.read(name);
  } catch {
    throw new ScenarioError(
      '',
      `the file scenarios/${name}.json could not be read`,
      'check that it is there, or reload the page',
    );
  }
}

export interface Platform {
  readonly machine: Machine;
  readonly timings: Timings;
  readonly adjust: Adjust;
}

export async function platformOf(scenario: Scenario, reader: ContentReader): Promise<Platform> {
  const platform =
    typeof scenario.platform === 'string' ? { topology: scenario.platform } : scenario.platform;
  const at = typeof scenario.platform === 'string' ? 'platform' : 'platform.topology';
  const shape =
    typeof platform.topology === 'string'
      ? await presetNamed(platform.topology, reader, at)
      : platform.topology;
  const machine = buildMachine(shape, at);
  const given = 'timings' in platform ? platform.timings : undefined;
  const set =
    given !== undefined && typeof given !== 'string'
      ? given
      : await timingsNamed(given ?? defaultTimings(shape, at), reader);
  const measured = 'measured' in platform ? platform.measured : undefined;
  const file = 'source' in platform ? platform.source?.name : undefined;
  const timings = measured ? withMeasured(set, measured, file ?? 'the scenario') : set;
  const adjust = ('adjust' in platform && platform.adjust) || {};
  checkResidencies(timings, adjust);
  return { machine, timings, adjust };
}

/** The shapes of scenarios/platforms/topologies.json, unchecked. */
async function presets(reader: ContentReader): Promise<JsonObject[]> {
  const file = readJson(await content(reader, 'platforms/topologies')) as JsonObject;
  return file.topologies as JsonObject[];
}

async function presetNamed(
  id: string,
  reader: ContentReader,
  path: string,
): Promise<TopologyDescription> {
  const all = await presets(reader);
  const found = all.find((preset) => preset.id === id);
  if (found) return validated(ListedTopologySchema, found, `topologies.json: ${id}`);
  const ids = all.map((preset) => String(preset.id));
  throw new ScenarioError(
    path,
    `${shown(id)} is not the name of a machine`,
    meantOr(id, ids, `the machines are ${ids.join(', ')}`),
  );
}

/** One line of a machine picker. */
export interface PresetSummary {
  readonly id: string;
  readonly title: string;
  readonly cpus: number;
  /** Timings that fit, the default first. */
  readonly timings: readonly string[];
}

/** All machines that come with the program, in the order of the file. Throws ScenarioError. */
export async function machinePresets(reader: ContentReader): Promise<PresetSummary[]> {
  return (await presets(reader)).map((preset) => {
    const { id, title, cpus, timings } = validated(
      ListedTopologySchema,
      preset,
      `topologies.json: ${String(preset.id)}`,
    );
    return { id: id ?? '', title: title ?? '', cpus, timings: timings ?? [] };
  });
}

function defaultTimings(shape: TopologyDescription, path: string): string {
  const first = shape.timings?.[0];
  if (first) return first;
  throw new ScenarioError(
    path.replace(/\.?topology$/, '.timings'),
    'is missing, and the machine names no timings of its own',
    'add the name of a set of timings, such as gnr-2s-6n',
  );
}

async function timingsNamed(id: string, reader: ContentReader): Promise<Timings> {
  const folder = 'platforms/timings/';
  const ids = reader
    .names()
    .filter((name) => name.startsWith(folder))
    .map((name) => name.slice(folder.length));
  if (!ids.includes(id)) {
    throw new ScenarioError(
      'platform.timings',
      `${shown(id)} is not the name of a set of timings`,
      meantOr(id, ids, `the timings are ${ids.join(', ')}`),
    );
  }
  return validated(TimingsSchema, readJson(await content(reader, folder + id)), `${id}.json`);
}
