// The distance of informative predictions from published figures, as a small table of quantiles, and the error bar
// that it gives a figure without a measurement. Pure statistics: reads no report (residuals.ts does) and writes no
// sentence (words.ts does).

import {
  familyOf,
  figureKinds,
  type KindName,
  kindNames,
  kindOf,
  possible,
  publishedSourceOf,
} from './kinds.ts';

/** A prediction beside what was published. */
export interface Residual {
  /** Name of the published row. */
  readonly id: string;
  readonly kind: KindName;
  /** Of its workload (kinds.ts). */
  readonly family: string;
  readonly simulated: number;
  readonly published: number;
}

/** How often the order, or the side of zero, came out as published. */
export interface OrderOutcomes {
  readonly right: number;
  readonly of: number;
}

/** An error that eight of ten claims keep. */
interface Bound {
  readonly rows: number;
  readonly error: number;
}

/** Of one family; without an error where it has fewer rows than bound anything. */
interface NearBound {
  readonly rows: number;
  readonly sources: number;
  readonly error?: number;
}

/** Of several families. */
interface AllBound extends Bound {
  readonly families: number;
}

export interface ErrorTable {
  readonly format: 'schedscape-error-bars/1';
  /** Of the report that it was made from. */
  readonly date: string;
  readonly version: string;
  /** Of the claims, in %, that `error` covers. */
  readonly level: number;
  /** By kind, then by family. */
  readonly near: Readonly<Record<KindName, Readonly<Record<string, NearBound>>>>;
  /** By kind: all families together, each counting the same. */
  readonly all: Readonly<Record<KindName, AllBound>>;
  readonly orders: OrderOutcomes;
  readonly signs: OrderOutcomes;
}

/** In %: what an interval is to cover of the rows that it has not seen. */
export const level = 80;
const share = level / 100;
/**
 * Of n rows the most distant bounds a next one in n of n + 1 cases: with fewer than four that is less than 80 %. It holds
 * for rows of one workload, and for workloads where none is near.
 */
export const fewestNear = 4;

const errorOf = ({ kind, simulated, published }: Residual): number =>
  figureKinds[kind].error(simulated, published);

const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** Of one family: the error that a next row keeps with the wanted probability, if it is a row like these. */
export function nearBound(rows: readonly Residual[]): NearBound {
  const counts = {
    rows: rows.length,
    sources: new Set(rows.map(({ id }) => publishedSourceOf(id))).size,
  };
  if (rows.length < fewestNear) return counts;
  const rank = Math.ceil(share * (rows.length + 1) - 1e-9);
  return { ...counts, error: ascending(rows.map(errorOf))[rank - 1]! };
}

const grouped = <Item>(items: readonly Item[], of: (item: Item) => string): Map<string, Item[]> => {
  const found = new Map<string, Item[]>();
  for (const item of items) found.set(of(item), [...(found.get(of(item)) ?? []), item]);
  return found;
};

/** Of several families: each counts the same, however many rows it has. A new workload is one more family, not one more row. */
export function allBound(rows: readonly Residual[]): AllBound {
  const families = grouped(rows, ({ family }) => family);
  const weighted = rows
    .map((row) => ({ error: errorOf(row), weight: 1 / families.get(row.family)!.length }))
    .sort((a, b) => a.error - b.error);
  let weight = 0;
  const bounding = weighted.find((each) => {
    weight += each.weight;
    return weight >= share * families.size - 1e-9;
  });
  return { rows: rows.length, families: families.size, error: bounding?.error ?? 0 };
}

const ofKind = <Value>(of: (kind: KindName) => Value): Readonly<Record<KindName, Value>> =>
  Object.fromEntries(kindNames.map((kind) => [kind, of(kind)])) as Record<KindName, Value>;

type Head = Pick<ErrorTable, 'date' | 'version' | 'orders' | 'signs'>;

export function errorTable(residuals: readonly Residual[], head: Head): ErrorTable {
  const { date, version, orders, signs } = head;
  const rowsOf = (kind: KindName) => residuals.filter((each) => each.kind === kind);
  const nearOf = (kind: KindName) =>
    Object.fromEntries(
      [...grouped(rowsOf(kind), ({ family }) => family)]
        .map(([family, rows]) => [family, nearBound(rows)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return {
    format: 'schedscape-error-bars/1',
    ...{ date, version, level },
    near: ofKind(nearOf),
    all: ofKind((kind) => allBound(rowsOf(kind))),
    orders,
    signs,
  };
}

/**
 * Whether the claims of a family say how far its next figure is off, or those of all families. Claims of one source say
 * nothing of another machine, so they may only widen what all together give.
 */
export const isOwn = (near: NearBound | undefined, all: AllBound): near is NearBound & Bound =>
  near?.error !== undefined && (near.sources > 1 || near.error >= all.error);

/** A figure of a setting without a measurement. */
export interface UnmeasuredFigure {
  readonly metric: string;
  readonly value: number;
  /** Name of the workload. */
  readonly workload: string;
  /** True for a policy of one's own: no claim is near one. */
  readonly ownPolicy?: boolean;
}

export interface ErrorBar {
  readonly kind: KindName;
  /** Where eight of ten published figures would lie, were this one of the claims. */
  readonly low: number;
  readonly high: number;
  /** The same as a distance: points of a change or share, else a factor. */
  readonly within: number;
  /** In %. */
  readonly level: number;
  /** Whose claims these are; null where too few are near, and all families count. */
  readonly family: string | null;
  /** Claims that were near, enough or not. */
  readonly near: number;
  /** Claims and families that it rests on. */
  readonly rows: number;
  readonly families: number;
  /** The figure is of a custom policy, which no published measurement covers. */
  readonly ownPolicy: boolean;
}

/**
 * Undefined for what has no size: names, places, counts, a rate of nothing. Also where hardly a claim is near, and those of
 * the kind come from too few workloads to say anything of another.
 */
export function errorBar(table: ErrorTable, asked: UnmeasuredFigure): ErrorBar | undefined {
  const { metric, value, workload, ownPolicy = false } = asked;
  const kind = kindOf(metric);
  if (!kind || !Number.isFinite(value) || (kind === 'absolute' && value <= 0)) return undefined;
  const family = familyOf(workload);
  const known = ownPolicy ? undefined : table.near[kind][family];
  const isNear = isOwn(known, table.all[kind]);
  const isFar = (known?.rows ?? 0) < fewestNear;
  if (isFar && table.all[kind].families < fewestNear) return undefined;
  const { error, rows, families } = isNear ? { ...known, families: 1 } : table.all[kind];
  const [least, most] = possible(metric);
  const [low, high] = figureKinds[kind].around(value, error);
  return {
    kind,
    low: Math.max(least, low),
    high: Math.min(most, high),
    within: figureKinds[kind].within(value, error),
    level: table.level,
    family: isNear ? family : null,
    near: known?.rows ?? 0,
    rows,
    families,
    ownPolicy,
  };
}
