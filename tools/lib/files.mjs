// Small helpers on files: listing, hashing, and writing so that a reader never sees half a file or half a folder.

import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/** All files below the folders (relative to the root) that `keep` accepts, sorted. */
export function listFiles(folders, keep = () => true) {
  const found = [];
  const walk = (relative) => {
    let entries = [];
    try {
      entries = readdirSync(path.join(root, relative), { withFileTypes: true });
    } catch (error) {
      if (error.code === 'ENOTDIR') found.push(relative);
      else if (error.code !== 'ENOENT') throw error;
    }
    for (const entry of entries) {
      const name = path.posix.join(relative, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules') walk(name);
      else if (entry.isFile() && keep(name)) found.push(name);
    }
  };
  for (const folder of folders) walk(folder);
  return found.sort();
}

export const sha = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 20);
};

export const sha256Of = (data, encoding = 'hex') =>
  createHash('sha256').update(data).digest(encoding);

/** One hash over names and contents of the files (relative to the root). */
export function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 20);
}

/** Gives a file that was written whole the name by which it is looked for: also after a loss of power it is whole. */
export function intoPlace(part, file) {
  const handle = openSync(part, 'r+');
  try {
    fsyncSync(handle); // the name must not reach the disk before what it names
  } finally {
    closeSync(handle);
  }
  renameSync(part, file);
}

/** Several people may build in one tree at once, so files appear whole or not at all. */
export function writeWhole(file, data) {
  mkdirSync(path.dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, data);
  intoPlace(part, file);
}

/** Whether a folder holds these texts and nothing else. */
const holds = (folder, texts) =>
  existsSync(folder) &&
  readdirSync(folder).length === texts.size &&
  [...texts].every(([name, text]) => readIfThere(path.join(folder, name), 'utf8') === text);

/**
 * The folder that a folder's link leads to, where it was made here; one that is no link yet makes room for it under the
 * name `other`.
 */
function aside(folder, other) {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (found.isSymbolicLink()) {
    const to = readlinkSync(folder);
    // A link to a place that a person chose is not ours to remove.
    const isOurs = path.basename(to) === to && to.startsWith(`${path.basename(folder)}.`);
    return isOurs ? path.join(path.dirname(folder), to) : undefined;
  }
  renameSync(folder, other);
  return other;
}

/**
 * Writes a folder of texts (a map by name), of which a reader sees the earlier one or this one: its name is a link, which
 * alone is replaced at one stroke. A folder that holds these texts is left as it is.
 */
export function writeFolderWhole(folder, texts) {
  if (holds(folder, texts)) return;
  const made = `${folder}.${randomUUID()}`;
  mkdirSync(made, { recursive: true });
  for (const [name, text] of texts) writeFileSync(path.join(made, name), text);
  const link = `${made}.link`;
  symlinkSync(path.basename(made), link);
  const earlier = aside(folder, `${made}.earlier`);
  renameSync(link, folder);
  if (earlier) rmSync(earlier, { recursive: true, force: true });
}

export function readIfThere(file, encoding) {
  try {
    return readFileSync(file, encoding);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
