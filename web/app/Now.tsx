// The present of a gauge: its course up to the playhead, small and without a figure, since the figure beside it is of the
// measured window. Its scale is that of the whole run on the machines on stage, so that two of them can be compared.

import { useMemo } from 'react';
import type { GaugeName } from '../scenario/gauges-schema.ts';
import { gaugeWords as words } from '../stage/gauge-words.ts';
import type { VariantId } from '../stage/playback/playback.ts';
import { useSession } from '../stage/session.ts';
import { useSamples } from '../stage/track-samples.ts';
import { courseTo, seriesOf, seriesPath, seriesScale } from '../stage/track-series.ts';
import { useToldSides } from '../stage/withheld.ts';
import { Sparkline } from '../ui/Sparkline.tsx';
import styles from './Gauges.module.css';

/** Pixels of the picture, and windows of the gauges that are drawn, each some of them wide. */
const [width, height, windows] = [60, 20, 30];
/** Stretches of a whole run from which its scale is told. */
const coarse = 200;

interface NowProps {
  readonly side: VariantId;
  readonly name: GaugeName;
  readonly label: string;
  /** ns: where the playhead stands. */
  readonly time: number;
}

export function Now({ side, name, label, time }: NowProps) {
  const { scoreWindow } = useSession().opened;
  const [first, second] = useToldSides(name);
  const [own, one, two] = [useSamples(side), useSamples(first), useSamples(second)];
  const scale = useMemo(
    () => seriesScale([own, one, two].map((samples) => seriesOf(name, samples, coarse))),
    [name, own, one, two],
  );
  const span = windows * scoreWindow;
  const course = courseTo(name, own, time, { span, stretch: scoreWindow });
  if (course.length === 0) return null;
  const path = seriesPath(course, { duration: span, scale, base: height, height: height - 1 });
  return (
    <p className={styles.now} title={words.nowHint(label, span)}>
      <Sparkline path={path} width={width} height={height} data-now={name} />
      {words.now}
    </p>
  );
}
