// Reads pages of a kernel's ring buffer, event by event, and the kernel's own texts about their fields. Source: the
// files `header_page`, `header_event` and `format` below /sys/kernel/tracing/events, which are its interface.

export interface RingField {
  readonly offset: number;
  readonly size: number;
  /** The bytes lie elsewhere in the event; the field says where. */
  readonly isElsewhere: boolean;
}

/** What a `format` file says: the number of an event and its fields. */
export interface EventFormat {
  readonly name: string;
  readonly id: number;
  readonly fields: ReadonlyMap<string, RingField>;
}

export function formatOf(text: string): EventFormat | undefined {
  const name = /^name: (\w{1,64})$/m.exec(text)?.[1];
  const id = /^ID: (\d{1,9})$/m.exec(text)?.[1];
  return name === undefined || id === undefined
    ? undefined
    : { name, id: Number(id), fields: ringFieldsOf(text) };
}

/** Lines "field:char comm[16]; offset:8; size:16; signed:0;" */
export function ringFieldsOf(text: string): ReadonlyMap<string, RingField> {
  const fields = new Map<string, RingField>();
  for (const line of text.split('\n')) {
    const told = /^\s{0,8}field:([^;]{1,120});\s{0,8}offset:(\d{1,6});\s{0,8}size:(\d{1,6});/.exec(
      line,
    );
    const name = /(\w{1,64})(\[[^\]]{0,40}\])?$/.exec(told?.[1]?.trim() ?? '')?.[1];
    if (!told || name === undefined) continue;
    const isElsewhere = told[1]!.includes('__data_loc');
    fields.set(name, { offset: Number(told[2]), size: Number(told[3]), isElsewhere });
  }
  return fields;
}

/** Codes of the field type_len beyond those of data. */
const padding = 29;
const timeExtend = 30;
const timeStamp = 31;
const deltaBits = 27;
const word = 0x1_0000_0000;
/** Bits of a page's commit: events were lost before it, and their number stands behind its data. */
const lostBit = 0x8000_0000;
const countedBit = 0x4000_0000;
const lengthMask = 0xf_ffff;

export interface PageHead {
  readonly time: number;
  readonly commit: number;
  readonly data: number;
}

/** The events of some pages that follow each other; those of one CPU. */
export class RingEvents {
  readonly #view: DataView;
  readonly #isLittle: boolean;
  readonly #pageBytes: number;
  readonly #head: PageHead;
  readonly #lost: (events: number) => void;
  #page = -1;
  #at = 0;
  #end = 0;
  #now = 0;
  /** Of the present event: its time, and where its data lies. */
  time = Number.NEGATIVE_INFINITY;
  from = 0;
  to = 0;

  /** `lost`: so many events are missing here; 0: their number is not known. */
  constructor(
    bytes: Uint8Array,
    { isLittle, pageBytes, head }: { isLittle: boolean; pageBytes: number; head: PageHead },
    lost: (events: number) => void,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#isLittle = isLittle;
    this.#pageBytes = pageBytes;
    this.#head = head;
    this.#lost = lost;
  }

  get view(): DataView {
    return this.#view;
  }

  /** Goes to the next event; at the end its time is infinite. Each step goes forward, so that no page holds it up. */
  next(): void {
    for (;;) {
      if (this.#at + 4 > this.#end && !this.#open()) {
        this.time = Number.POSITIVE_INFINITY;
        return;
      }
      if (this.#at + 4 <= this.#end && this.#event()) return;
    }
  }

  #open(): boolean {
    this.#page++;
    const from = this.#page * this.#pageBytes;
    const { time, commit, data } = this.#head;
    if (from + data > this.#view.byteLength) return false;
    const low = this.#view.getUint32(from + time + (this.#isLittle ? 0 : 4), this.#isLittle);
    const high = this.#view.getUint32(from + time + (this.#isLittle ? 4 : 0), this.#isLittle);
    this.#now = high * word + low;
    const isWide = data - commit >= 8 && !this.#isLittle;
    const said = this.#view.getUint32(from + commit + (isWide ? 4 : 0), this.#isLittle);
    this.#at = from + data;
    const last = Math.min(from + this.#pageBytes, this.#view.byteLength);
    this.#end = Math.min(this.#at + (said & lengthMask), last);
    if (said & lostBit) {
      const isCounted = (said & countedBit) !== 0 && this.#end + 4 <= last;
      this.#lost(isCounted ? this.#view.getUint32(this.#end, this.#isLittle) : 0);
    }
    return true;
  }

  /** True where data begins; steps over what only tells the time. */
  #event(): boolean {
    const head = this.#view.getUint32(this.#at, this.#isLittle);
    const type = this.#isLittle ? head & 31 : head >>> deltaBits;
    const delta = this.#isLittle ? head >>> 5 : head & (2 ** deltaBits - 1);
    const isLong = type === 0 || type >= padding;
    if (isLong && this.#at + 8 > this.#end) {
      this.#at = this.#end;
      return false;
    }
    const more = isLong ? this.#view.getUint32(this.#at + 4, this.#isLittle) : 0;
    if (type === timeExtend) this.#now += more * 2 ** deltaBits + delta;
    else if (type === timeStamp) this.#now = this.#absolute(more, delta);
    else this.#now += delta;
    if (type === timeExtend || type === timeStamp) {
      this.#at += 8;
      return false;
    }
    if (type === padding) {
      this.#at = delta === 0 ? this.#end : Math.min(this.#end, this.#at + 4 + more);
      return false;
    }
    this.from = this.#at + (type === 0 ? 8 : 4);
    this.to = Math.min(this.#end, type === 0 ? this.#at + 4 + more : this.from + 4 * type);
    this.#at += 4 + (type === 0 ? Math.max(4, Math.ceil(more / 4) * 4) : 4 * type);
    this.time = this.#now;
    return true;
  }

  /** A time without its highest five bits, which are those of the time before. */
  #absolute(more: number, delta: number): number {
    const top = 2 ** 59;
    return Math.floor(this.#now / top) * top + more * 2 ** deltaBits + delta;
  }
}
