// From a policy's text to the code that the simulated kernel runs, with the place in the text of each of its
// words and the names of its variables. Functions are put in the place of their calls.

import { POLICY } from '../engine/abi.gen.ts';
import { Emitter, type JumpLabel } from './code.ts';
import { type CompiledPolicy, type Needed, POLICY_POINTS } from './compiled.ts';
import { Declarations } from './declarations.ts';
import { fail, type SourcePosition } from './error.ts';
import { expectCount, expectKind } from './expect.ts';
import { Expressions } from './expressions.ts';
import { CODE_WORDS, SOURCE_CHARACTERS } from './limits.ts';
import { readProgram } from './read.ts';
import { Scope } from './scope.ts';
import type { Assignment, Call, PolicyFunction, Program, Statement } from './tree.ts';
import { type PolicyCall, policyCalls, type ValueKind } from './words.ts';

/** What a return does where it stands. */
interface Leaving {
  readonly function: PolicyFunction;
  /** Of a function in the place of its call: behind it, and where its value goes. */
  readonly end?: JumpLabel;
  readonly into?: number | undefined;
  kind?: ValueKind | undefined;
}

/** Every way through the statements ends with a return that has a value. */
function givesValue(statements: readonly Statement[]): boolean {
  return statements.some((each) => {
    if (each.type === 'return') return each.value !== undefined;
    if (each.type === 'block') return givesValue(each.statements);
    return each.type === 'if' && each.otherwise !== undefined
      ? givesValue([each.then]) && givesValue([each.otherwise])
      : false;
  });
}

class Compiler {
  readonly #code = new Emitter();
  readonly #functions: ReadonlyMap<string, PolicyFunction>;
  readonly #scope: Scope;
  readonly #expressions: Expressions;
  readonly #top: Declarations;
  readonly #called = new Set<string>();
  /** Functions inside each other at this place, the innermost last. */
  readonly #leaving: Leaving[] = [];
  #inlined = 0;
  #loops: { readonly next: JumpLabel; readonly end: JumpLabel }[] = [];

  constructor(program: Program) {
    this.#functions = new Map(program.functions.map((each) => [each.name, each]));
    const names = [...this.#functions.keys()];
    this.#scope = new Scope(names);
    const inline = (call: Call, into: number | undefined) => this.#inline(call, into);
    this.#expressions = new Expressions(this.#code, this.#scope, names, inline);
    this.#checkNames(program);
    this.#top = new Declarations(this.#scope);
    for (const variable of program.variables) this.#top.declare(variable);
  }

  #checkNames({ functions }: Program): void {
    const probe = new Scope([]);
    for (const { name, at } of functions) {
      if (policyCalls.has(name) && this.#functions.get(name)!.at !== at) {
        fail(at, `there is a ${name} already: a policy defines each function once`);
      }
      if (!policyCalls.has(name)) probe.declareTop(name, at, { form: 'constant', value: 0 });
    }
  }

  // ---- functions

  /** A function in the place of its call; the kind of its value, undefined if it has none. */
  #inline(call: Call, into: number | undefined): ValueKind | undefined {
    const called = this.#functions.get(call.name)!;
    if (this.#leaving.some((each) => each.function === called)) {
      fail(call.at, `${call.name} calls itself; policies have no recursion`);
    }
    expectCount(call, called.parameters.length);
    if (into !== undefined && !givesValue(called.body)) return undefined;
    if (++this.#inlined > CODE_WORDS) {
      fail(call.at, 'functions call each other too often; each call is put in its place');
    }
    this.#called.add(call.name);
    return this.#scope.borrowing(() => {
      const given = call.arguments.map((each) => {
        const register = this.#scope.register(each.at);
        return { register, kind: this.#expressions.into(each, register) };
      });
      const leaving: Leaving = { function: called, end: this.#code.label(), into };
      this.#leaving.push(leaving);
      this.#scope.apart(() => this.#body(called, given));
      this.#leaving.pop();
      this.#code.here(leaving.end!);
      return leaving.kind;
    });
  }

  /** The statements of a function whose parameters have these kinds and registers. */
  #body(
    { parameters, body }: PolicyFunction,
    given: readonly { readonly kind: ValueKind; readonly register: number }[],
  ): void {
    const loops = this.#loops;
    this.#loops = [];
    for (const [i, { name, at }] of parameters.entries()) {
      const { kind, register } = given[i]!;
      this.#scope.declareLocal(name, at, kind, register, false);
    }
    for (const statement of body) this.#statement(statement);
    this.#loops = loops;
  }

  #point(called: PolicyFunction, { given }: PolicyCall): void {
    const { name, parameters, at } = called;
    if (parameters.length > given.length) {
      fail(parameters[given.length]!.at, `${name} is given ${given.length} values at most`);
    }
    this.#expressions.point = name;
    this.#leaving.push({ function: called });
    this.#scope.borrowing(() => {
      const registers = parameters.map((each, i) => ({
        kind: given[i]!,
        register: this.#scope.register(each.at),
      }));
      this.#scope.apart(() => this.#body(called, registers));
    });
    this.#leaving.pop();
    this.#code.place = at;
    this.#code.put(POLICY.OP_LEAVE);
  }

  // ---- statements

  #statements(statements: readonly Statement[]): void {
    this.#scope.within(() => {
      for (const each of statements) this.#statement(each);
    });
  }

  #statement(statement: Statement): void {
    this.#code.place = statement.at;
    switch (statement.type) {
      case 'local': {
        const register = this.#scope.register(statement.at);
        const kind = this.#expressions.into(statement.value, register);
        const { name, at, isConstant } = statement;
        this.#scope.declareLocal(name, at, kind, register, isConstant);
        return;
      }
      case 'assign':
        this.#scope.borrowing(() => this.#assign(statement));
        return;
      case 'ask':
        this.#expressions.ask(statement.call);
        return;
      case 'if':
        this.#if(statement);
        return;
      case 'block':
        this.#statements(statement.statements);
        return;
      case 'return':
        this.#scope.borrowing(() => this.#return(statement));
        return;
      case 'break':
      case 'continue': {
        const loop = this.#loops.at(-1);
        if (!loop) fail(statement.at, `there is no loop around this ${statement.type}`);
        this.#code.jump(statement.type === 'break' ? loop.end : loop.next);
        return;
      }
      default:
        this.#scope.within(() => this.#loop(statement));
    }
  }

  #assign({ target, operator: sign, value, at }: Assignment): void {
    const meaning =
      target.type === 'name' ? this.#scope.meaning(target.name, target.at) : undefined;
    if (meaning?.form === 'constant' || (meaning?.form === 'local' && meaning.isConstant)) {
      const { name } = target as Extract<typeof target, { type: 'name' }>;
      fail(at, `${name} does not change: declare it with let`);
    }
    if (meaning?.form === 'local') this.#setLocal(meaning.register, meaning.kind, sign, value, at);
    else this.#store({ type: 'assign', target, operator: sign, value, at });
  }

  #setLocal(
    register: number,
    kind: ValueKind,
    sign: string,
    value: Assignment['value'],
    at: SourcePosition,
  ): void {
    if (sign === '') {
      expectKind(kind, this.#expressions.into(value, register), value.at);
      return;
    }
    expectKind('number', kind, at);
    const by = value.type === 'number' && (sign === '+' || sign === '-') ? value.value : undefined;
    if (by !== undefined && this.#code.addSmall(register, sign === '+' ? by : -by)) return;
    const given = this.#expressions.value(value);
    expectKind('number', given.kind, value.at);
    this.#code.place = at;
    this.#expressions.compute(sign, register, register, given.register);
  }

  #store({ target, operator: sign, value, at }: Assignment): void {
    const { array, index } = this.#expressions.place(target);
    let before: number | undefined;
    if (sign !== '') {
      before = this.#scope.register(at);
      this.#code.place = at;
      this.#code.put(POLICY.OP_LOAD, before, array, index);
    }
    const given = this.#expressions.value(value);
    expectKind('number', given.kind, value.at);
    this.#code.place = at;
    if (before !== undefined) this.#expressions.compute(sign, before, before, given.register);
    this.#code.put(POLICY.OP_STORE, before ?? given.register, array, index);
  }

  #if({ condition, then, otherwise }: Extract<Statement, { type: 'if' }>): void {
    const not = this.#code.label();
    const end = this.#code.label();
    this.#expressions.unless(condition, not);
    this.#statements([then]);
    if (otherwise) this.#code.jump(end);
    this.#code.here(not);
    if (otherwise) this.#statements([otherwise]);
    this.#code.here(end);
  }

  #loop(statement: Extract<Statement, { type: 'while' | 'for' | 'each' }>): void {
    const top = this.#code.label();
    const loop = { next: this.#code.label(), end: this.#code.label() };
    if (statement.type === 'for' && statement.first) this.#statement(statement.first);
    const cpu = statement.type === 'each' ? this.#beginSet(statement) : undefined;
    this.#code.here(top);
    if (statement.type === 'each') {
      this.#code.place = statement.at;
      this.#code.put(POLICY.OP_NEXT, cpu!.register, cpu!.set);
      this.#code.jump(loop.end);
    } else if (statement.condition) this.#expressions.unless(statement.condition, loop.end);
    this.#loops.push(loop);
    this.#statements([statement.body]);
    this.#loops.pop();
    this.#code.here(loop.next);
    if (statement.type === 'for' && statement.step) this.#statement(statement.step);
    this.#code.jump(top);
    this.#code.here(loop.end);
  }

  #beginSet(statement: Extract<Statement, { type: 'each' }>): { register: number; set: number } {
    const { kind, register: set } = this.#expressions.value(statement.set);
    if (kind !== 'set') {
      const sentence =
        'this is not a set of CPUs; there are all_cpus(), llc_cpus(c), core_cpus(c), node_cpus(c)';
      fail(statement.set.at, sentence);
    }
    const register = this.#scope.register(statement.at);
    this.#code.number(register, -1);
    this.#scope.declareLocal(statement.name, statement.at, 'number', register, true);
    return { register, set };
  }

  #return({ value, at }: Extract<Statement, { type: 'return' }>): void {
    const leaving = this.#leaving.at(-1)!;
    if (!leaving.end) {
      this.#answer(value, at);
      return;
    }
    if (value) {
      const into = leaving.into ?? this.#scope.register(at);
      const kind = this.#expressions.into(value, into);
      if (leaving.kind !== undefined) expectKind(leaving.kind, kind, value.at);
      leaving.kind = kind;
    } else if (leaving.into !== undefined) {
      fail(at, `${leaving.function.name} returns a value elsewhere: return one here, too`);
    }
    this.#code.jump(leaving.end);
  }

  /** A point's own return: its answer, or Linux's. */
  #answer(value: Extract<Statement, { type: 'return' }>['value'], at: SourcePosition): void {
    if (!value) {
      this.#code.put(POLICY.OP_LEAVE);
      return;
    }
    const answer = this.#expressions.value(value);
    expectKind('number', answer.kind, value.at);
    this.#code.place = at;
    this.#code.put(POLICY.OP_RETURN, answer.register);
  }

  // ---- the whole

  #needs(names: readonly string[]): Needed[] {
    const ofPoints = names.map((name) => ({
      ...{ name, at: this.#functions.get(name)!.at, need: policyCalls.get(name)!.needs },
    }));
    const ofQuestions = [...this.#expressions.asked].map(([name, { question, at }]) => ({
      ...{ name, at, need: question.needs },
    }));
    return [...ofPoints, ...ofQuestions].filter((each): each is Needed => each.need !== undefined);
  }

  compile(source: string): CompiledPolicy {
    const entries = Array.from({ length: POLICY_POINTS }, () => 0);
    const names: string[] = [];
    for (const called of this.#functions.values()) {
      const point = policyCalls.get(called.name);
      if (!point) continue;
      entries[point.code] = this.#code.words.length + 1;
      names.push(called.name);
      this.#point(called, point);
    }
    const known = [...policyCalls.keys()].join(', ');
    for (const { name, at } of this.#functions.values()) {
      if (policyCalls.has(name) || this.#called.has(name)) continue;
      fail(at, `nobody calls ${name}; the points at which a policy is asked are ${known}`);
    }
    if (names.length === 0) {
      const sentence = `a policy is never called without one of the functions ${known}`;
      fail({ line: 1, column: 1, length: 1 }, sentence);
    }
    const { words: code, places } = this.#code;
    const { variables, flags } = this.#top;
    const needs = this.#needs(names);
    return {
      source,
      code,
      places,
      entries,
      points: names,
      variables,
      flags,
      needs,
    };
  }
}

/** Compiles a policy's text. Throws PolicyError at the first thing that is wrong in it. */
export function compilePolicy(source: string): CompiledPolicy {
  if (source.length > SOURCE_CHARACTERS) {
    const sentence = `a policy has at most ${SOURCE_CHARACTERS} characters, not ${source.length}`;
    fail({ line: 1, column: 1, length: 1 }, sentence);
  }
  return new Compiler(readProgram(source)).compile(source);
}
