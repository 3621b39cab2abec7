// Checks whether the runs bear out what a step of a story claims, and fills its text with the values that they
// give. Pure: the caller runs and measures, in the page as in the tests.

import type { StepClaim, StepValue } from '../../scenario/step-schema.ts';

type Asked = Pick<StepValue, 'metric' | 'line' | 'variant'> & Pick<StepClaim, 'reason'>;
/** What a run gives; undefined: nothing. */
export type FigureReader = (asked: Asked) => number | undefined;

/** What keeps a claim from holding, for a reader; undefined: it holds. */
export function faultOf(claim: StepClaim, measured: FigureReader): string | undefined {
  const { metric, reason, line, variant, than } = claim;
  const { at_least: least = -Infinity, at_most: most = Infinity } = claim;
  const value = measured({ metric, reason, line, variant });
  if (value === undefined) return `variant ${variant} gives no ${metric}`;
  const base = than === undefined ? 1 : measured({ metric, reason, line, variant: than });
  if (!base) return `variant ${than} gives no ${metric} to compare with`;
  const found = value / base;
  if (found >= least && found <= most) return undefined;
  const of = than === undefined ? '' : ` times that of ${than}`;
  const what = reason ?? metric;
  return `${what} of ${variant} is ${found}${of}, which is not from ${least} to ${most}`;
}

/** A text with what `say` says of each value that it names. */
export function bound(
  told: string,
  values: readonly StepValue[],
  say: (value: StepValue) => string,
): string {
  return told.replaceAll(/\{([^{}]*)\}/g, (whole, id) => {
    const value = values.find((each) => each.id === id);
    return value ? say(value) : whole;
  });
}
