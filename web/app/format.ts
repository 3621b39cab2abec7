// Numbers as a person would say them, with their unit. The raw value belongs into a title or a data
// attribute beside the text; nothing here is parsed back.

import { wholeNumber } from '../ui/whole-number.ts';

/** `value` with at most `digits` significant digits, never dropping whole digits (12,345 stays). */
export function significant(value: number, digits = 2): string {
  if (!Number.isFinite(value)) return '–';
  const magnitude = Math.abs(value);
  if (magnitude >= 10 ** (digits - 1) || magnitude === 0) return wholeNumber(value);
  const decimals = Math.min(6, digits - 1 - Math.floor(Math.log10(magnitude)));
  return String(Number(value.toFixed(decimals)));
}

const timeUnits: readonly (readonly [number, string])[] = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
];

/** A span of simulated time given in ns: "9.4 µs", "140 ns", "50 ms". */
export function duration(ns: number, digits = 2): string {
  const magnitude = Math.abs(ns);
  for (const [scale, unit] of timeUnits) {
    if (magnitude >= scale) return `${significant(ns / scale, digits)} ${unit}`;
  }
  return `${significant(ns, digits)} ns`;
}

/** A moment given in ns, precise to the nanosecond and of stable width: "50.000 412 ms". */
export function moment(ns: number): string {
  const whole = Math.max(0, Math.round(ns));
  const ms = Math.floor(whole / 1e6);
  const rest = String(whole % 1e6).padStart(6, '0');
  return `${wholeNumber(ms)}.${rest.slice(0, 3)} ${rest.slice(3)} ms`;
}

/** A count: "812", "27 K", "3.4 M". */
export function count(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude >= 1e9) return `${significant(value / 1e9)} G`;
  if (magnitude >= 1e6) return `${significant(value / 1e6)} M`;
  if (magnitude >= 1e4) return `${significant(value / 1e3)} K`;
  return wholeNumber(value);
}

/** Whole numbers with separators. */
export const whole = wholeNumber;

/** A share 0…1 as "20.1 %". */
export function percent(share: number, decimals = 1): string {
  if (!Number.isFinite(share)) return '–';
  return `${(share * 100).toFixed(decimals)} %`;
}

/** A relative change 0.118 as "+11.8 %". */
export function change(ratio: number, decimals = 1): string {
  if (!Number.isFinite(ratio)) return '–';
  const text = (Math.abs(ratio) * 100).toFixed(decimals);
  return `${ratio < 0 ? '−' : '+'}${text} %`;
}

/** "1 CPU", "480 CPUs". */
export function plural(number: number, one: string, many: string): string {
  return `${wholeNumber(number)} ${number === 1 ? one : many}`;
}
