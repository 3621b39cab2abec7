// A recipe as one parameter of the address: "#r=1.eNqr...". The number is the version of the recipe
// format; behind it come, as base64url, a checksum of three bytes and the deflated JSON without its
// format. Short when a recipe says little; refused with a clear message when it was damaged.

import { deflateSync, Inflate } from 'fflate';
import { hashOfBytes } from '../base/hash.ts';
import { ScenarioError } from './error.ts';
import { type JsonObject, readJson } from './json.ts';
import { DOCUMENT_CHARACTERS, LINK_CHARACTERS, LINK_RATIO } from './limits.ts';
import { placeOf, storyHash } from './place.ts';
import { canonicalRecipe, parseRecipe } from './recipe.ts';
import { type Recipe, recipeFormat, recipeVersion } from './recipe-schema.ts';

const CHECKSUM_BYTES = 3;
/** Bytes of a link that are unpacked at a time: bounds what a hostile one can make us hold. */
const SLICE_BYTES = 256;
/** Below this size the ratio says nothing: repetitive JSON packs well. */
const RATIO_FREE_BYTES = 16 * 1024;

/** The value of the parameter `r`. */
export function encodeRecipe(recipe: Recipe): string {
  const { format: _, ...said } = canonicalRecipe(recipe);
  const packed = deflateSync(new TextEncoder().encode(JSON.stringify(said)), { level: 9 });
  const bytes = new Uint8Array(CHECKSUM_BYTES + packed.length);
  bytes.set(checksum(packed));
  bytes.set(packed, CHECKSUM_BYTES);
  return `${recipeVersion}.${toBase64Url(bytes)}`;
}

/** The recipe of a parameter. Any text gives a valid recipe or a ScenarioError. */
export function decodeRecipe(parameter: string): Recipe {
  return parseRecipe(documentIn(parameter));
}

/**
 * What a link says, in the version it was written in: bringing older ones up to date is the reader's
 * business, as with files. Throws ScenarioError.
 */
export function documentIn(parameter: string): JsonObject {
  if (parameter.length > LINK_CHARACTERS) {
    throw new ScenarioError(
      'r',
      `the link has ${parameter.length} characters`,
      `links have at most ${LINK_CHARACTERS}; pass the recipe as a file`,
    );
  }
  const parts = /^(\d{1,6})\.([A-Za-z0-9_-]*)$/.exec(parameter);
  if (!parts) throw damaged();
  const format = `${recipeFormat}/${Number(parts[1])}`;
  // How later versions pack what they say is not known here; the reader says so.
  if (Number(parts[1]) > recipeVersion) return { format };
  const bytes = fromBase64Url(parts[2]!);
  const packed = bytes.subarray(CHECKSUM_BYTES);
  const expected = checksum(packed);
  if (packed.length === 0 || expected.some((byte, i) => byte !== bytes[i])) throw damaged();
  const said = readJson(inflated(packed));
  if (said === null || typeof said !== 'object' || Array.isArray(said)) throw damaged();
  return { ...(said as JsonObject), format };
}

/** The fragment of an address that opens this recipe: "#r=...". */
export const hashOfRecipe = (recipe: Recipe): string => `#r=${encodeRecipe(recipe)}`;

/** The fragment that opens this recipe as the address bar shows it: a story as it comes by its name. */
export function addressOfRecipe(recipe: Recipe): string {
  const { scenario, format: _, ...rest } = canonicalRecipe(recipe);
  const named =
    typeof scenario === 'string' && Object.keys(rest).length === 0 && storyHash(scenario);
  return named || hashOfRecipe(recipe);
}

/** The recipe in an address or its fragment; undefined if it holds none. Throws ScenarioError. */
export function recipeInAddress(address: string): Recipe | undefined {
  const parameter = /[#?&]r=([^&#]*)/.exec(address.slice(0, LINK_CHARACTERS * 2))?.[1];
  if (parameter !== undefined) return decodeRecipe(parameter);
  const place = placeOf(address.slice(0, LINK_CHARACTERS));
  if (place.kind !== 'story') return undefined;
  return { format: `${recipeFormat}/${recipeVersion}`, scenario: place.scenario };
}

/** Reads a recipe from any of its forms: a file's text, a whole link, a fragment, a parameter. */
export function readRecipe(given: string): Recipe {
  const text = given.trim();
  if (text.startsWith('{')) return parseRecipe(text);
  return recipeInAddress(text) ?? decodeRecipe(text);
}

const damaged = (): ScenarioError =>
  new ScenarioError(
    'r',
    'the link is damaged: part of it is missing or was changed',
    'copy it again, from its beginning to its end',
  );

/** Unpacks slice by slice and stops at the cap, so that a small link cannot fill the memory. */
function inflated(packed: Uint8Array): string {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const inflate = new Inflate((chunk) => {
    size += chunk.length;
    chunks.push(chunk);
  });
  for (let at = 0; at < packed.length; at += SLICE_BYTES) {
    const end = Math.min(at + SLICE_BYTES, packed.length);
    try {
      inflate.push(packed.subarray(at, end), end === packed.length);
    } catch {
      throw damaged();
    }
    if (size > DOCUMENT_CHARACTERS || size > Math.max(RATIO_FREE_BYTES, end * LINK_RATIO)) {
      throw new ScenarioError(
        'r',
        'the link unpacks to far more than a recipe needs',
        'do not trust its source',
      );
    }
  }
  return new TextDecoder().decode(joined(chunks, size));
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** 24 bits of a hash: finds a damaged link; it does not stop a forger and need not. */
function checksum(bytes: Uint8Array): number[] {
  const hash = hashOfBytes(bytes);
  return [(hash >>> 16) & 255, (hash >>> 8) & 255, hash & 255];
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    throw damaged();
  }
}
