// How much of a run's past is kept and how much may be, beside the progress of the computation: going
// back is exact whatever is kept, only slower where keyframes have thinned out.

import type { RunStatus } from '../engine/types.ts';
import { type Summary, variantIds } from '../stage/playback/playback.ts';
import { useSummaryPart } from '../stage/session.ts';
import { duration, plural, whole } from '../ui/format.ts';
import styles from './MoreMenu.module.css';

const mebibytes = (bytes: number): string => whole(Math.ceil(bytes / 2 ** 20));

const words = {
  name: 'Memory of the past',
  used: (used: string, limit: string) => `past: ${used} of ${limit} MiB`,
  side: (
    side: string,
    { keyframes, keyframeSpacing, recordingBytes, recordingLimit }: RunStatus,
  ) => {
    const apart = keyframeSpacing > 0 ? `, the latest ${duration(keyframeSpacing)} apart` : '';
    const kept = `${mebibytes(recordingBytes)} of ${mebibytes(recordingLimit)} MiB`;
    return `${side}: ${plural(keyframes, 'keyframe', 'keyframes')} in ${kept}${apart}.`;
  },
  bound:
    'At the limit the oldest keyframes are thinned out: going back there takes longer but is just as exact.',
} as const;

/** What is said, as one text, so that nothing is drawn again while it stays the same. */
function said({ variants }: Summary): string {
  const known = variantIds.flatMap((side) => {
    const { status } = variants[side];
    return status ? [[side, status] as const] : [];
  });
  if (known.length === 0) return '';
  const sum = (part: (status: RunStatus) => number) =>
    mebibytes(known.reduce((total, [, status]) => total + part(status), 0));
  const used = words.used(
    sum((status) => status.recordingBytes),
    sum((status) => status.recordingLimit),
  );
  return [used, ...known.map(([side, status]) => words.side(side, status)), words.bound].join('\n');
}

export default function Memory() {
  // Also of sides that are not on stage: their past is kept, too.
  const text = useSummaryPart(said);
  const [used, ...more] = text.split('\n');
  if (!used) return null;
  return (
    <span className={styles.memory} role="note" aria-label={words.name} title={more.join('\n')}>
      {used}
    </span>
  );
}
