// The caption of an event whose decision cannot be told, which no run of a story has; those that can be told hold runs
// (tests/engine/event-words.test.ts).

import { describe, expect, it } from 'vitest';
import type { Catalog, EventKind, FoundEvent } from '../engine/types.ts';
import { eventSaid } from './slow-words.ts';

describe('the caption of an event without its decision', () => {
  const event: Omit<FoundEvent, 'kind'> = {
    ...{ begin: 3_000, end: 3_900, place: { time: 3_000, record: 1 } },
    ...{ cpu: 4, task: -1, explain: 12, line: -1 },
  };

  it.each<EventKind>(['refill', 'flush', 'wake', 'pull'])('says of a %s when it was', (kind) => {
    const said = eventSaid({} as Catalog, 'B', { ...event, kind }, undefined, 40);
    expect(said).toMatch(/^B at 0\.003\s000\sms\. Slow motion shows this event 40 times slower\.$/);
  });
});
