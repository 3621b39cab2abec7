// What a policy's text is made of, once it has been read: declarations, statements, expressions.

import type { Place } from './error.ts';

export type Expression =
  | { readonly form: 'number'; readonly at: Place; readonly value: number }
  | { readonly form: 'boolean'; readonly at: Place; readonly value: boolean }
  | { readonly form: 'name'; readonly at: Place; readonly name: string }
  | { readonly form: 'field'; readonly at: Place; readonly of: Expression; readonly name: string }
  | {
      readonly form: 'element';
      readonly at: Place;
      readonly array: Name;
      readonly index: Expression;
    }
  | {
      readonly form: 'call';
      readonly at: Place;
      /** With its dot: `Math.min`. */
      readonly name: string;
      readonly given: readonly Expression[];
    }
  | { readonly form: 'unary'; readonly at: Place; readonly sign: string; readonly of: Expression }
  | {
      readonly form: 'binary';
      readonly at: Place;
      readonly sign: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly form: 'choice';
      readonly at: Place;
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    };

export type Name = Extract<Expression, { form: 'name' }>;
export type Call = Extract<Expression, { form: 'call' }>;
export type Target = Extract<Expression, { form: 'name' | 'element' }>;

export interface Local {
  readonly form: 'local';
  readonly at: Place;
  readonly name: string;
  readonly isConstant: boolean;
  readonly value: Expression;
}

export interface Assignment {
  readonly form: 'assign';
  readonly at: Place;
  readonly target: Target;
  /** '' for =, '+' for += and the like. */
  readonly sign: string;
  readonly value: Expression;
}

export type Statement =
  | Local
  | Assignment
  | { readonly form: 'ask'; readonly at: Place; readonly call: Call }
  | {
      readonly form: 'if';
      readonly at: Place;
      readonly condition: Expression;
      readonly then: Statement;
      readonly otherwise: Statement | undefined;
    }
  | {
      readonly form: 'while';
      readonly at: Place;
      readonly condition: Expression;
      readonly body: Statement;
    }
  | {
      readonly form: 'for';
      readonly at: Place;
      readonly first: Statement | undefined;
      readonly condition: Expression | undefined;
      readonly step: Statement | undefined;
      readonly body: Statement;
    }
  | {
      readonly form: 'each';
      readonly at: Place;
      readonly name: string;
      readonly set: Expression;
      readonly body: Statement;
    }
  | { readonly form: 'block'; readonly at: Place; readonly statements: readonly Statement[] }
  | { readonly form: 'break' | 'continue'; readonly at: Place }
  | { readonly form: 'return'; readonly at: Place; readonly value: Expression | undefined };

export interface Parameter {
  readonly name: string;
  readonly at: Place;
}

export interface PolicyFunction {
  readonly at: Place;
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
}

/** A `const` or `let` at the top. */
export interface Variable {
  readonly at: Place;
  readonly name: string;
  readonly isConstant: boolean;
  readonly value: Expression;
}

export interface Program {
  readonly functions: readonly PolicyFunction[];
  readonly variables: readonly Variable[];
}
