// Pictures of terms that are seen sooner than read. Drawn, not simulated: they show what a word means and nothing of a run.

import type { ReactNode } from 'react';
import styles from './pictures.module.css';

const Picture = (props: { says: string; height: number; children: ReactNode }) => (
  <svg
    className={styles.picture}
    viewBox={`0 0 440 ${props.height}`}
    role="img"
    aria-label={props.says}
  >
    {props.children}
  </svg>
);

interface BoxProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly says: string;
  readonly look?: 'strong' | 'filled';
}

/** A box with its name at the top. */
const Box = ({ x, y, width, height, says, look }: BoxProps) => (
  <g data-look={look}>
    <rect x={x} y={y} width={width} height={height} rx={4} />
    <text x={x + width / 2} y={y + 17} textAnchor="middle">
      {says}
    </text>
  </g>
);

const Arrow = ({
  from,
  to,
}: {
  from: readonly [number, number];
  to: readonly [number, number];
}) => {
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return (
    <g className={styles.arrow}>
      <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} />
      <path d="M0,0 -9,-4 -9,4z" transform={`translate(${to[0]} ${to[1]}) rotate(${angle})`} />
    </g>
  );
};

const FalseSharing = () => (
  <Picture
    height={120}
    says="One line of 64 bytes holds two fields: CPU 0 writes one, CPU 9 reads the other, and each takes the whole line."
  >
    <Box x={10} y={8} width={90} height={28} says="CPU 0 writes" />
    <Box x={340} y={8} width={90} height={28} says="CPU 9 reads" />
    <rect x={60} y={72} width={320} height={32} rx={4} />
    <Box x={60} y={72} width={80} height={32} says="count" look="filled" />
    <Box x={300} y={72} width={80} height={32} says="mask" look="strong" />
    <text x={220} y={93} textAnchor="middle">
      one line, 64 bytes
    </text>
    <Arrow from={[55, 38]} to={[95, 68]} />
    <Arrow from={[385, 38]} to={[345, 68]} />
  </Picture>
);

const Domains = () => (
  <Picture
    height={170}
    says="Domains lie in one another: two threads in a core, cores in a cache, caches in a node, nodes in the machine."
  >
    <Box x={5} y={5} width={430} height={160} says="machine" />
    <Box x={18} y={30} width={300} height={126} says="node" />
    <Box x={330} y={30} width={92} height={126} says="node" />
    <Box x={30} y={54} width={170} height={94} says="LLC" look="strong" />
    <Box x={212} y={54} width={94} height={94} says="LLC" />
    <Box x={42} y={80} width={70} height={58} says="core" look="filled" />
    <Box x={120} y={80} width={70} height={58} says="core" look="filled" />
    <text x={77} y={122} textAnchor="middle">
      2 CPUs
    </text>
    <text x={155} y={122} textAnchor="middle">
      2 CPUs
    </text>
  </Picture>
);

const PageList = () => (
  <Picture
    height={130}
    says="A CPU's list grows to high, then gives a batch back to the zone; when it is empty it fetches a batch."
  >
    <Box x={10} y={44} width={110} height={44} says="zone" look="strong" />
    <rect x={210} y={52} width={210} height={28} rx={4} />
    <Box x={210} y={52} width={80} height={28} says="batch" look="filled" />
    <text x={315} y={42} textAnchor="middle">
      list of one CPU
    </text>
    <text x={420} y={98} textAnchor="end">
      high
    </text>
    <Arrow from={[122, 56]} to={[206, 56]} />
    <Arrow from={[206, 76]} to={[124, 76]} />
    <text x={164} y={48} textAnchor="middle">
      empty
    </text>
    <text x={164} y={96} textAnchor="middle">
      full
    </text>
  </Picture>
);

const Bouncing = () => (
  <Picture height={110} says="Three CPUs write one line in turn: it travels from each to the next.">
    <Box x={10} y={60} width={80} height={32} says="CPU 0" look="filled" />
    <Box x={180} y={60} width={80} height={32} says="CPU 1" look="filled" />
    <Box x={350} y={60} width={80} height={32} says="CPU 2" look="filled" />
    <Arrow from={[92, 76]} to={[176, 76]} />
    <Arrow from={[262, 76]} to={[346, 76]} />
    <path className={styles.way} d="M390,56 C340,10 100,10 54,52" />
    <Arrow from={[60, 45]} to={[53, 54]} />
    <text x={220} y={14} textAnchor="middle">
      the line, one owner at a time
    </text>
  </Picture>
);

const pictures: Readonly<Record<string, () => ReactNode>> = {
  'false-sharing': FalseSharing,
  'sched-domain': Domains,
  'pcp-batch': PageList,
  'pcp-high': PageList,
  bouncing: Bouncing,
};

export const pictured: readonly string[] = Object.keys(pictures);

/** The picture of a term; nothing where it has none. */
export function TermPicture({ term }: { readonly term: string }) {
  const Drawn = Object.hasOwn(pictures, term) ? pictures[term] : undefined;
  return Drawn ? <Drawn /> : null;
}
