// Makes the file of a film from the canvas of its pages: a video by the browser's own encoder (WebCodecs) in
// the container that mediabunny writes, or a PNG for each picture in a zip. In a worker.

import { Zip, ZipPassThrough } from 'fflate';
import { type FilmFormat, framesPerSecond } from './film-types.ts';

export interface FilmFile {
  /** Takes what the canvas shows now. */
  readonly add: (index: number) => Promise<void>;
  /** Rejects with an Error meant for a reader. */
  readonly finish: () => Promise<Blob>;
}

/** Bytes: more than that no browser hands over as one file with any certainty. */
const largestZip = 1 << 30;

/** Seconds between pictures that stand for themselves, where one may begin to look. */
const keyInterval = 2;

/** Flat colours and thin lines: bits a second that leave small text legible at 1080p. */
const bitsPerSecond = 8_000_000;

interface Said {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Codecs in the order of preference: the fast ones first, then those with small files. */
const codecs = { webm: ['vp8', 'vp9', 'av1'], mp4: ['avc', 'vp9', 'av1'] } as const;

async function video(
  format: 'webm' | 'mp4',
  canvas: OffscreenCanvas,
  { title, lines }: Said,
): Promise<FilmFile> {
  const media = await import('mediabunny');
  const { width, height } = canvas;
  const quality = new media.Quality({ bitrate: bitsPerSecond });
  const codec = await media.getFirstEncodableVideoCodec([...codecs[format]], { width, height });
  if (!codec)
    throw new Error(`this browser cannot encode video of ${width} × ${height} in ${format}`);
  const target = new media.BufferTarget();
  const container = format === 'webm' ? new media.WebMOutputFormat() : new media.Mp4OutputFormat();
  const output = new media.Output({ format: container, target });
  const source = new media.CanvasSource(canvas, {
    codec,
    quality,
    keyFrameInterval: keyInterval,
    latencyMode: 'quality',
  });
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  // The same file for the same film: no date.
  output.setMetadataTags({ title, comment: lines.join('\n') });
  await output.start();
  return {
    add: (index) => source.add(index / framesPerSecond, 1 / framesPerSecond),
    finish: async () => {
      await output.finalize();
      return new Blob([target.buffer!], { type: format === 'webm' ? 'video/webm' : 'video/mp4' });
    },
  };
}

/** A moment in 1980, the first that a zip can name: the same file for the same film. */
const noDate = new Date(1980, 0, 1, 0, 0, 0);

function frames(canvas: OffscreenCanvas, { title, lines }: Said): FilmFile {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let failure: Error | undefined;
  const zip = new Zip((error, part) => {
    if (error) failure = error;
    parts.push(part as Uint8Array<ArrayBuffer>);
    bytes += part.length;
  });
  const put = (name: string, content: Uint8Array) => {
    const entry = new ZipPassThrough(name);
    entry.mtime = noDate;
    zip.add(entry);
    entry.push(content, true);
    if (failure) throw failure;
    if (bytes > largestZip) {
      throw new Error('the pictures would be larger than 1 GiB; choose a shorter film');
    }
  };
  const about = [title, ...lines, `${framesPerSecond} pictures per second`, ''].join('\n');
  put('about.txt', new TextEncoder().encode(about));
  return {
    add: async (index) => {
      const png = await canvas.convertToBlob({ type: 'image/png' });
      const name = `picture-${String(index + 1).padStart(5, '0')}.png`;
      put(name, new Uint8Array(await png.arrayBuffer()));
    },
    finish: async () => {
      zip.end();
      return new Blob(parts, { type: 'application/zip' });
    },
  };
}

/** Rejects with an Error meant for a reader. */
export const openFile = async (
  format: FilmFormat,
  canvas: OffscreenCanvas,
  said: Said,
): Promise<FilmFile> => (format === 'frames' ? frames(canvas, said) : video(format, canvas, said));
