// Puts words into a PNG file: iTXt chunks after its header, where image tools and search find them.
// Source: PNG specification, sections 5 and 11.3.

const signatureBytes = 8;
/** Length, type, 13 bytes of IHDR, check. */
const headerBytes = 4 + 4 + 13 + 4;

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(keyword: string, text: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  // Keyword, its end, no compression (two bytes), no language, no translated keyword.
  const body = encoder.encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const bytes = new Uint8Array(body.length + 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length - 4);
  bytes.set(body, 4);
  view.setUint32(bytes.length - 4, crcOf(body));
  return bytes;
}

/** The same picture with these texts in it, by keyword. */
export async function withTexts(png: Blob, texts: Readonly<Record<string, string>>): Promise<Blob> {
  const bytes = new Uint8Array(await png.arrayBuffer());
  const at = signatureBytes + headerBytes;
  const chunks = Object.entries(texts).map(([keyword, text]) => chunk(keyword, text));
  return new Blob([bytes.subarray(0, at), ...chunks, bytes.subarray(at)], { type: 'image/png' });
}
