// Random policies with what JavaScript makes of them: each as its text and as the same text with every
// arithmetic step and element checked, which throws where JavaScript would leave the whole numbers.

import type { Draw } from '../../base/random.ts';

interface Pair {
  /** As it is written, and with checks. */
  readonly plain: string;
  readonly checked: string;
}

export interface RandomPolicy extends Pair {
  readonly arrays: readonly { readonly name: string; readonly length: number }[];
}

const same = (text: string): Pair => ({ plain: text, checked: text });

/** Joins texts and pairs into one pair. */
function pair(strings: TemplateStringsArray, ...parts: (Pair | string | number)[]): Pair {
  const side = (which: 'plain' | 'checked') =>
    strings.reduce((text, string, i) => {
      const part = parts[i - 1]!;
      return `${text}${typeof part === 'object' ? part[which] : part}${string}`;
    });
  return { plain: side('plain'), checked: side('checked') };
}

const arithmetic = ['+', '-', '*', '%', '+', '-'];
const bits = ['&', '|', '^', '<<', '>>', '>>>'];
const comparisons = ['<', '<=', '>', '>=', '===', '!=='];

export class RandomPolicies {
  readonly #draw: Draw;
  #locals: { readonly name: string; readonly isConstant: boolean }[] = [];
  #functions: { readonly name: string; readonly given: number }[] = [];
  #names = 0;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#draw(of.length)]!;
  }

  #name(): string {
    this.#names++;
    return `v${this.#names}`;
  }

  #literal(): Pair {
    const size = this.#draw(60);
    if (size < 52) return same(String(this.#draw(20)));
    if (size < 55) return same(`0x${this.#draw(0xffff_ffff).toString(16)}`);
    if (size < 58) return same(String(this.#draw(40_000)));
    if (size === 58) return same('9007199254740991');
    return same(`${1 + this.#draw(9)}_${100 + this.#draw(900)}_000_000`);
  }

  #index(): Pair {
    return this.#draw(60) > 0 ? same(String(this.#draw(5))) : this.#value(1);
  }

  #read(): Pair {
    const choice = this.#draw(6);
    if (choice === 0) return same('g');
    if (choice === 1) {
      const index = this.#index();
      return { plain: `a[${index.plain}]`, checked: `load(a, ${index.checked})` };
    }
    if (choice === 2) return same(this.#one(['nr_cpu_ids()', 'this_cpu()', 'LIMIT']));
    return this.#locals.length > 0 ? same(this.#one(this.#locals).name) : this.#literal();
  }

  /** What something is divided by: seldom anything that may be zero. */
  #divisor(depth: number): Pair {
    return this.#draw(40) > 0 ? same(String(1 + this.#draw(30))) : this.#value(depth - 1);
  }

  /** A number. */
  #value(depth: number): Pair {
    if (depth <= 0) return this.#draw(2) === 0 ? this.#literal() : this.#read();
    const of = () => this.#value(depth - 1);
    switch (this.#draw(14)) {
      case 0:
        return this.#literal();
      case 1:
      case 2:
        return this.#read();
      case 3: {
        const sign = this.#one(['floor', 'trunc']);
        const [l, r] = [of(), this.#divisor(depth)];
        return {
          plain: `Math.${sign}((${l.plain}) / (${r.plain}))`,
          checked: `divide('${sign}', ${l.checked}, ${r.checked})`,
        };
      }
      case 4:
        return pair`Math.${this.#one(['min', 'max'])}(${of()}, ${of()}, ${of()})`;
      case 5:
        return pair`Math.abs(${of()})`;
      case 6:
        return pair`(${this.#condition(depth - 1)} ? ${of()} : ${of()})`;
      case 7:
        return pair`(${this.#one(['-', '~'])}(${of()}))`;
      case 8:
        return pair`((${of()}) ${this.#one(bits)} (${of()}))`;
      case 9:
        return this.#called(depth);
      default: {
        const sign = this.#one(arithmetic);
        const [l, r] = [of(), sign === '%' ? this.#divisor(depth) : of()];
        return {
          plain: `((${l.plain}) ${sign} (${r.plain}))`,
          checked: `check((${l.checked}) ${sign} (${r.checked}))`,
        };
      }
    }
  }

  #called(depth: number): Pair {
    if (this.#functions.length === 0) return this.#fetchAdd();
    const { name, given } = this.#one(this.#functions);
    const parts = Array.from({ length: given }, () => this.#value(depth - 1));
    const joined = parts.reduce(
      (text, part) => pair`${text}${text.plain ? ', ' : ''}${part}`,
      same(''),
    );
    return pair`${name}(${joined})`;
  }

  #fetchAdd(): Pair {
    return pair`Atomics.add(a, ${this.#draw(5)}, ${this.#value(1)})`;
  }

  #condition(depth: number): Pair {
    const of = () => this.#condition(depth - 1);
    switch (depth <= 0 ? 9 : this.#draw(10)) {
      case 0:
        return pair`(${of()} && ${of()})`;
      case 1:
        return pair`(${of()} || ${of()})`;
      case 2:
        return pair`!(${of()})`;
      case 3:
        return same(this.#one(['true', 'false']));
      default:
        return pair`((${this.#value(1)}) ${this.#one(comparisons)} (${this.#value(1)}))`;
    }
  }

  #assignment(): Pair {
    const free = this.#locals.filter((each) => !each.isConstant);
    const choice = this.#draw(6);
    const sign = this.#one(arithmetic);
    const value = sign === '%' ? this.#divisor(2) : this.#value(2);
    if (choice === 0) return pair`g = ${value};`;
    if (choice === 1) {
      return {
        plain: `g ${sign}= ${value.plain};`,
        checked: `g = check(g ${sign} (${value.checked}));`,
      };
    }
    if (choice === 2) {
      const index = this.#index();
      return {
        plain: `a[${index.plain}] = ${value.plain};`,
        checked: `store(a, ${index.checked}, ${value.checked});`,
      };
    }
    if (choice === 3) {
      const at = this.#draw(5);
      const added = `check(load(a, ${at}) ${sign} (${value.checked}))`;
      return { plain: `a[${at}] ${sign}= ${value.plain};`, checked: `store(a, ${at}, ${added});` };
    }
    if (free.length === 0) return pair`${this.#fetchAdd()};`;
    const { name } = this.#one(free);
    if (choice === 4) return pair`${name} = ${value};`;
    return {
      plain: `${name} ${sign}= ${value.plain};`,
      checked: `${name} = check(${name} ${sign} (${value.checked}));`,
    };
  }

  #block(depth: number, loops: number): Pair {
    const outer = this.#locals;
    this.#locals = [...outer];
    let text = same('');
    for (let i = 1 + this.#draw(3); i > 0; i--)
      text = pair`${text}${this.#statement(depth, loops)}\n`;
    this.#locals = outer;
    return pair`{\n${text}}`;
  }

  #counting(depth: number, loops: number): Pair {
    const i = this.#name();
    const outer = this.#locals;
    this.#locals = [...outer, { name: i, isConstant: true }];
    const times = 1 + this.#draw(4);
    const body = this.#block(depth - 1, loops + 1);
    this.#locals = outer;
    const leave =
      this.#draw(4) === 0
        ? pair`if (${this.#condition(1)}) ${this.#one(['break', 'continue'])};`
        : same('');
    return pair`for (let ${i} = 0; ${i} < ${times}; ${i}++) {\n${leave}\n${body}\n}`;
  }

  #walking(depth: number, loops: number): Pair {
    const cpu = this.#name();
    const outer = this.#locals;
    this.#locals = [...outer, { name: cpu, isConstant: true }];
    const set = this.#one(['all_cpus()', 'llc_cpus(3)', 'core_cpus(this_cpu())']);
    const body = this.#block(depth - 1, loops + 1);
    this.#locals = outer;
    return pair`for (const ${cpu} of ${set}) ${body}`;
  }

  #statement(depth: number, loops: number): Pair {
    const choice = this.#draw(depth > 0 ? 12 : 6);
    if (choice < 3) return this.#assignment();
    if (choice < 6) {
      const name = this.#name();
      const isConstant = this.#draw(2) === 0;
      const text = pair`${isConstant ? 'const' : 'let'} ${name} = ${this.#value(2)};`;
      this.#locals.push({ name, isConstant });
      return text;
    }
    if (choice < 9) {
      const text = pair`if (${this.#condition(2)}) ${this.#block(depth - 1, loops)}`;
      return this.#draw(2) === 0 ? text : pair`${text} else ${this.#block(depth - 1, loops)}`;
    }
    if (choice === 9 && loops < 2) return this.#counting(depth, loops);
    if (choice === 10 && loops < 2) return this.#walking(depth, loops);
    return pair`if (${this.#condition(1)}) return ${this.#value(2)};`;
  }

  #function(name: string, parameters: readonly string[]): Pair {
    // The task that a point is asked about is no number.
    const numbers = parameters.filter((each) => each !== 'p');
    this.#locals = numbers.map((each) => ({ name: each, isConstant: false }));
    let text = same('');
    for (let i = 1 + this.#draw(4); i > 0; i--) text = pair`${text}${this.#statement(2, 0)}\n`;
    const last = pair`return ${this.#value(2)};`;
    return pair`function ${name}(${parameters.join(', ')}) {\n${text}${last}\n}\n`;
  }

  /** The next one. */
  next(): RandomPolicy {
    this.#functions = [];
    this.#names = 0;
    const top = same(
      `const LIMIT = ${this.#draw(100)};\nlet g = ${this.#draw(50)};\nconst a = array(5, ${this.#draw(9)});\n`,
    );
    let helpers = same('');
    for (let i = this.#draw(3); i > 0; i--) {
      const name = `f${i}`;
      const parameters = Array.from({ length: this.#draw(3) }, () => this.#name());
      helpers = pair`${helpers}${this.#function(name, parameters)}`;
      this.#functions.push({ name, given: parameters.length });
    }
    const point = this.#function('select_cpu', ['p', 'x', 'y']);
    // Every function is called once.
    const calls = this.#functions.map(
      ({ name, given }) => `${name}(${Array(given).fill('1').join(', ')});\n`,
    );
    const body = pair`${point}`;
    const begin = 'function select_cpu(p, x, y) {\n';
    const withCalls = (text: string) => text.replace(begin, begin + calls.join(''));
    const whole = { plain: withCalls(body.plain), checked: withCalls(body.checked) };
    return { ...pair`${top}${helpers}${whole}`, arrays: [{ name: 'a', length: 5 }] };
  }
}
