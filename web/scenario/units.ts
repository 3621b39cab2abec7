// Times as people write them ("406 µs") and as the core counts them (whole nanoseconds). Strict: a
// time without a unit, with another unit, or finer than a nanosecond is refused, never guessed.

/** Digits of a nanosecond count that each unit holds behind its decimal point. */
const unitDigits: Readonly<Record<string, number>> = {
  ns: 0,
  us: 3,
  µs: 3, // micro sign
  μs: 3, // Greek mu, which looks the same
  ms: 6,
  s: 9,
};

export const timeUnits = 'ns, µs (or us), ms, s';

/** The form of a time, for JSON Schema; parseTime is the judge. */
export const timePattern = /^\d{1,12}(\.\d{1,9})? ?(ns|us|µs|μs|ms|s)$/;

export interface ParsedTime {
  readonly ns: number;
}
export interface RefusedTime {
  readonly problem: string;
  readonly remedy: string;
}

/** Nanoseconds of a time with unit, or what is wrong with it. */
export function parseTime(text: string): ParsedTime | RefusedTime {
  const parts = /^(\d{1,12})(?:\.(\d{1,9}))? ?(\S{0,16})$/.exec(text);
  if (!parts) {
    return {
      problem: 'is not a time',
      remedy: `write a number and a unit of time, such as "406 µs" (units: ${timeUnits})`,
    };
  }
  const [, whole, fraction = '', unit] = parts as unknown as [string, string, string?, string?];
  if (!unit) {
    return { problem: 'has no unit', remedy: `add one: ${timeUnits}, such as "${whole} µs"` };
  }
  const digits = Object.hasOwn(unitDigits, unit) ? unitDigits[unit]! : -1;
  if (digits < 0) {
    return {
      problem: `has the unit "${unit}", which is not a unit of time`,
      remedy: `write one of ${timeUnits}, such as "${whole} µs"`,
    };
  }
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > digits) {
    return { problem: 'is finer than a nanosecond', remedy: 'write a whole number of nanoseconds' };
  }
  const ns = Number(whole + kept.padEnd(digits, '0'));
  if (!Number.isSafeInteger(ns)) {
    return { problem: 'is longer than any run', remedy: 'write a time below a day' };
  }
  return { ns };
}

/** Nanoseconds of a time that validation has let through. */
export function timeNs(text: string): number {
  const time = parseTime(text);
  if (!('ns' in time)) throw new RangeError(`not a validated time: ${text}`);
  return time.ns;
}

/** A whole number of nanoseconds in the largest unit that makes it at least 1; exact. */
export function formatTime(ns: number): string {
  const [unit, digits] =
    ns >= 1e9 ? ['s', 9] : ns >= 1e6 ? ['ms', 6] : ns >= 1000 ? ['µs', 3] : (['ns', 0] as const);
  const text = String(ns).padStart(digits + 1, '0');
  const cut = text.length - digits;
  const fraction = text.slice(cut).replace(/0+$/, '');
  return `${text.slice(0, cut)}${fraction ? `.${fraction}` : ''} ${unit}`;
}
