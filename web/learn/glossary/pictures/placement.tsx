// Pictures of where tasks go and in which order they run.

import { Arrow, GlossaryPicture, PictureBox, PictureLabel } from './parts.tsx';
import styles from './pictures.module.css';

export const Domains = () => (
  <GlossaryPicture
    height={170}
    says="Domains are nested: two threads in a core, cores under an LLC, LLCs in a node, nodes in the machine."
  >
    <PictureBox x={5} y={5} width={430} height={160} says="machine" />
    <PictureBox x={18} y={30} width={300} height={126} says="node" />
    <PictureBox x={330} y={30} width={92} height={126} says="node" />
    <PictureBox x={30} y={54} width={170} height={94} says="LLC" look="strong" />
    <PictureBox x={212} y={54} width={94} height={94} says="LLC" />
    <PictureBox x={42} y={80} width={70} height={58} says="core" look="filled" />
    <PictureBox x={120} y={80} width={70} height={58} says="core" look="filled" />
    <text x={77} y={122} textAnchor="middle">
      2 CPUs
    </text>
    <text x={155} y={122} textAnchor="middle">
      2 CPUs
    </text>
  </GlossaryPicture>
);

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** Cores as small squares, so many in a row. */
const Cores = (props: { x: number; y: number; rows: number; columns: number }) =>
  upTo(props.rows * props.columns).map((core) => (
    <PictureBox
      key={core}
      x={props.x + 22 * (core % props.columns)}
      y={props.y + 22 * Math.floor(core / props.columns)}
      width={16}
      height={16}
      look="filled"
    />
  ));

export const Caches = () => (
  <GlossaryPicture
    height={122}
    says="Eight cores under one last-level cache (LLC), and eight under two: there half of the others are far away."
  >
    <PictureBox x={10} y={24} width={180} height={74} says="LLC" look="strong" />
    <Cores x={59} y={50} rows={2} columns={4} />
    <PictureBox x={240} y={24} width={86} height={74} says="LLC" look="strong" />
    <Cores x={264} y={50} rows={2} columns={2} />
    <PictureBox x={344} y={24} width={86} height={74} says="LLC" look="strong" />
    <Cores x={368} y={50} rows={2} columns={2} />
    <Arrow from={[310, 68]} to={[362, 68]} look="dashed" />
    <PictureLabel x={100} y={116} says="all near each other" />
    <PictureLabel x={335} y={116} says="half of the others are far" />
  </GlossaryPicture>
);

export const WakeAffine = () => (
  <GlossaryPicture
    height={150}
    says="A task is woken. It ran on CPU 1 under one LLC and is woken by CPU 9 under another: the search for an idle CPU begins at one of the two and stays under its LLC."
  >
    <PictureBox x={172} y={6} width={96} height={28} says="woken task" look="strong" />
    <PictureBox x={10} y={62} width={190} height={62} says="LLC" />
    <PictureBox x={240} y={62} width={190} height={62} says="LLC" />
    <PictureBox x={60} y={88} width={90} height={28} says="CPU 1" look="filled" />
    <PictureBox x={290} y={88} width={90} height={28} says="CPU 9" look="filled" />
    <Arrow from={[200, 36]} to={[124, 84]} look="dashed" />
    <Arrow from={[240, 36]} to={[316, 84]} look="dashed" />
    <PictureLabel x={105} y={142} says="where it ran before" />
    <PictureLabel x={335} y={142} says="whose task wakes it" />
  </GlossaryPicture>
);

/** Where a search for an idle CPU looks, in turn. */
const looked = ['target', 'previous', 'the one before', 'the others'] as const;

export const IdleSibling = () => (
  <GlossaryPicture
    height={112}
    says="Under one LLC a search looks at the target, the previous CPU, the one before, then the others. It does not look under another LLC."
  >
    <PictureBox x={6} y={6} width={346} height={78} says="LLC of the target" look="strong" />
    {looked.map((where, at) => (
      <g key={where}>
        <PictureBox
          x={26 + 84 * at}
          y={32}
          width={50}
          height={26}
          says={`${at + 1}`}
          look="filled"
        />
        <PictureLabel x={51 + 84 * at} y={75} says={where} />
        {at > 0 && <Arrow from={[84 * at - 6, 45]} to={[84 * at + 23, 45]} />}
      </g>
    ))}
    <PictureBox x={366} y={6} width={68} height={78} says="LLC" look="faint" />
    <PictureLabel x={398} y={104} says="not looked at" />
  </GlossaryPicture>
);

interface Level {
  readonly name: string;
  readonly cpus: readonly number[];
}

/** Levels from the top; those between them are left out. */
const levels: readonly Level[] = [
  { name: 'RT 50', cpus: [3] },
  { name: 'RT 1', cpus: [] },
  { name: 'NORMAL', cpus: [0, 2, 5] },
];

export const Cpupri = () => (
  <GlossaryPicture
    height={140}
    says="Three levels of cpupri, each with a count and a mask of CPUs. A search goes from the lowest up: NORMAL has three CPUs; RT 1 has none, so its mask is not read; RT 50 has CPU 3."
  >
    <PictureLabel x={36} y={18} says="level" />
    <PictureLabel x={110} y={18} says="count" />
    <PictureLabel x={262} y={18} says="mask: one bit per CPU" />
    {levels.map(({ name, cpus }, row) => {
      const y = 28 + 36 * row;
      return (
        <g key={name}>
          <PictureLabel x={36} y={y + 19} says={name} />
          <PictureBox x={86} y={y} width={48} height={28} says={`${cpus.length}`} look="strong" />
          {upTo(8).map((cpu) => (
            <PictureBox
              key={cpu}
              x={158 + 26 * cpu}
              y={y}
              width={26}
              height={28}
              says={cpus.includes(cpu) ? '1' : ''}
              look={cpus.includes(cpu) ? 'filled' : 'faint'}
            />
          ))}
        </g>
      );
    })}
    <Arrow from={[382, 126]} to={[382, 32]} />
    <PictureLabel x={390} y={82} says="search" from="start" />
  </GlossaryPicture>
);

/** Tasks from their virtual runtime to their deadline. */
const tasks = [
  { name: 'A', from: 50, to: 390, look: undefined, says: 'eligible, later deadline' },
  { name: 'B', from: 130, to: 330, look: 'filled', says: 'runs next' },
  {
    name: 'C',
    from: 252,
    to: 300,
    look: 'faint',
    says: 'not eligible',
  },
] as const;

export const Eligible = () => (
  <GlossaryPicture
    height={172}
    says="Three tasks on the axis of virtual time, each from its virtual runtime to its deadline. A and B lie before the average and are eligible; B has the earlier deadline of the two and runs. C has the earliest of all, but lies past the average and is not eligible."
  >
    <path className={styles.way} d="M210,22 V146" />
    <PictureLabel x={210} y={14} says="average of the queue" />
    {tasks.map(({ name, from, to, look, says }, row) => {
      const y = 30 + 40 * row;
      return (
        <g key={name}>
          <PictureBox x={from} y={y} width={to - from} height={20} {...(look && { look })} />
          <PictureLabel x={from - 14} y={y + 15} says={name} />
          <PictureLabel x={name === 'C' ? 252 : from + 4} y={y + 35} says={says} from="start" />
        </g>
      );
    })}
    <Arrow from={[20, 152]} to={[430, 152]} />
    <PictureLabel x={20} y={168} says="virtual runtime" from="start" />
    <PictureLabel x={430} y={168} says="virtual deadline" from="end" />
  </GlossaryPicture>
);
