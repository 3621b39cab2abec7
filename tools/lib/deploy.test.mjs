// The header files for hosts say what the page says of itself.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';

const read = (file) => readFileSync(inRoot(file), 'utf8');
const [, policy] = read('index.html').match(/content="(default-src[^"]+)"/);
const files = ['public/_headers', 'public/.htaccess', 'deploy/nginx.conf', 'deploy/Caddyfile'];

describe('the header files for hosts', () => {
  it.each(files)('%s: has the policy of the page, wherever it has one', (file) => {
    const policies = read(file).match(/default-src[^"\n]+/g);
    expect(policies.length).toBeGreaterThan(0);
    for (const found of policies) expect(found).toBe(policy);
  });

  it.each(files)(
    '%s: stops guessing of types, says nothing of where one comes from, keeps assets',
    (file) => {
      const text = read(file);
      expect(text).toMatch(/X-Content-Type-Options:? "?nosniff/);
      expect(text).toMatch(/Referrer-Policy:? "?no-referrer/);
      expect(text).toMatch(/Cache-Control:? "?public, max-age=31536000, immutable/);
      expect(text).toContain('/assets/');
    },
  );

  it('are told of in the page on deployment, each of them', () => {
    const told = read('docs/deploy.md');
    for (const file of files) expect(told).toContain(file.replace('public/', 'dist/'));
  });
});
