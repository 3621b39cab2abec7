// Whose list a focus names.

/** Read once each: pictures are drawn without making texts. */
const read = new Map<string, number | undefined>();

/** The CPU of a focus such as "list:cpu 4" or "cpu:4"; undefined: it names something else, or there is none. */
export function cpuOfFocus(focus: string | undefined): number | undefined {
  if (focus === undefined) return undefined;
  if (!read.has(focus)) {
    const cpu = /^(?:list:cpu |cpu:)(\d+)$/.exec(focus)?.[1];
    read.set(focus, cpu === undefined ? undefined : Number(cpu));
  }
  return read.get(focus);
}
