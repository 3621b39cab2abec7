// FNV-1a (Fowler, Noll and Vo), 32 bits: a short sign that two things differ. It does not stop a forger.

const prime = 0x01000193;
/** The offset that the authors give. */
const usual = 0x811c9dc5;

const step = (hash: number, octet: number): number => Math.imul(hash ^ octet, prime);

export function hashOfBytes(bytes: Uint8Array): number {
  let hash = usual;
  for (const byte of bytes) hash = step(hash, byte);
  return hash >>> 0;
}

/** Over UTF-16 code units; another `offset` gives another hash of the same text. */
export function hashOfText(text: string, offset = usual): number {
  let hash = offset;
  for (let at = 0; at < text.length; at++) hash = step(hash, text.charCodeAt(at));
  return hash >>> 0;
}
