// Vector files of the scheduling domains: machines, each with what the kernel makes of some of its
// CPUs. Reads what the file expects, asks the core, finds the first difference. The machine's words
// stand in topology-machine.ts, the answer's in web/engine/domains/words.ts.

import { PROBE } from '../../web/engine/abi.gen.ts';
import {
  boundWords,
  type CpuDomainWords,
  DOMAIN_NUMBERS,
  type Domain,
  type DomainGroup,
  FLAGS,
  MachineRefused,
  type Observed,
  readObserved,
} from '../../web/engine/domains/words.ts';
import { normalCpuList } from './cpu-list.ts';
import { isObject, JsonField } from './json-fields.ts';
import { readTopologyMachine, type TopologyMachine } from './topology-machine.ts';
import { type CaseResult, type ProbeRunner, VectorFileError, type VectorFormat } from './types.ts';

const FORMAT = 'topology-vectors/1';
/** An answer of at most so many words is asked for at once: 4 MiB. */
const ANSWER_WORDS = 1 << 20;
/** Names of a list shown before the rest is only counted. */
const SHOWN_ITEMS = 8;
const MOST_NUMBER = 1 << 24;

/** What is compared has the shape and the field names of the file. */
type Comparable = string | number | boolean | Comparable[] | ComparableObject;
interface ComparableObject {
  [key: string]: Comparable;
}

/** What a part of the file expects, and how to put what the core gave into the same shape. */
interface Reading<Source> {
  expected: ComparableObject;
  shape(source: Source): ComparableObject;
}

/** One preset, read and checked: ready to run. */
interface Preset extends Reading<Observed> {
  id: string;
  path: string;
  machine: TopologyMachine;
  cpus: number[];
}

const readFlags = (field: JsonField): string => {
  const names = field.items().map((item) => item.oneOf(FLAGS));
  return FLAGS.filter((flag) => names.includes(flag)).join(' ');
};

const readNumber = (field: JsonField): number => field.integer(0, MOST_NUMBER);

function readGroup(field: JsonField, cpus: number): ComparableObject {
  field.object();
  const span = normalCpuList(field.at('span'), cpus);
  const mask = field.at('balance_mask');
  return {
    span,
    weight: readNumber(field.at('weight')),
    cores: readNumber(field.at('cores')),
    balance_cpu: readNumber(field.at('balance_cpu')),
    // Files leave it out where it is the span.
    balance_mask: mask.present ? normalCpuList(mask, cpus) : span,
    flags: readFlags(field.at('flags')),
  };
}

const shapeGroup = (group: DomainGroup): ComparableObject => ({ ...group });

/** `groups`, or `groups_first3` and `group_last`: whichever the file has. */
function readGroups(domain: JsonField, cpus: number): Reading<DomainGroup[]> {
  const read = (group: JsonField) => readGroup(group, cpus);
  const first = domain.at('groups_first3');
  if (domain.at('groups').present || !first.present) {
    return {
      expected: { groups: domain.at('groups').items().map(read) },
      shape: (groups) => ({ groups: groups.map(shapeGroup) }),
    };
  }
  const listed = first.items().map(read);
  return {
    expected: { groups_first3: listed, group_last: read(domain.at('group_last')) },
    shape: (groups) => ({
      groups_first3: groups.slice(0, listed.length).map(shapeGroup),
      group_last: groups.slice(-1).map(shapeGroup)[0] ?? 'no group',
    }),
  };
}

function readDomain(field: JsonField, cpus: number): Reading<Domain> {
  field.object();
  const groups = readGroups(field, cpus);
  const numbers = DOMAIN_NUMBERS.map((key) => [key, readNumber(field.at(key))]);
  return {
    expected: {
      name: field.at('name').text(),
      span: normalCpuList(field.at('span'), cpus),
      flags: readFlags(field.at('flags')),
      ...Object.fromEntries(numbers),
      nr_groups: readNumber(field.at('nr_groups')),
      ...groups.expected,
    },
    // The files say nothing of v5.18.
    shape: ({ groups: list, imb_numa_nr_v5_18: _, ...domain }) => ({
      ...domain,
      nr_groups: list.length,
      ...groups.shape(list),
    }),
  };
}

function readCpu(field: JsonField, cpus: number): Reading<CpuDomainWords> {
  const domains = field
    .at('domains')
    .items()
    .map((domain) => readDomain(domain, cpus));
  return {
    expected: {
      sd_llc_size: readNumber(field.at('sd_llc_size')),
      sd_llc_id: readNumber(field.at('sd_llc_id')),
      sd_share_id: readNumber(field.at('sd_share_id')),
      domains: domains.map((domain) => domain.expected),
    },
    shape: (cpu) => ({
      ...cpu,
      domains: cpu.domains.map((domain, i) => domains[i]?.shape(domain) ?? { name: domain.name }),
    }),
  };
}

function readPreset(field: JsonField): Preset {
  const machine = readTopologyMachine(field);
  const entries = field.at('expect').items();
  const cpus = entries.map((entry) => entry.at('cpu').integer(0, machine.cpus - 1));
  const expect = entries.map((entry) => readCpu(entry, machine.cpus));
  const levels = field.at('levels_offered').items();
  return {
    id: field.at('id').text(),
    path: field.path,
    machine,
    cpus,
    expected: {
      numa_in_package: field.at('numa_in_package').boolean(),
      levels_offered: levels.map((level) => level.text()),
      numa_topology_type: field.at('numa_topology_type').text(),
      sched_cluster_active: field.at('sched_cluster_active').boolean(),
      expect: expect.map((cpu) => cpu.expected),
    },
    shape: ({ cpus: observed, ...rest }) => ({
      ...rest,
      expect: observed.map((cpu, i) => expect[i]!.shape(cpu)),
    }),
  };
}

/** Asks the core for all CPUs of the preset, in as many parts as the answers need. */
function observe({ machine, cpus, path }: Preset, probe: ProbeRunner): Observed {
  const bound = boundWords(machine);
  const atOnce = Math.max(1, Math.floor((ANSWER_WORDS - bound.machine) / bound.cpu));
  const ask = (asked: number[]) => {
    const input = Int32Array.from([...machine.words, asked.length, ...asked]);
    const answer = probe.run(PROBE.TOPOLOGY, input, bound.machine + asked.length * bound.cpu);
    try {
      return readObserved(answer, machine.cpus, asked.length);
    } catch (error) {
      if (!(error instanceof MachineRefused)) throw error;
      throw new VectorFileError(path, 'no such machine can be', error.message);
    }
  };
  const observed = ask(cpus.slice(0, atOnce));
  for (let from = atOnce; from < cpus.length; from += atOnce) {
    observed.cpus.push(...ask(cpus.slice(from, from + atOnce)).cpus);
  }
  return observed;
}

const isList = (value: Comparable): value is Comparable[] => Array.isArray(value);

/** A value in a word or two: of objects what they are called by. */
function shown(value: Comparable | undefined): string {
  if (value === undefined) return 'nothing';
  if (isList(value)) {
    const names = value.slice(0, SHOWN_ITEMS).map(shown);
    if (value.length > SHOWN_ITEMS) names.push('...');
    return `${value.length}: ${names.join(', ')}`;
  }
  if (typeof value === 'object') return String(value.name ?? value.span ?? 'an object');
  return value === '' ? 'none' : String(value);
}

type Difference = Required<Pick<CaseResult, 'where' | 'expected' | 'got'>>;

/** The first place, in the order of the file, where the two differ. */
function findDifference(
  expected: Comparable | undefined,
  got: Comparable | undefined,
  path: string,
): Difference | undefined {
  const difference = { where: path, expected: shown(expected), got: shown(got) };
  if (typeof expected !== 'object') return expected === got ? undefined : difference;
  if (typeof got !== 'object' || isList(expected) !== isList(got)) return difference;
  if (isList(expected) && isList(got)) {
    if (expected.length !== got.length) return difference;
    return firstOf(expected.keys(), (i) => findDifference(expected[i], got[i], `${path}[${i}]`));
  }
  const [wanted, found] = [expected as ComparableObject, got as ComparableObject];
  return firstOf(Object.keys(wanted), (key) =>
    findDifference(wanted[key], found[key], `${path}.${key}`),
  );
}

function firstOf<Key>(keys: Iterable<Key>, find: (key: Key) => Difference | undefined) {
  for (const key of keys) {
    const found = find(key);
    if (found) return found;
  }
  return undefined;
}

function checkPreset(preset: Preset, probe: ProbeRunner): CaseResult {
  const got = preset.shape(observe(preset, probe));
  const difference = findDifference(preset.expected, got, preset.path);
  return { id: preset.id, ok: !difference, ...difference };
}

export const topologyVectors: VectorFormat = {
  name: FORMAT,
  recognises: (file) => isObject(file) && /^topology-vectors\//.test(String(file.format)),
  /** Reads the whole file before the first machine runs: a malformed one yields no results. */
  check(file, probe) {
    const root = new JsonField(file, '');
    root.at('format').oneOf([FORMAT]);
    const presets = root.at('presets');
    if (presets.items().length === 0) presets.refuse('list at least one preset');
    return presets
      .items()
      .map(readPreset)
      .map((preset) => checkPreset(preset, probe));
  },
};
