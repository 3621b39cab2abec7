import { describe, expect, it } from 'vitest';
import { canonicalJson, fingerprint } from './canonical.ts';

describe('the canonical text of a value', () => {
  it('is the same in whatever order its keys were written, and keeps lists in theirs', () => {
    expect(canonicalJson({ b: [2, 1], a: { d: 1, c: 2 } })).toBe(
      canonicalJson({ a: { c: 2, d: 1 }, b: [2, 1] }),
    );
    expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
  });
  it('leaves out what is undefined', () => {
    expect(canonicalJson({ a: 1, b: undefined })).toBe('{\n  "a": 1\n}\n');
  });
  it('gives a fingerprint of 16 digits that tells values apart and stays', () => {
    expect(fingerprint({ a: 1 })).toMatch(/^[0-9a-f]{16}$/);
    expect(fingerprint({ a: 1 })).not.toBe(fingerprint({ a: 2 }));
    // Sweeps on disk carry it: it must not change.
    expect(fingerprint({ scenario: 'cpupri/ffmpeg-480', seed: 1 })).toBe('b2af5e4b12355bc8');
  });
});
