// The zoom and range of a Timeline, between the form that its view uses and the form that a link writes. The machine
// may have changed since the link was made: what lies outside of its CPUs or its run is passed over.

import { formatCpuList } from '../engine/cpu-list.ts';
import { formatTime, timeNs } from '../scenario/units.ts';
import type { KeptTimeline, KeptTimelines } from '../scenario/view-shapes.ts';
import type { Range, Span } from '../views/timeline/index.ts';
import type { VariantId } from './playback/playback.ts';
import type { Session } from './session.ts';
import { useStageState } from './store.ts';

type Said = Pick<NonNullable<KeptTimeline['span']>, 'from' | 'to'>;

/** The run and the machine of a Timeline. */
type Extent = Pick<Session['opened'], 'duration' | 'machine'>;

/** As far as it lies in the run; undefined: it lies behind its end. */
function within({ from, to }: Said, { duration }: Extent): Span | undefined {
  const begin = timeNs(from);
  return begin < duration ? { from: begin, to: Math.min(timeNs(to), duration) } : undefined;
}

/** The CPUs of a list that the machine has, in order. */
function cpusIn(list: string, { machine }: Extent): number[] {
  const parts = list.split(',').map((part) => part.split('-').map(Number) as [number, number?]);
  const isListed = (cpu: number) =>
    parts.some(([first, last = first]) => cpu >= first && cpu <= last);
  return Array.from({ length: machine.cpus }, (_, cpu) => cpu).filter(isListed);
}

/** The span that a link asks for. */
export const spanOf = (kept: KeptTimeline['span'], extent: Extent): Span | undefined =>
  kept && within(kept, extent);

/** The range that a link asks for; of CPUs that the machine lacks alone there is none. */
export function rangeOf(kept: KeptTimeline['range'], extent: Extent): Range | undefined {
  const span = kept && within(kept, extent);
  const list = kept?.cpus;
  const cpus = list === undefined ? undefined : cpusIn(list, extent);
  return span && cpus?.length !== 0 ? { ...span, cpus } : undefined;
}

/** Whole ns, at least one of them. */
function saidOf(span: Span): Said {
  const from = Math.max(0, Math.floor(span.from));
  return { from: formatTime(from), to: formatTime(Math.max(from + 1, Math.ceil(span.to))) };
}

function rangeSaid({ cpus, ...span }: Range): NonNullable<KeptTimeline['range']> {
  const list = cpus && formatCpuList([...new Set(cpus)].sort((a, b) => a - b));
  return { ...saidOf(span), ...(list && { cpus: list }) };
}

/** What a person did to a Timeline; a part that is undefined is as at first. */
export interface TimelineChange {
  readonly span?: Span | undefined;
  readonly range?: Range | undefined;
}

/** What is kept when the Timeline of a side has changed; undefined: nothing any more. */
export function withChange(
  kept: KeptTimelines | undefined,
  side: VariantId,
  change: TimelineChange,
): KeptTimelines | undefined {
  const { span, range } = kept?.[side] ?? {};
  const parts = {
    span: 'span' in change ? change.span && saidOf(change.span) : span,
    range: 'range' in change ? change.range && rangeSaid(change.range) : range,
  };
  const said = Object.entries(parts).filter(([, part]) => part);
  const { [side]: _, ...others } = kept ?? {};
  const all = said.length > 0 ? { ...others, [side]: Object.fromEntries(said) } : others;
  return Object.keys(all).length > 0 ? all : undefined;
}

/** The range selected now in the Timeline of a side. */
export const rangeNow = ({ opened }: Pick<Session, 'opened'>, side: VariantId): Range | undefined =>
  rangeOf(useStageState.getState().timeline?.[side]?.range, opened);
