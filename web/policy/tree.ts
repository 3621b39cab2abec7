// What a policy's text is made of, once it has been read: declarations, statements, expressions.

import type { SourcePosition } from './error.ts';

export type Expression =
  | { readonly type: 'number'; readonly at: SourcePosition; readonly value: number }
  | { readonly type: 'boolean'; readonly at: SourcePosition; readonly value: boolean }
  | { readonly type: 'name'; readonly at: SourcePosition; readonly name: string }
  | {
      readonly type: 'field';
      readonly at: SourcePosition;
      readonly of: Expression;
      readonly name: string;
    }
  | {
      readonly type: 'element';
      readonly at: SourcePosition;
      readonly array: Name;
      readonly index: Expression;
    }
  | {
      readonly type: 'call';
      readonly at: SourcePosition;
      /** With its dot: `Math.min`. */
      readonly name: string;
      readonly arguments: readonly Expression[];
    }
  | {
      readonly type: 'unary';
      readonly at: SourcePosition;
      readonly operator: string;
      readonly of: Expression;
    }
  | {
      readonly type: 'binary';
      readonly at: SourcePosition;
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly type: 'conditional';
      readonly at: SourcePosition;
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    };

export type Name = Extract<Expression, { type: 'name' }>;
export type Call = Extract<Expression, { type: 'call' }>;
export type AssignmentTarget = Extract<Expression, { type: 'name' | 'element' }>;

export interface Local {
  readonly type: 'local';
  readonly at: SourcePosition;
  readonly name: string;
  readonly isConstant: boolean;
  readonly value: Expression;
}

export interface Assignment {
  readonly type: 'assign';
  readonly at: SourcePosition;
  readonly target: AssignmentTarget;
  /** '' for =, '+' for += and the like. */
  readonly operator: string;
  readonly value: Expression;
}

export type Statement =
  | Local
  | Assignment
  | { readonly type: 'ask'; readonly at: SourcePosition; readonly call: Call }
  | {
      readonly type: 'if';
      readonly at: SourcePosition;
      readonly condition: Expression;
      readonly then: Statement;
      readonly otherwise: Statement | undefined;
    }
  | {
      readonly type: 'while';
      readonly at: SourcePosition;
      readonly condition: Expression;
      readonly body: Statement;
    }
  | {
      readonly type: 'for';
      readonly at: SourcePosition;
      readonly first: Statement | undefined;
      readonly condition: Expression | undefined;
      readonly step: Statement | undefined;
      readonly body: Statement;
    }
  | {
      readonly type: 'each';
      readonly at: SourcePosition;
      readonly name: string;
      readonly set: Expression;
      readonly body: Statement;
    }
  | {
      readonly type: 'block';
      readonly at: SourcePosition;
      readonly statements: readonly Statement[];
    }
  | { readonly type: 'break' | 'continue'; readonly at: SourcePosition }
  | {
      readonly type: 'return';
      readonly at: SourcePosition;
      readonly value: Expression | undefined;
    };

export interface FunctionParameter {
  readonly name: string;
  readonly at: SourcePosition;
}

export interface PolicyFunction {
  readonly at: SourcePosition;
  readonly name: string;
  readonly parameters: readonly FunctionParameter[];
  readonly body: readonly Statement[];
}

/** A `const` or `let` at the top. */
export interface Variable {
  readonly at: SourcePosition;
  readonly name: string;
  readonly isConstant: boolean;
  readonly value: Expression;
}

export interface Program {
  readonly functions: readonly PolicyFunction[];
  readonly variables: readonly Variable[];
}
