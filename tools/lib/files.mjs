// Small helpers on files: listing, hashing, and writing so that a reader never sees half a file.

import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
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

export function readIfThere(file, encoding) {
  try {
    return readFileSync(file, encoding);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
