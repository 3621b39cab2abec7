// Numbers as a person would say them, with their unit: one number reads the same in every view. The raw
// value belongs into a title or a data attribute beside the text; nothing here is parsed back. Not for
// recipes: what they write is exact (scenario/units.ts). Not Intl: its first use takes a browser tens of
// milliseconds, and the page would start with it.

const none = '–';

/** `value` with at most `most` digits behind the point and a comma before every three: "−12,346.5"; no number is "–". */
export function decimal(value: number, most: number): string {
  if (!Number.isFinite(value)) return none;
  const [digits = '', rest = ''] = Math.abs(value).toFixed(most).split('.');
  const fraction = rest.replace(/0+$/, '');
  const text = `${digits.replace(/\B(?=(?:\d{3})+$)/g, ',')}${fraction && `.${fraction}`}`;
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** A number rounded to whole ones: "12,346". */
export const whole = (value: number): string => decimal(value, 0);

/** `value` with at most `digits` significant digits, never dropping whole digits (12,345 stays). */
export function significant(value: number, digits = 2): string {
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  return decimal(value, Math.min(6, Math.max(0, digits - 1 - magnitude)));
}

const beforeUnit =
  /(\d) (?=%|[nµm]?s\b|[KMG]i?B\b|kB\b|[KMG](?:\/s)?(?![\w/])|\/s\b|[kMG]?Hz\b|CPUs?\b|cycles?\b|\d{3}\b)/g;

/** A text in which no line ends between a number and its unit, nor inside a number; on a page `unbroken` says it. */
export const bindUnits = (text: string): string => text.replace(beforeUnit, '$1\u00a0');

type Scales = readonly (readonly [number, string])[];

/** In the largest unit of which it is at least one, also once it is rounded: 999.6 of 1,000 is one. */
function inUnit(value: number, scales: Scales, digits: number): string {
  const magnitude = Math.abs(value);
  const [scale, unit] =
    scales.find(([each], at) => magnitude >= each - (scales[at + 1]?.[0] ?? 0) / 2) ??
    scales.at(-1)!;
  return `${significant(value / scale, digits)}${unit}`;
}

const times: Scales = [
  [1e9, ' s'],
  [1e6, ' ms'],
  [1e3, ' µs'],
  [1, ' ns'],
];

/** A span of simulated time given in ns: "9.4 µs", "140 ns", "50 ms". */
export const duration = (ns: number, digits = 2): string => inUnit(ns, times, digits);

/** A moment given in ns, precise to the nanosecond and of stable width: "50.000 412 ms". */
export function moment(ns: number): string {
  const rounded = Math.max(0, Math.round(ns));
  const rest = String(rounded % 1e6).padStart(6, '0');
  return `${whole(Math.floor(rounded / 1e6))}.${rest.slice(0, 3)} ${rest.slice(3)} ms`;
}

const counts: Scales = [
  [1e9, ' G'],
  [1e6, ' M'],
  [1e3, ' K'],
];

/** A count: "812", "9,400", "27 K", "3.4 M". */
export const count = (value: number): string =>
  Math.abs(value) < 1e4 ? whole(value) : inUnit(value, counts, 2);

/** Events a second: "2.5/s", "850 K/s". */
export const rate = (value: number): string =>
  `${Math.abs(value) < 10 ? significant(value) : count(value)}/s`;

/** Events a second with three digits: what differs by a hundredth reads so. "15.5 M/s", "69.5 K/s", "4,210/s". */
export function preciseRate(value: number): string {
  if (Math.abs(value) >= 999.5e3) return `${significant(value / 1e6, 3)} M/s`;
  return `${Math.abs(value) >= 9_999.5 ? `${significant(value / 1e3, 3)} K` : significant(value, 3)}/s`;
}

const sizes: Scales = [
  [1024 ** 2, ' GiB'],
  [1024, ' MiB'],
  [1, ' KiB'],
];

/** An amount of memory given in KiB: "512 KiB", "1.5 MiB", "28 MiB". */
export const kibibytes = (kib: number): string => inUnit(kib, sizes, 2);

/** A share 0…1 as "20.1 %"; one too small for its digits says so: "< 0.1 %". */
export function percent(share: number, decimals = 1): string {
  if (!Number.isFinite(share)) return none;
  const text = (share * 100).toFixed(decimals);
  return share > 0 && Number(text) === 0 ? `< ${10 ** -decimals} %` : `${text} %`;
}

/** A relative change 0.118 as "+11.8 %". */
export function change(ratio: number, decimals = 1): string {
  if (!Number.isFinite(ratio)) return none;
  const text = (Math.abs(ratio) * 100).toFixed(decimals);
  return `${ratio < 0 ? '−' : '+'}${text} %`;
}

/** What a number is called with its sign, where "more" has to be told from "as much". */
export const signed = (value: number, text: string): string => (value > 0 ? `+${text}` : text);

/** "1 CPU", "480 CPUs". */
export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${whole(number)} ${number === 1 ? one : many}`;
