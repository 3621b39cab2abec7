import { describe, expect, it } from 'vitest';
import { isMade, moduleCache } from './module-cache.mjs';

describe('a module that Vitest has transformed', () => {
  it('is kept by its text, unless its text is made from files that its name does not say', () => {
    const generators = [];
    moduleCache().configureVitest({
      experimental_defineCacheKeyGenerator: (generator) => generators.push(generator),
    });
    const isKept = (id) => generators.every((generator) => generator({ id }) !== false);
    expect(isKept('/schedscape/web/app/App.tsx')).toBe(true);
    expect(isKept('\0virtual:opened-scenarios')).toBe(false);
    expect(isKept('virtual:chapters')).toBe(false);
    expect(isKept('/schedscape/build/core/core.wasm?hash')).toBe(false);
  });

  it('is made anew where a plugin of the page answers for its text', async () => {
    const { openedScenarios } = await import('./opened-scenarios.mjs');
    const { storyPicturesPlugin } = await import('./story-pictures.mjs');
    const asked = ['opened-scenarios', 'chapters', 'chapter/pcp', 'live-moment', 'kernel-names'];
    for (const id of asked.map((name) => `virtual:${name}`)) {
      const resolved = [openedScenarios(), storyPicturesPlugin()].map((plugin) =>
        plugin.resolveId(id),
      );
      const answers = resolved.filter(Boolean);
      expect([id, answers.length]).toEqual([id, 1]);
      expect(answers.every(isMade)).toBe(true);
    }
  });
});
