// Where the CPU time of a range goes, as a whole and its parts: work, waits, idle; waits by what is waited for, and those for
// cache lines by what they are made of.

import type { TimelineSums } from '../../engine/slices.ts';
import { duration, percent } from '../../ui/format.ts';
import type { IciclePart } from '../../ui/Icicle.tsx';
import { words } from './words.ts';

interface Spent {
  readonly key: string;
  readonly name: string;
  /** Of a part without parts. */
  readonly ns?: number;
  readonly parts?: readonly Spent[];
  readonly fill?: string;
}

const nsOf = ({ ns = 0, parts }: Spent): number =>
  parts ? parts.reduce((sum, part) => sum + nsOf(part), 0) : ns;

function partOf(spent: Spent, all: number): IciclePart {
  const { key, name, parts, fill } = spent;
  const ns = nsOf(spent);
  const share = percent(ns / Math.max(1, all));
  return {
    key,
    label: `${name} ${share}`,
    title: `${name}: ${duration(ns)}, ${share}`,
    ...(parts
      ? { parts: parts.filter((part) => nsOf(part) > 0).map((part) => partOf(part, all)) }
      : { value: ns }),
    ...(fill && { fill }),
  };
}

/** The fill of each activity: a colour, or the pattern of a hatch. */
export type Fills = Readonly<Record<keyof TimelineSums['spent'], string>>;

export function spentOf({ spent, waited }: TimelineSums, fills: Fills): IciclePart {
  const of = (activity: keyof Fills): Spent => ({
    key: activity,
    name: words.activity[activity],
    ns: spent[activity],
    fill: fills[activity],
  });
  const behind = Math.min(waited, spent.stalled);
  const stalled = {
    ...of('stalled'),
    parts: [
      { key: 'behind', name: words.icicle.behind, ns: behind },
      { key: 'transfer', name: words.icicle.transfer, ns: spent.stalled - behind },
    ],
  };
  const whole: Spent = {
    key: 'all',
    name: words.icicle.all,
    parts: [
      { key: 'work', name: words.icicle.work, parts: [of('user'), of('kernel')] },
      { key: 'wait', name: words.icicle.wait, parts: [stalled, of('spinning')] },
      of('idle'),
    ],
  };
  return partOf(whole, nsOf(whole));
}
