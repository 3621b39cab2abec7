// Reads what lscpu prints without options, whole or cut by grep: counts and sizes in "name: value" lines. What machine they
// propose is lscpu-counts.ts.

import type { ReaderNotes } from '../notes.ts';
import { lscpuCountsOf } from './lscpu-counts.ts';
import { addFact, type LscpuFacts } from './lscpu-facts.ts';
import { inEnglish } from './lscpu-languages.ts';
import type { MachineReading } from './reading.ts';

/** Characters of a name: "NUMA node1023 CPU(s)" has some twenty. */
const NAME = 40;

/** True for lines of which some are lscpu's own counts. */
export function isLscpuText(given: readonly string[]): boolean {
  const lines = given.map(inEnglish);
  const some = (form: RegExp) => lines.some((line) => form.test(line));
  return (
    some(/^NUMA node\d{1,5} CPU\(s\):\s+\d/) ||
    (some(/^CPU\(s\):\s+\d/) &&
      some(/^(Thread\(s\) per |Core\(s\) per |Socket\(s\)|NUMA node|On-line CPU)/))
  );
}

export function readLscpuText(text: string, _notes: ReaderNotes): MachineReading {
  return { kind: 'lscpu-text', from: 'lscpu', ...lscpuCountsOf(factLines(text)) };
}

function factLines(text: string): LscpuFacts {
  const facts = new Map<string, string>();
  for (const line of text.split('\n').map(inEnglish)) {
    const colon = line.indexOf(':');
    if (colon <= 0 || colon > NAME) continue;
    const name = line.slice(0, colon).trim();
    addFact(facts, name, line.slice(colon + 1).trim());
  }
  return facts;
}
