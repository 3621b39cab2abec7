// Pictures of how pages come and go.

import { Arrow, GlossaryPicture, PictureBox, PictureLabel } from './parts.tsx';

export const PageList = () => (
  <GlossaryPicture
    height={130}
    says="A CPU's list grows to high, then gives a batch back to the zone; when it is empty it fetches a batch."
  >
    <PictureBox x={10} y={44} width={110} height={44} says="zone" look="strong" />
    <rect x={210} y={52} width={210} height={28} rx={4} />
    <PictureBox x={210} y={52} width={80} height={28} says="batch" look="filled" />
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
  </GlossaryPicture>
);

export const ZoneLock = () => (
  <GlossaryPicture
    height={150}
    says="Four CPUs want pages of one zone. CPU 0 holds the zone lock and takes a batch; CPUs 1, 2 and 3 wait for the lock."
  >
    {[0, 1, 2, 3].map((cpu) => (
      <g key={cpu}>
        <PictureBox
          x={8}
          y={8 + 35 * cpu}
          width={88}
          height={26}
          says={`CPU ${cpu}`}
          {...(cpu === 0 && { look: 'filled' as const })}
        />
        <Arrow
          from={[98, 21 + 35 * cpu]}
          to={cpu === 0 ? [292, 21] : [208, 40 + 26 * cpu]}
          {...(cpu > 0 && { look: 'dashed' as const })}
        />
      </g>
    ))}
    <PictureBox x={222} y={8} width={60} height={134} look="strong" />
    <PictureLabel x={252} y={74} says="zone" />
    <PictureLabel x={252} y={91} says="lock" />
    <PictureBox x={298} y={8} width={134} height={134} says="free lists" />
    <PictureBox x={314} y={36} width={102} height={24} says="order 0" look="filled" />
    <PictureBox x={314} y={68} width={102} height={24} says="order 1" />
    <PictureBox x={314} y={100} width={102} height={24} says="order 2" />
  </GlossaryPicture>
);

export const Buddy = () => (
  <GlossaryPicture
    height={132}
    says="A block of four pages is split into two of two; one of these is split into two pages, of which one is given out. The other halves go on the free lists of their orders."
  >
    <PictureLabel x={4} y={25} says="order 2" from="start" />
    <PictureLabel x={4} y={69} says="order 1" from="start" />
    <PictureLabel x={4} y={113} says="order 0" from="start" />
    <PictureBox x={70} y={8} width={360} height={26} says="four pages" look="faint" />
    <PictureBox x={70} y={52} width={176} height={26} says="split again" look="faint" />
    <PictureBox x={254} y={52} width={176} height={26} says="stays free" />
    <PictureBox x={70} y={96} width={84} height={26} says="given out" look="filled" />
    <PictureBox x={162} y={96} width={84} height={26} says="stays free" />
    <Arrow from={[158, 36]} to={[158, 50]} />
    <Arrow from={[342, 36]} to={[342, 50]} />
    <Arrow from={[112, 80]} to={[112, 94]} />
    <Arrow from={[204, 80]} to={[204, 94]} />
  </GlossaryPicture>
);
