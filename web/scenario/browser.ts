// Content in the browser: the names of all files below scenarios/ are known when the page is built, and each file
// is fetched on first use. Not for Node; see node.ts.

import type { ContentReader } from './platform.ts';

const addresses = import.meta.glob<string>(
  [
    '../../scenarios/**/*.json',
    '!../../scenarios/schema/**',
    // Words alone: fetched by their language (stage/language-files.ts).
    '!../../scenarios/languages/**',
  ],
  { eager: true, query: '?url', import: 'default' },
);

const nameOf = (file: string): string => file.slice('../../scenarios/'.length, -'.json'.length);
const files = new Map(Object.entries(addresses).map(([file, url]) => [nameOf(file), url]));

/** Half a download lacks its end; what a host gives in its place has another beginning. */
const isWhole = (text: string): boolean => text.startsWith('{') && text.trimEnd().endsWith('}');

export const browserReader: ContentReader = {
  names: () => [...files.keys()],
  async read(name) {
    const url = files.get(name);
    if (url === undefined) throw new RangeError(`no content ${name}`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status} for ${url}`);
    const text = await response.text();
    if (!isWhole(text)) throw new Error(`${name} arrived incomplete: load the page again`);
    return text;
  },
};
