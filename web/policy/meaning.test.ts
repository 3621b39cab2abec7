// That a policy means what JavaScript means: random programs beside JavaScript itself, and ends by a fault
// exactly where JavaScript would leave the whole numbers (acceptance 13 of spec "The policy bench").

import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { seededDraw } from '../base/random.ts';
import { POLICY } from '../engine/abi.gen.ts';
import { openProbes } from '../engine/probes.ts';
import { openWasm } from '../engine/wasm.ts';
import { compilePolicy } from './compile.ts';
import { PolicyError } from './error.ts';
import { callPolicy, MACHINE_CPUS } from './testing/machine.ts';
import { RandomPolicies, type RandomPolicy } from './testing/random-policy.ts';

const core = new WebAssembly.Module(readFileSync('build/core/probes.wasm'));
const probes = openProbes(await openWasm(core), 4 * 2 ** 20);
/** A hundred thousand programs and a million texts, as one runs them now and then, take a quarter of an hour. */
const programs = Number(process.env['SCHEDSCAPE_POLICY_PROGRAMS'] ?? 2_000);
const texts = Number(process.env['SCHEDSCAPE_POLICY_TEXTS'] ?? 3_000);
const longest = programs + texts > 10_000 ? 4 * 3_600_000 : 600_000;

/** Says how far a long run has come, and what it has seen so far. */
function tell(count: number, of: number, seen: object): void {
  if (of > 10_000 && (count + 1) % (of / 20) === 0) {
    process.stdout.write(`${count + 1} of ${of}: ${JSON.stringify(seen)}\n`);
  }
}

class Fault extends Error {}

const check = (value: number): number => {
  if (!Number.isSafeInteger(value)) throw new Fault('number');
  return value;
};

const surroundings = {
  array: (length: number, start: number) => Array<number>(length).fill(start),
  nr_cpu_ids: () => MACHINE_CPUS,
  this_cpu: () => 0,
  all_cpus: () => [0, 1, 2, 3],
  llc_cpus: (cpu: number) => (cpu < 2 ? [0, 1] : [2, 3]),
  core_cpus: (cpu: number) => [cpu],
  check,
  divide: (how: 'floor' | 'trunc', left: number, right: number) => check(Math[how](left / right)),
  load: (a: number[], i: number) => {
    if (!(i in a)) throw new Fault('index');
    return a[i]!;
  },
  store: (a: number[], i: number, value: number) => {
    if (!(i in a)) throw new Fault('index');
    a[i] = value;
  },
};
const atomics = {
  add(a: number[], i: number, by: number) {
    const before = a[i]!;
    a[i] = check(before + by);
    return before;
  },
  exchange(a: number[], i: number, value: number) {
    const before = a[i]!;
    a[i] = value;
    return before;
  },
  compareExchange(a: number[], i: number, met: number, value: number) {
    const before = a[i]!;
    if (before === met) a[i] = value;
    return before;
  },
};

/** What JavaScript makes of a text: its answer and its variables, or the fault. */
function inJavaScript(text: string, x: number, y: number) {
  const names = Object.keys(surroundings);
  const body = `${text}\nconst answer = select_cpu(0, x, y);\nreturn [answer, g, ...a];`;
  const make = new Function(...names, 'Atomics', 'x', 'y', body);
  try {
    return { values: make(...Object.values(surroundings), atomics, x, y) as number[] };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

const plus0 = (value: number): number => (value === 0 ? 0 : value);

/** Numbers by themselves first: an assertion takes longer than what it is about. */
function agree(found: readonly number[], wanted: readonly number[], text: string): void {
  const same =
    found.length === wanted.length && found.every((each, i) => Object.is(each, wanted[i]));
  if (!same) expect({ values: found, text }).toEqual({ values: wanted, text });
}

type Outcome = 'same' | 'fault' | 'refused' | 'fuel';

function compare(policy: RandomPolicy, x: number, y: number): Outcome {
  let compiled: ReturnType<typeof compilePolicy>;
  try {
    compiled = compilePolicy(policy.plain);
  } catch (error) {
    if (error instanceof PolicyError) return 'refused';
    throw error;
  }
  const result = callPolicy(probes, compiled, [0, x, y]);
  if (result.end === POLICY.END_FUEL) return 'fuel';
  const checked = inJavaScript(policy.checked, x, y);
  if (checked.fault !== undefined) {
    const end = checked.fault === 'index' ? POLICY.END_INDEX : POLICY.END_NUMBER;
    agree([result.end], [end], policy.plain);
    return 'fault';
  }
  const plain = inJavaScript(policy.plain, x, y);
  agree(plain.values!, checked.values!, policy.plain);
  const found = [result.end, result.answer, ...result.values];
  const wanted = [POLICY.END_ANSWERED, ...plain.values!].map(plus0);
  agree(found, wanted, policy.plain);
  return 'same';
}

describe('a policy means what JavaScript means', () => {
  it(
    `case 13: in ${programs} random programs, and fails exactly where JavaScript leaves the whole numbers`,
    () => {
      const draw = seededDraw(20_261_124);
      const policies = new RandomPolicies(draw);
      const seen: Record<Outcome, number> = { same: 0, fault: 0, refused: 0, fuel: 0 };
      for (let i = 0; i < programs; i++) {
        seen[compare(policies.next(), draw(100), draw(7))]++;
        tell(i, programs, seen);
      }
      expect(seen.same).toBeGreaterThan(programs / 2);
      expect(seen.fault).toBeGreaterThan(programs / 50);
      expect(seen.refused).toBeLessThan(programs / 10);
    },
    longest,
  );
});

const starter = `// Least loaded
const a = array(4, 0);
let n = 0;
function shorter(b, c) { return nr_running(b) < nr_running(c) ? b : c; }
function select_cpu(p, prev_cpu, wake_flags) {
  let best = prev_cpu;
  for (const cpu of all_cpus()) { if (idle_cpu(cpu) && allowed(p, cpu)) { best = shorter(cpu, best); } }
  while (n < 0x10) { n += 1; a[n % 4] = Math.floor(p.util / 3); if (n === 7) break; }
  Atomics.add(a, 0, 1);
  return (wake_flags & WAKE_SYNC) !== 0 ? this_cpu() : best;
}
function balance(cpu) { return cpu > 0 ? cpu - 1 : -1; }
`;

const starterPieces = starter.split(/(\b|(?=[^\w])|(?<=[^\w]))/).filter((each) => each !== '');

/** The text above with a few words or signs taken out, put in, doubled or swapped. */
function mutated(draw: (bound: number) => number): string {
  const pieces = [...starterPieces];
  for (let i = 1 + draw(3); i > 0; i--) {
    const at = draw(pieces.length);
    const other = pieces[draw(pieces.length)]!;
    const kind = draw(4);
    if (kind === 0) pieces.splice(at, 1);
    else if (kind === 1) pieces.splice(at, 0, other);
    else if (kind === 2) pieces[at] = other;
    else pieces[at] = String.fromCharCode(9 + draw(118));
  }
  return pieces.join('');
}

describe('a text that is accepted', () => {
  it(
    'case 13: is JavaScript, however it was mutated, and nothing crashes',
    () => {
      const draw = seededDraw(7);
      let accepted = 0;
      for (let i = 0; i < texts; i++) {
        tell(i, texts, { accepted });
        const text = mutated(draw);
        try {
          compilePolicy(text);
          accepted++;
        } catch (error) {
          if (error instanceof PolicyError) continue;
          throw error;
        }
        // Throws a SyntaxError where it is none; runs nothing.
        new Script(text);
      }
      expect(accepted).toBeGreaterThan(texts / 50);
    },
    longest,
  );
});

describe('operations of Atomics', () => {
  const text = `const a = array(3, 5);
let g = 0;
function select_cpu(p, x, y) {
  const first = Atomics.exchange(a, x, y);
  const second = Atomics.compareExchange(a, 1, 5, first + y);
  const third = Atomics.compareExchange(a, 1, 5, 99);
  g = Atomics.add(a, 2, third);
  return first * 10000 + second * 100 + third;
}`;
  it.each([
    [0, 7],
    [1, 5],
    [1, 6],
    [2, -3],
  ])('mean what JavaScript’s do: %i, %i', (x, y) => {
    const result = callPolicy(probes, compilePolicy(text), [0, x, y]);
    const inJs = text.replaceAll('array(3, 5)', '[5, 5, 5]');
    const { values } = inJavaScript(inJs, x, y);
    const [answer, g, ...a] = values!;
    expect([result.end, result.answer]).toEqual([POLICY.END_ANSWERED, answer]);
    expect(result.values).toEqual([...a, g]);
  });
});
