// The page is distributed with the licences of all its parts.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { licences, licencesText, packageOf, pagePackages } from './licences.mjs';
import { inRoot } from './paths.mjs';

const direct = Object.keys(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).dependencies);

describe('the licences beside the page', () => {
  it('name every package that the page depends on, by others too, and hold its whole text', () => {
    const text = licencesText();
    const names = pagePackages().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...direct, 'scheduler', 'd3-array']));
    for (const { name, version } of pagePackages())
      expect(text).toContain(`\n${name} ${version} (`);
    const font = readFileSync(inRoot('node_modules/@fontsource-variable/inter/LICENSE'), 'utf8');
    expect(text).toContain(font.trim());
    expect(text).toContain('SIL OPEN FONT LICENSE');
    expect(text).toContain('Copyright (c) Meta Platforms');
  });

  it('refuse a bundle with a package that is none of the page', () => {
    const bundle = (...ids) => {
      const emitted = [];
      const context = {
        getModuleIds: () => ids,
        emitFile: ({ fileName }) => emitted.push(fileName),
        error: (message) => {
          throw new Error(message);
        },
      };
      licences({ isPage: true }).generateBundle.call(context);
      return emitted;
    };
    const own = [inRoot('web/app/main.tsx'), '\0vite/preload-helper.js'];
    expect(bundle(...own, inRoot('node_modules/react/index.js'))).toEqual([
      'LICENSE.txt',
      'licences.txt',
    ]);
    expect(() => bundle(...own, inRoot('node_modules/left-pad/index.js'))).toThrow(
      'left-pad is bundled',
    );
  });

  it('tell packages by where their modules lie', () => {
    expect(packageOf('/a/node_modules/@x/y/z.css?inline')).toBe('@x/y');
    expect(packageOf('/a/node_modules/x/node_modules/y/z.js')).toBe('y');
    expect(packageOf('/a/web/app/main.tsx')).toBeUndefined();
  });
});
