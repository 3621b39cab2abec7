// Sets of CPUs and nodes as hwloc writes them: words of 32 bits in hexadecimal, the most significant first, parted by
// commas; an empty word is zero; "0xf...f" before them goes on for ever.

/** The most words that a set of ours needs: 1,024 CPUs whose numbers may have gaps. */
const WORDS = 128;
/** CPUs are numbered below that. */
export const CPU_NUMBERS = 32 * WORDS;

/** The numbers in a set, ascending; 'infinite' for one without end, 'too-many' beyond CPU_NUMBERS, undefined for what is no set. */
export function bitmapNumbers(
  text: string,
): readonly number[] | 'infinite' | 'too-many' | undefined {
  if (/^0xf\.\.\.f/.test(text)) return 'infinite';
  const words = text.split(',');
  if (words.length > WORDS) return 'too-many';
  const found: number[] = [];
  for (let at = words.length - 1; at >= 0; at--) {
    const word = words[at]!.replace(/^0x/, '');
    if (!/^[0-9a-fA-F]{0,8}$/.test(word)) return undefined;
    const bits = word === '' ? 0 : Number.parseInt(word, 16);
    const base = 32 * (words.length - 1 - at);
    for (let bit = 0; bit < 32; bit++) if ((bits / 2 ** bit) & 1) found.push(base + bit);
  }
  return found;
}

/** The set as hwloc writes it. */
export function bitmapText(numbers: Iterable<number>): string {
  const words: number[] = [0];
  for (const number of numbers) {
    const word = Math.floor(number / 32);
    while (words.length <= word) words.push(0);
    words[word] = (words[word]! | (1 << (number % 32))) >>> 0;
  }
  const hex = words.map((word) => `0x${word.toString(16).padStart(8, '0')}`);
  return hex.reverse().join(',');
}
