// What a picture of the stage says beside its machines, read from the page: the gauges over each, and the key of the
// colours.

const plain = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** What the gauges in an element say, one after the other: "messages: 3.35 M/s, +117 %". */
export function gaugesIn(element: Element | undefined): readonly string[] {
  const names = [...(element?.querySelectorAll('dt') ?? [])];
  return names.map((name) => `${plain(name)}: ${plain(name.nextElementSibling)}`);
}

export interface PageKeyEntry {
  readonly name: string;
  /** Its swatch, as the page draws it. */
  readonly swatch: SVGSVGElement;
}

/** The entries of the key in an element, in their order. */
export const keyIn = (element: Element | undefined): readonly PageKeyEntry[] =>
  [...(element?.querySelectorAll('button') ?? [])].flatMap((entry) => {
    const swatch = entry.querySelector('svg');
    return swatch ? [{ name: plain(entry), swatch }] : [];
  });
