// What a timeline remembers while other tabs are open, by session and side.

import type { TimelineMemory } from '../views/timeline/index.ts';
import type { VariantId } from './playback/playback.ts';
import type { Session } from './session.ts';

const memories = new WeakMap<Session, Partial<Record<VariantId, TimelineMemory>>>();

export function timelineMemoryOf(session: Session, side: VariantId): TimelineMemory {
  const own = memories.get(session) ?? {};
  memories.set(session, own);
  own[side] ??= {};
  return own[side];
}
