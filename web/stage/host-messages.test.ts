import { describe, expect, it } from 'vitest';
import { hostMessage } from './host-messages.ts';

describe('a message of the page around', () => {
  it('is one of three', () => {
    for (const message of [
      { schedscape: 1, kind: 'PING', id: 7 },
      { schedscape: 1, kind: 'PLAY' },
      { schedscape: 1, kind: 'PAUSE' },
    ])
      expect(hostMessage(structuredClone(message))).toEqual(message);
  });
  it('is nothing where anything of it is missing, different or too much', () => {
    for (const data of [
      undefined,
      'PING',
      [],
      { kind: 'PING', id: 7 },
      { schedscape: '1', kind: 'PING', id: 7 },
      { schedscape: 2, kind: 'PLAY' },
      { schedscape: 1, kind: 'PING' },
      { schedscape: 1, kind: 'PING', id: -1 },
      { schedscape: 1, kind: 'PING', id: 1.5 },
      { schedscape: 1, kind: 'PING', id: 7, more: true },
      { schedscape: 1, kind: 'PLAY', id: 7 },
      { schedscape: 1, kind: 'toString' },
    ])
      expect(hostMessage(data)).toBeUndefined();
  });
});
