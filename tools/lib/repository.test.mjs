// What a package says of its source.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';
import { repositoryOf } from './repository.mjs';

describe('the repository of a package', () => {
  it('is that of the workflow that builds it, as provenance asks for, and none elsewhere', () => {
    const env = { GITHUB_REPOSITORY: 'some/fork', GITHUB_SERVER_URL: 'https://github.com' };
    expect(repositoryOf(env)).toEqual({ type: 'git', url: 'git+https://github.com/some/fork.git' });
    expect(repositoryOf({})).toBeUndefined();
  });

  it('is in the manifest that is packed', () => {
    const maker = readFileSync(inRoot('tools/package.mjs'), 'utf8');
    expect(maker).toContain('repository: repositoryOf(process.env)');
  });
});
