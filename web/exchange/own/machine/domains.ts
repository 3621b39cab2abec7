// Reads the sched domains of a running kernel: /proc/schedstat, which gives the CPUs of each domain, and what the kernel says of
// them when it starts (sched_verbose). Names that /sys/kernel/debug/sched/domains has complete the first. What machine they imply
// is domain-levels.ts.

import { ScenarioError } from '../../../scenario/index.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { bitmapNumbers } from './bitmaps.ts';
import { cpuListNumbers, LISTED_CPUS, listFault } from './cpu-list.ts';
import { type Domain, rowsOfDomains } from './domain-levels.ts';
import { completed } from './domain-repeat.ts';
import type { MachineReading } from './reading.ts';

const again = 'paste all of /proc/schedstat, or of what the kernel says with sched_verbose';
/** Domains of one CPU: SMT, clusters, caches, packages, and some levels of nodes. */
const LEVELS = 16;

const forms = {
  /** "CPU0 attaching sched-domain(s):", "CPU3 attaching NULL sched-domain." */
  attaching: /\bCPU(\d{1,5}) attaching (NULL )?sched-domain/,
  /** "domain-0: span=0-1 level=SMT", before 4.13 "domain 0: span 0-1 level SIBLING". */
  span: /\bdomain[- ](\d{1,2}): span[=: ] ?([\d,-]{1,4096}) level[=: ] ?(\w{1,16})/,
  /** Of /proc/schedstat: "cpu0 0 0 1 2 ...". */
  cpu: /^cpu(\d{1,5})(?: \d{1,20}){3,40}$/,
  /** "domain0 00000003 0 0 ...", from 6.14 on "domain0 SMT 00000003 0 ...". */
  counts: /^domain(\d{1,2}) (?:([A-Z]\w{0,15}) )?([0-9a-f]{1,8}(?:,[0-9a-f]{8}){0,255}) \d/,
  /** Of perf sched stats: "CPU: 0 | DOMAIN: SMT | DOMAIN_CPUS: 0, 64". */
  stats:
    /^CPU:? ?(\d{1,5})[ ,|]{1,4}DOMAIN:? (\w{1,16})[ ,|]{1,4}(?:DOMAIN_)?CPUS:? ([\d, -]{1,4096})$/,
  /** A file of debugfs or of /proc/sys, or a line of sysctl. */
  name: /\bsched(?:\/domains|_domain)[/.]cpu(\d{1,5})[/.]domain(\d{1,2})[/.]name(?::| = ) ?(\w{1,16})$/,
};

/** True for a line that tells of domains by itself. */
export const isDomainLine = (line: string): boolean =>
  forms.attaching.test(line) ||
  forms.span.test(line) ||
  forms.name.test(line) ||
  forms.stats.test(line) ||
  forms.counts.test(line);

/** True for a line that gives the CPUs of a domain: others complete it. */
export const isSpanLine = (line: string): boolean =>
  forms.span.test(line) || forms.counts.test(line) || forms.stats.test(line);

/** Lines that stand between and say nothing here. */
export const isBesideDomains = (line: string): boolean =>
  /^(version \d{1,3}|timestamp \d{1,20})$/.test(line) ||
  forms.cpu.test(line) ||
  /\bgroups: ?\d{1,5}:?\{? ?|\broot domain span[:=]/.test(line);

/** Domains by CPU, the innermost first; a CPU without any is alone. */
type Domains = Map<number, Domain[]>;

/** Throws ScenarioError with the line at fault. */
export function readDomains(text: string, notes: ReaderNotes): MachineReading {
  const gathered = new Gathered();
  for (const [index, line] of text.split('\n').entries()) {
    gathered.line(line.trim(), `line ${index + 1}`);
  }
  const { domains, names } = gathered;
  const alone = [...domains].filter(([, own]) => own.length === 0).map(([cpu]) => cpu);
  for (const cpu of alone) domains.delete(cpu);
  if (domains.size === 0) {
    throw new ScenarioError('file', 'gives the CPUs of no sched domain', again);
  }
  if (alone.length > 0) {
    notes.add(
      `${counted(alone.length, 'CPU')} without sched domains (isolated, or alone) left out: ${alone.slice(0, 32).join(', ')}.`,
    );
  }
  const byDepth = namesByDepth(domains, names);
  for (const [cpu, own] of domains) {
    const nameOf = (level: number) =>
      names.get(`${cpu}/${level}`) ?? byDepth.get(`${own.length}/${level}`);
    domains.set(
      cpu,
      own.map((domain, level) => ({ ...domain, name: domain.name ?? nameOf(level) })),
    );
  }
  return {
    kind: 'domains',
    from: text.split('\n').some((line) => forms.counts.test(line.trim())) ? 'schedstat' : 'dmesg',
    proposal: (said) => rowsOfDomains(completed(domains, said), said),
  };
}

/** What the lines say, as they come. */
class Gathered {
  readonly domains: Domains = new Map();
  readonly names = new Map<string, string>();
  #current: Domain[] | undefined;
  #cpu: number | undefined;

  /** Throws ScenarioError with the line at fault. */
  line(text: string, place: string): void {
    const stats = forms.stats.exec(text);
    if (stats && this.#cpu !== Number(stats[1])) this.#begin(Number(stats[1]), place);
    const attaching = forms.attaching.exec(text) ?? forms.cpu.exec(text);
    const name = forms.name.exec(text);
    if (attaching) this.#begin(Number(attaching[1]), place);
    else if (name && this.names.size < LISTED_CPUS * LEVELS) {
      this.names.set(`${name[1]}/${Number(name[2])}`, name[3]!);
    } else this.#add(domainIn(text, place), place);
  }

  #begin(cpu: number, place: string): void {
    // The kernel attaches them anew whenever CPUs come or go: the last time counts.
    this.#current = [];
    this.#cpu = cpu;
    this.domains.set(cpu, this.#current);
    if (this.domains.size > LISTED_CPUS) throw listFault('too-many', place, again);
  }

  #add(domain: Domain | undefined, place: string): void {
    if (!domain) return;
    if (!this.#current) throw new ScenarioError(place, 'is a domain of no CPU', again);
    if (this.#current.length >= LEVELS) {
      throw new ScenarioError(place, `is domain ${LEVELS} of one CPU`, again);
    }
    this.#current.push(domain);
  }
}

/** Names of one CPU, as people show them, are those of all CPUs with as many domains. */
function namesByDepth(
  domains: Domains,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [place, name] of names) {
    const [cpu, level] = place.split('/').map(Number);
    const depth = domains.get(cpu!)?.length;
    if (depth !== undefined) found.set(`${depth}/${level}`, name);
  }
  return found;
}

function domainIn(line: string, place: string): Domain | undefined {
  const span = forms.span.exec(line);
  if (span) return { name: span[3], cpus: checked(cpuListNumbers(span[2]!), place) };
  const stats = forms.stats.exec(line);
  if (stats) return { name: stats[2], cpus: checked(cpuListNumbers(stats[3]!), place) };
  const counts = forms.counts.exec(line);
  return counts ? { name: counts[2], cpus: checked(bitmapNumbers(counts[3]!), place) } : undefined;
}

function checked(cpus: ReturnType<typeof bitmapNumbers>, place: string): readonly number[] {
  if (Array.isArray(cpus) && cpus.length > 0) return cpus;
  throw listFault(cpus === 'too-many' ? cpus : undefined, place, again);
}
