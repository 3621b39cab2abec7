import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeAbi, generateAbi, generated, parseAbi } from './generate-abi.mjs';
import { inRoot } from './lib/paths.mjs';

const core = inRoot('build/core/probes.wasm');

describe('the TypeScript side of the ABI', () => {
  it('is what the core describes', () => {
    // npm test and npm run build make the core first; without it nothing can be compared.
    expect(existsSync(core), 'build/core/probes.wasm: run npm run build').toBe(true);
    const files = generated(readFileSync(core));
    for (const [file, text] of files) {
      expect(readFileSync(inRoot(file), 'utf8') === text, file).toBe(true);
    }
    const there = readdirSync(inRoot('web/engine/abi')).map((name) => `web/engine/abi/${name}`);
    expect(there.filter((file) => !files.has(file))).toEqual([]);
  });

  it('places every field inside its structure, on its natural alignment, without overlap', () => {
    const sizes = { u8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8, i64: 8 };
    const { structures } = parseAbi(describeAbi(readFileSync(core)));
    expect(structures.length).toBeGreaterThan(8);
    for (const { name, bytes, fields } of structures) {
      let end = 0;
      for (const field of fields) {
        const where = `${name}.${field.name}`;
        expect(field.offset % sizes[field.type], where).toBe(0);
        expect(field.offset, where).toBeGreaterThanOrEqual(end);
        end = field.offset + sizes[field.type] * field.length;
      }
      expect(end, name).toBeLessThanOrEqual(bytes);
    }
  });

  it('refuses a line it does not know and a field the accessors cannot carry', () => {
    expect(() => parseAbi('shape round 1\n')).toThrow('shape round 1');
    const clash = parseAbi('struct thing 4\nfield count u32 0 1\n');
    expect(() => generateAbi({ ...clash, limits: [], codes: [] })).toThrow('struct thing');
  });
});
