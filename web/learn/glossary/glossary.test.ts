import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Catalog, Explain } from '../../engine/types.ts';
import { markupPartsOf, termsOf } from '../../ui/markup.ts';
import { followedSaid, stepCodes, testsSaid } from '../../views/explain/placement.ts';
import { termOfReason } from '../../views/explain/reasons.ts';
import * as explain from '../../views/explain/words.ts';
import { entries } from './entries.ts';
import { pictured } from './pictures/pictures.tsx';
import { entryNamed, entryText, searchEntries } from './search.ts';

const ids = new Set(entries.map(({ id }) => id));

const core = 'wasm-core/src';
const coreFiles = readdirSync(core, { recursive: true, encoding: 'utf8' });
const textOfFile = (name: string) => readFileSync(`${core}/${name}`, 'utf8');
/** Every header of the core, lines that go on joined. */
const headers = coreFiles
  .filter((name) => name.endsWith('.h'))
  .map((name) => textOfFile(name).replaceAll(/\\\n\s*/g, ' '))
  .join('\n');

/** X(NAME, "text") of a list, or STEP with more behind the text, of the core, whichever header it stands in. */
function listed(list: string): [string, string][] {
  const line = headers.split('\n').find((each) => each.startsWith(`#define ${list}(X`)) ?? '';
  return [...line.matchAll(/(?:X|STEP)\((\w+),\s+"([^"]*)"/g)].map(([, name, say]) => [
    name!,
    say!,
  ]);
}

const coreReasons = [...listed('SS_REASON_LIST'), ...listed('SS_MM_REASON_LIST')];

/** The reasons that the core gives somewhere: those its C files name, without its headers. */
function givenReasons(): Set<string> {
  const sources = coreFiles.filter((name) => name.endsWith('.c'));
  const named = sources.flatMap((name) => [
    ...textOfFile(name).matchAll(/\bSS_REASON_(\w+)/g),
    ...textOfFile(name).matchAll(/\bSS_STEP(?:_IN)?\([^;]*?\b([A-Z]+_[A-Z_]+),\s+\./g),
  ]);
  return new Set(named.map(([, code]) => code!));
}

/** Every sentence a words file can say; functions are called with stand-ins. */
function sentences(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return sentences(value(...new Array(value.length).fill('2')));
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(sentences);
}

describe('the glossary', () => {
  it('has at least 120 terms besides the reason codes, each once', () => {
    const terms = entries.filter(({ id }) => !id.startsWith('reason-'));
    expect(terms.length).toBeGreaterThanOrEqual(120);
    expect(ids.size).toBe(entries.length);
  });
  it('has pictures of terms that are there', () => {
    expect(pictured.length).toBeGreaterThan(3);
    for (const term of pictured) expect([term, ids.has(term)]).toEqual([term, true]);
  });
  it.each(entries.map((entry) => [entry.id, entry] as const))(
    'says %s in two or three sentences',
    (_, entry) => {
      const ends = entryText(entry).match(/[.](?= [A-Z]|$)/g)?.length;
      expect([2, 3], entryText(entry)).toContain(ends);
      expect(entryText(entry)).not.toContain('|');
    },
  );
  it('links only to entries it has, and never an entry to itself', () => {
    for (const { id, text } of entries) {
      for (const term of termsOf(text)) expect([id, term, ids.has(term)]).toEqual([id, term, true]);
      expect(termsOf(text)).not.toContain(id);
    }
  });
});

describe('what the explain view links to', () => {
  const { rank, levelLink, words } = explain;
  const levels = [rank(-1), rank(0), rank(99), levelLink(0), levelLink(7), levelLink(100)];
  const said = [words, explain.mergeStops, ...levels];
  it('is all in the glossary', () => {
    const near = (['core', 'llc', 'node', 'package', 'other'] as const).map(words.near);
    const functions = Object.keys(words.decisions).map((name) => words.function(name));
    // "2" is the stand-in.
    const linked = sentences([said, near, functions]).flatMap(termsOf);
    const terms = linked.filter((term) => term !== '2');
    expect(new Set(terms).size).toBeGreaterThan(20);
    for (const term of terms) expect([term, ids.has(term)]).toEqual([term, true]);
  });
  it('has all that the tests of a placement link to, whatever they came to', () => {
    const known = listed('SS_REASON_LIST');
    const reasonCodes = ['', ...known.map(([code]) => code)];
    const explainOf = (reason: number, second: number) => {
      const facts = [1, second, second, second, second];
      return {
        steps: [{ reason, facts }],
        reason,
        cpu: 0,
        previous: 1,
        chosen: 2,
        facts: { form: 'placement' },
      };
    };
    for (const code of stepCodes) {
      const reason = reasonCodes.indexOf(code);
      for (const second of [0, 1, 3]) {
        const about = [{ reasonCodes, reasons: [] }, explainOf(reason, second)] as never as [
          Catalog,
          Explain,
        ];
        const [said] = [...testsSaid(...about), ...followedSaid(...about)];
        expect(said).toContain(`[${code}|`);
        expect(said).not.toMatch(/undefined|NaN/);
        const terms = termsOf(said!);
        for (const term of terms) expect([term, ids.has(term)]).toEqual([term, true]);
      }
    }
    expect(stepCodes.length).toBeGreaterThan(40);
  });
  it('has an entry for every reason that the core gives, and none for another', () => {
    const codes = coreReasons.map(([code]) => code);
    const entriesOfReasons = [...ids].filter((id) => id.startsWith('reason-'));
    expect(codes.length).toBeGreaterThanOrEqual(21);
    expect(entriesOfReasons.toSorted()).toEqual(codes.map(termOfReason).toSorted());
  });
  it('has no reason in the lists of the core that the core never gives', () => {
    const given = givenReasons();
    // Of a fallback they are counted from the first, by how much it took.
    const first = 'FALLBACK_LARGE';
    const named = (code: string) => (code.startsWith('FALLBACK_') ? first : code);
    const codes = coreReasons.map(([code]) => code);
    expect(codes.filter((code) => !given.has(named(code)))).toEqual([]);
  });
  it('has an entry for every kernel function that decides', () => {
    const decisions = [...listed('SS_DECISION_LIST'), ...listed('SS_MM_DECISION_LIST')];
    expect(decisions.length).toBeGreaterThanOrEqual(6);
    for (const [, name] of decisions) {
      const id = explain.termOfFunction(name);
      expect([id, ids.has(id)]).toEqual([id, true]);
      expect(explain.words.decisions[name]).toBeTypeOf('string');
    }
  });
});

describe('the search', () => {
  it('puts names before texts and finds kernel names typed either way', () => {
    expect(searchEntries('hitm')[0]!.id).toBe('hitm');
    expect(searchEntries('select_task_rq_r')[0]!.id).toBe('select-task-rq-rt');
    expect(searchEntries('select task rq r')[0]!.id).toBe('select-task-rq-rt');
    expect(searchEntries('').length).toBe(entries.length);
    expect(searchEntries('no such thing anywhere')).toEqual([]);
  });
  it('reads texts without their markup', () => {
    expect(markupPartsOf(entryNamed('hitm')!.text).some(({ target }) => target)).toBe(true);
    expect(searchEntries('cpupri|cpupri')).toEqual([]);
  });
});
