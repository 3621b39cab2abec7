// Marks the region of a paused machine with the moment that it shows, for tests and for people who compare.

import { type RefObject, useEffect } from 'react';
import type { Frame } from '../engine/types.ts';
import { frameHash } from '../stage/frame-hash.ts';
import type { VariantId } from '../stage/playback/playback.ts';
import { useSummaryPart } from '../stage/session.ts';

/** Attributes that name the moment shown; none while it moves. */
function momentAttributes(frame: Frame | undefined, playing: boolean): Record<string, string> {
  if (!frame || playing) return {};
  return {
    'data-time': String(frame.time),
    'data-frame-hash': frameHash(frame),
    'data-trace-hash': frame.traceHash,
  };
}

/** Says of the region around it which moment it shows; renders nothing. */
export function MomentMark({
  side,
  region,
}: {
  readonly side: VariantId;
  readonly region: RefObject<HTMLElement | null>;
}) {
  const playing = useSummaryPart((summary) => summary.playing);
  const still = useSummaryPart((summary) =>
    playing ? undefined : summary.variants[side].latestFrame,
  );
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const attributes = momentAttributes(still, playing);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) element.removeAttribute(name);
    };
  }, [still, playing, region]);
  return null;
}
