// The head of a line of a trace, found by character: whose line it is, on which CPU, when, and which event it tells of.
// Three dialects have it: the kernel's own text, trace-cmd report, perf script. What the event says is read in events.ts.

import { ID_DIGITS } from '../limits.ts';

const code = (letter: string): number => letter.charCodeAt(0);
const [blank, tab, opening, closing, dot, colon] = [' ', '\t', '[', ']', '.', ':'].map(code) as [
  number,
  number,
  number,
  number,
  number,
  number,
];
const [zero, nine, minus, slash, left, right] = ['0', '9', '-', '/', '(', ')'].map(code) as [
  number,
  number,
  number,
  number,
  number,
  number,
];

/** Letters of context that the kernel prints: irqs, resched, interrupt, depth, migration. */
const flagLetters = 8;
/** Digits of a time before its point: thirty thousand years. */
const secondDigits = 12;
/** Letters of an event's name. */
const nameLetters = 64;

const isDigit = (letter: number): boolean => letter >= zero && letter <= nine;
const isBlank = (letter: number): boolean => letter === blank || letter === tab;
const isOfName = (letter: number): boolean =>
  isDigit(letter) ||
  (letter >= 65 && letter <= 90) ||
  (letter >= 97 && letter <= 122) ||
  letter === 95;

/** Scans one line after the other; what it found of the last stands in its fields. */
export class LineHead {
  text = '';
  /** Of the line's task: where its name lies in the text, and its numbers; tgid 0: not told. */
  commFrom = 0;
  commTo = 0;
  pid = 0;
  tgid = 0;
  /** perf script can leave its task out. */
  hasTask = true;
  cpu = 0;
  /** Where the letters of context lie. */
  flagsFrom = 0;
  flagsTo = 0;
  seconds = 0;
  /** ns after the second. */
  nanoseconds = 0;
  /** The event's name without its system, and what follows it. */
  eventFrom = 0;
  eventTo = 0;
  fieldsFrom = 0;
  to = 0;

  /** Whether its context says that an interrupt was served: letters h, H, s, z, Z (hard or soft interrupt, NMI). */
  get inInterrupt(): boolean {
    for (let at = this.flagsFrom; at < this.flagsTo; at++) {
      const letter = this.text.charCodeAt(at);
      if (letter === 104 || letter === 72 || letter === 115 || letter === 122 || letter === 90) {
        return true;
      }
    }
    return false;
  }

  /** Whether text[from, to) is a line of an event. Linear: nothing before `from` or from `to` on is looked at. */
  scan(text: string, from: number, to: number): boolean {
    this.text = text;
    this.to = to;
    for (let at = from; at < to; at++) {
      if (text.charCodeAt(at) === opening && this.#after(at + 1) && this.#before(from, at)) {
        return true;
      }
    }
    return false;
  }

  /** The number of digits at a place, as many as `most`; 0: none, or more. */
  #digits(at: number, most: number): number {
    const { text, to } = this;
    let end = at;
    while (end < to && end - at <= most && isDigit(text.charCodeAt(end))) end++;
    return end - at > most ? 0 : end - at;
  }

  #number(at: number, digits: number): number {
    let value = 0;
    for (let i = 0; i < digits; i++) value = value * 10 + this.text.charCodeAt(at + i) - zero;
    return value;
  }

  #blanks(at: number): number {
    let next = at;
    while (next < this.to && isBlank(this.text.charCodeAt(next))) next++;
    return next;
  }

  /** CPU, context, time and event behind a bracket. */
  #after(at: number): boolean {
    const { text, to } = this;
    const digits = this.#digits(at, ID_DIGITS);
    const end = at + digits;
    if (digits === 0 || text.charCodeAt(end) !== closing || !isBlank(text.charCodeAt(end + 1))) {
      return false;
    }
    this.cpu = this.#number(at, digits);
    const first = this.#blanks(end + 1);
    this.flagsFrom = first;
    this.flagsTo = first;
    if (this.#time(first)) return true;
    let last = first;
    while (last < to && last - first <= flagLetters && !isBlank(text.charCodeAt(last))) last++;
    if (last - first > flagLetters) return false;
    this.flagsTo = last;
    return this.#time(this.#blanks(last));
  }

  #time(at: number): boolean {
    const { text } = this;
    const whole = this.#digits(at, secondDigits);
    const point = at + whole;
    if (whole === 0 || point >= this.to || text.charCodeAt(point) !== dot) return false;
    const parts = this.#digits(point + 1, 9);
    const end = point + 1 + parts;
    if ((parts !== 6 && parts !== 9) || text.charCodeAt(end) !== colon) return false;
    this.seconds = this.#number(at, whole);
    this.nanoseconds = this.#number(point + 1, parts) * (parts === 6 ? 1000 : 1);
    return this.#event(this.#blanks(end + 1));
  }

  #event(at: number): boolean {
    const { text } = this;
    // perf can print the period of a sample before its event.
    const period = this.#digits(at, ID_DIGITS);
    let from = period > 0 && isBlank(text.charCodeAt(at + period)) ? this.#blanks(at + period) : at;
    for (let names = 0; names < 2; names++) {
      const letters = this.#nameAt(from);
      if (letters === 0) return names > 0;
      const end = from + letters;
      this.eventFrom = from;
      this.eventTo = end;
      this.fieldsFrom = this.#blanks(end + 1);
      // perf names the system first, without a blank between.
      if (this.fieldsFrom !== end + 1) return true;
      from = end + 1;
    }
    return true;
  }

  /** Letters of the name with a colon behind it that stands at a place; 0: none does. */
  #nameAt(at: number): number {
    const { text, to } = this;
    let end = at;
    while (end < to && end - at <= nameLetters && isOfName(text.charCodeAt(end))) end++;
    return end < to && text.charCodeAt(end) === colon ? end - at : 0;
  }

  /** The task before a bracket, from right to left: its name may hold whatever it likes. */
  #before(from: number, bracket: number): boolean {
    const { text } = this;
    let end = this.#trimmed(from, bracket);
    this.tgid = 0;
    this.hasTask = end > from;
    if (!this.hasTask) {
      this.pid = 0;
      return true;
    }
    if (end > from && text.charCodeAt(end - 1) === right) {
      let open = end - 2;
      while (open > from && end - open <= 12 && text.charCodeAt(open) !== left) open--;
      if (text.charCodeAt(open) !== left) return false;
      const first = this.#blanks(open + 1);
      this.tgid = this.#number(first, this.#digits(first, ID_DIGITS));
      end = this.#trimmed(from, open);
    }
    const first = this.#idBefore(from, end);
    if (first < 0) return false;
    this.pid = this.#number(first, end - first);
    const sign = text.charCodeAt(first - 1);
    if (sign === slash) return this.#threadOf(from, first - 1);
    if (sign !== minus && !isBlank(sign)) return false;
    this.#named(from, first - 1);
    return this.commTo > this.commFrom;
  }

  /** Where the number of a task begins that ends at a place and has something before it; -1: none does. */
  #idBefore(from: number, end: number): number {
    let first = end;
    while (first > from && end - first <= ID_DIGITS && isDigit(this.text.charCodeAt(first - 1))) {
      first--;
    }
    return first === end || end - first > ID_DIGITS || first === from ? -1 : first;
  }

  /** perf prints process/thread. */
  #threadOf(from: number, end: number): boolean {
    const first = this.#idBefore(from, end);
    if (first < 0 || !isBlank(this.text.charCodeAt(first - 1))) return false;
    this.tgid = this.#number(first, end - first);
    this.#named(from, first - 1);
    return this.commTo > this.commFrom;
  }

  #named(from: number, end: number): void {
    this.commFrom = Math.min(this.#blanks(from), end);
    this.commTo = Math.max(this.commFrom, this.#trimmed(from, end));
  }

  #trimmed(from: number, end: number): number {
    let last = end;
    while (last > from && isBlank(this.text.charCodeAt(last - 1))) last--;
    return last;
  }
}
