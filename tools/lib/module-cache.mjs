// A Vitest plugin: modules that Vitest has transformed are kept below build/modules, and not transformed again until their
// text or the configuration has changed. Knows nothing of tests: what a test is kept by is vitest-groups.mjs.

/** Modules whose text is made while tests run, from files that their names do not say: these are made anew every time. */
export const isMade = (id) =>
  id.startsWith('\0') || id.startsWith('virtual:') || id.endsWith('?hash');

/** Where transformed modules lie. */
export const modulesFolder = 'build/modules';

export function moduleCache() {
  return {
    name: 'module-cache',
    configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
      experimental_defineCacheKeyGenerator(({ id }) => (isMade(id) ? false : undefined)),
  };
}
