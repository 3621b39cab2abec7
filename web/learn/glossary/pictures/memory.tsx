// Pictures of what caches and locks do.

import { Arrow, GlossaryPicture, PictureBox, PictureLabel } from './parts.tsx';
import styles from './pictures.module.css';

export const FalseSharing = () => (
  <GlossaryPicture
    height={120}
    says="One line of 64 bytes holds two fields: CPU 0 writes one, CPU 9 reads the other, and each takes the whole line."
  >
    <PictureBox x={10} y={8} width={90} height={28} says="CPU 0 writes" />
    <PictureBox x={340} y={8} width={90} height={28} says="CPU 9 reads" />
    <rect x={60} y={72} width={320} height={32} rx={4} />
    <PictureBox x={60} y={72} width={80} height={32} says="count" look="filled" />
    <PictureBox x={300} y={72} width={80} height={32} says="mask" look="strong" />
    <text x={220} y={93} textAnchor="middle">
      one line, 64 bytes
    </text>
    <Arrow from={[55, 38]} to={[95, 68]} />
    <Arrow from={[385, 38]} to={[345, 68]} />
  </GlossaryPicture>
);

export const Bouncing = () => (
  <GlossaryPicture
    height={110}
    says="Three CPUs write one line in turn: it travels from each to the next."
  >
    <PictureBox x={10} y={60} width={80} height={32} says="CPU 0" look="filled" />
    <PictureBox x={180} y={60} width={80} height={32} says="CPU 1" look="filled" />
    <PictureBox x={350} y={60} width={80} height={32} says="CPU 2" look="filled" />
    <Arrow from={[92, 76]} to={[176, 76]} />
    <Arrow from={[262, 76]} to={[346, 76]} />
    <path className={styles.way} d="M390,56 C340,10 100,10 54,52" />
    <Arrow from={[60, 45]} to={[53, 54]} />
    <text x={220} y={14} textAnchor="middle">
      the line, one owner at a time
    </text>
  </GlossaryPicture>
);

/** [at the top, CPU 0 has, CPU 1 has] at three moments. */
const states = [
  ['CPU 0 reads', 'alone', ''],
  ['CPU 1 reads', 'shared', 'shared'],
  ['CPU 0 writes', 'modified', ''],
] as const;

export const Coherence = () => (
  <GlossaryPicture
    height={124}
    says="One line in two caches: CPU 0 reads it and has it alone; CPU 1 reads it, and both share it; CPU 0 writes it, has it modified, and CPU 1 has no copy any more."
  >
    <PictureLabel x={4} y={57} says="CPU 0 has" from="start" />
    <PictureLabel x={4} y={103} says="CPU 1 has" from="start" />
    {states.map(([moment, zero, one], at) => {
      const x = 80 + 122 * at;
      return (
        <g key={moment}>
          <PictureLabel x={x + 54} y={20} says={moment} />
          <PictureBox
            x={x}
            y={38}
            width={108}
            height={30}
            says={zero}
            look={zero === 'modified' ? 'strong' : 'filled'}
          />
          <PictureBox
            x={x}
            y={84}
            width={108}
            height={30}
            says={one || 'no copy'}
            look={one ? 'filled' : 'faint'}
          />
        </g>
      );
    })}
  </GlossaryPicture>
);

export const LineQueue = () => (
  <GlossaryPicture
    height={112}
    says="CPU 3 owns a line. CPU 7, CPU 1 and CPU 12 have asked for it and wait; the line goes from each to the next."
  >
    <PictureBox x={8} y={40} width={88} height={50} says="CPU 3" look="strong" />
    <rect x={22} y={66} width={60} height={14} rx={2} className={styles.solid} />
    <PictureLabel x={52} y={106} says="has the line" />
    {[7, 1, 12].map((cpu, at) => (
      <PictureBox key={cpu} x={160 + 92 * at} y={40} width={72} height={50} says={`CPU ${cpu}`} />
    ))}
    <Arrow from={[98, 65]} to={[156, 65]} />
    <Arrow from={[234, 65]} to={[250, 65]} look="dashed" />
    <Arrow from={[326, 65]} to={[342, 65]} look="dashed" />
    <PictureLabel x={196} y={106} says="next" />
    <PictureLabel x={288} y={22} says="they wait in the order in which they asked" />
  </GlossaryPicture>
);

export const Spinlock = () => (
  <GlossaryPicture
    height={152}
    says="CPU 4 holds the lock. CPU 9, first in the queue, checks the lock; CPU 2 and CPU 6 behind it each check a word of their own, which the CPU before them writes."
  >
    <PictureBox x={170} y={8} width={100} height={30} says="lock" look="strong" />
    <PictureBox x={8} y={62} width={86} height={30} says="CPU 4" look="filled" />
    {[9, 2, 6].map((cpu, at) => (
      <PictureBox key={cpu} x={124 + 112 * at} y={62} width={86} height={30} says={`CPU ${cpu}`} />
    ))}
    <Arrow from={[60, 60]} to={[166, 26]} />
    <Arrow from={[176, 60]} to={[206, 42]} look="dashed" />
    <Arrow from={[212, 77]} to={[232, 77]} />
    <Arrow from={[324, 77]} to={[344, 77]} />
    <PictureLabel x={51} y={112} says="holds it" />
    <PictureLabel x={167} y={112} says="looks at" />
    <PictureLabel x={167} y={128} says="the lock" />
    <PictureBox x={257} y={112} width={44} height={12} look="filled" />
    <PictureBox x={369} y={112} width={44} height={12} look="filled" />
    <Arrow from={[279, 94]} to={[279, 110]} look="dashed" />
    <Arrow from={[391, 94]} to={[391, 110]} look="dashed" />
    <PictureLabel x={335} y={146} says="each checks its own word" />
  </GlossaryPicture>
);
