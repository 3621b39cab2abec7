// What has to run for an answer to a question: which variants, with which settings, and what of them is measured or found.

import { gains } from '../../engine/metrics.ts';
import type { Find } from '../../engine/sweep/find.ts';
import type { LineReference } from '../common-schema.ts';
import { lineKey } from '../sweep.ts';
import type { Ask } from './ask-schema.ts';
import type { AskedFigure } from './figure-schema.ts';

/** The figures that a question is about; none where the run points at something. */
export function figuresAsked(ask: Ask): readonly AskedFigure[] {
  switch (ask.kind) {
    case 'choice':
    case 'number':
    case 'sketch':
      return [ask.about];
    case 'design':
    case 'policy':
      return ask.checks;
    case 'line':
      return ask.offers.map(({ line }) => ({ metric: ask.most, line, variant: ask.variant }));
    default:
      return [];
  }
}

/** The lines that a question is about, each once; runs measure them in this order. */
export function linesAsked(ask: Ask): LineReference[] {
  const known = new Map<string, LineReference>();
  for (const { line } of figuresAsked(ask)) if (line) known.set(lineKey(line), line);
  return [...known.values()];
}

/** What a run points at to answer; undefined: nothing. */
export function findAsked(ask: Ask): Find | undefined {
  switch (ask.kind) {
    case 'cpu':
      return { of: 'cpu', by: ask.most };
    case 'field':
      return { of: 'field', line: ask.line };
    case 'moment': {
      const { first, line, waiting } = ask;
      return {
        of: 'moment',
        first,
        ...(line && { line }),
        ...(waiting !== undefined && { waiting }),
      };
    }
    default:
      return undefined;
  }
}

/** The variants that must run to answer, A first. */
export function variantsAsked(ask: Ask): string[] {
  const named = figuresAsked(ask).flatMap(({ variant, than, metric }) => [
    variant,
    ...(than ? [than] : []),
    ...(metric in gains ? ['A'] : []),
  ]);
  return [...new Set('variant' in ask ? [ask.variant, ...named] : named)].sort();
}

/** The name of a run among those of a step: the variant, and the point of the curve where there is one. */
export const runName = (variant: string, point?: number): string =>
  point === undefined ? variant : `${variant}@${point}`;

/** The settings of each point of a curve; those of the question, or none, where no curve is asked for. */
export const settingsAsked = (
  ask: Ask,
): readonly {
  readonly point?: number;
  readonly set: Readonly<Record<string, string | number>>;
}[] =>
  ask.kind === 'sketch'
    ? ask.over.values.map((value, point) => ({ point, set: { [ask.over.path]: value } }))
    : [{ set: ('set' in ask && ask.set) || {} }];
