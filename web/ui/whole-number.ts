// Whole numbers as every room writes them. Not Intl: its first use takes a browser tens of milliseconds,
// and the page would start with it.

/** A number rounded to whole ones, with a comma before every three digits: "-12,346"; no number is "–". */
export function wholeNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value).toFixed(0);
  const text = digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return value < 0 && digits !== '0' ? `-${text}` : text;
}
