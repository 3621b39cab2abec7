/** A file beside the page, named by its key. */
export interface ShippedBeginning {
  readonly key: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
/** The figures of all variants of scenarios as they come, for the page in `folder`, and their beginnings if `isWhole`. */
export function beginningsFor(
  folder: string,
  scenarios: readonly string[],
  isWhole?: boolean,
): Promise<ShippedBeginning[]>;
/** The page, which says what came with it. */
export function withNames(html: string, keys: readonly string[]): string;
