// The targets of a step's pointers: "[four senders|role:sender]" in its text leads to marks of the stage, by names
// that hold in every run. Here are the names, and the check whether a text may have them; stage/ring says what of
// them is on stage, and the layers where they lie in a picture.

import { linkParts } from '../base/links.ts';

/** Things of a machine that have a number. */
const numbered = ['cpu', 'core', 'llc', 'node', 'socket', 'task', 'list'] as const;
/** Things that there is one of on a machine, or on the stage. */
const single = ['gate', 'score', 'track'] as const;
/** What arcs between CPUs are of. */
export const arcKinds = ['wake', 'fork', 'push', 'pull', 'balance'] as const;
export type ArcKind = (typeof arcKinds)[number];

interface OfSide {
  /** The machine it is of alone; undefined: every machine where it is. */
  readonly side?: 'A' | 'B' | 'C' | 'D';
}

export type Pointed =
  | { readonly kind: (typeof numbered)[number]; readonly number: number }
  | { readonly kind: (typeof single)[number] }
  /** Tasks by their role, or one of them by its number in that role. */
  | { readonly kind: 'role'; readonly role: string; readonly number?: number }
  | {
      readonly kind: 'line';
      readonly structure: string;
      readonly line: number;
      readonly instance?: number;
    }
  | { readonly kind: 'lock'; readonly name: string }
  | { readonly kind: 'field'; readonly structure: string; readonly field: string }
  /** A level of cpupri as people say it: RT50. */
  | { readonly kind: 'mask'; readonly level: string }
  | { readonly kind: 'arcs'; readonly of: (typeof arcKinds)[number] }
  | {
      readonly kind: 'ribbon';
      readonly of: 'llc' | 'node';
      readonly from: number;
      readonly to: number;
    }
  /** An entry of the key, a mark of the track, a view of the dock: by its id. */
  | { readonly kind: 'legend' | 'mark' | 'tab'; readonly id: string };

export type Pointer = Pointed & OfSide;

const whole = /^\d{1,6}$/;

type Reader = (said: string) => Pointed | undefined;

const ofNumber =
  (kind: (typeof numbered)[number]): Reader =>
  (said) =>
    whole.test(said) ? { kind, number: Number(said) } : undefined;

const ofId =
  (kind: 'legend' | 'mark' | 'tab'): Reader =>
  (id) =>
    /^[a-z0-9][a-z0-9-]{0,39}$/.test(id) ? { kind, id } : undefined;

const role: Reader = (said) => {
  const found = /^(\S(?:.*\S)?) (\d+)$/.exec(said);
  return found
    ? { kind: 'role', role: found[1]!, number: Number(found[2]) }
    : { kind: 'role', role: said };
};

const line: Reader = (said) => {
  const found = /^(.+?)(?: (\d+))?\/(\d+)$/.exec(said);
  if (!found) return undefined;
  const [, structure, instance, number] = found;
  const at = { kind: 'line', structure: structure!, line: Number(number) } as const;
  return instance === undefined ? at : { ...at, instance: Number(instance) };
};

const field: Reader = (said) => {
  const found = /^([\w ]+)\.([\w.[\]]+)$/.exec(said);
  return found ? { kind: 'field', structure: found[1]!, field: found[2]! } : undefined;
};

const ribbon: Reader = (said) => {
  const found = /^(llc|node) (\d+)>(llc|node) (\d+)$/.exec(said);
  if (!found || found[1] !== found[3]) return undefined;
  const of = found[1] as 'llc' | 'node';
  return { kind: 'ribbon', of, from: Number(found[2]), to: Number(found[4]) };
};

const readers: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(numbered.map((kind) => [kind, ofNumber(kind)])),
  ...{ role, line, field, ribbon },
  list: (said) => ofNumber('list')(said.replace(/^cpu /, '')),
  lock: (name) => ({ kind: 'lock', name }),
  mask: (level) => (/^(RT\d{1,2}|NORMAL|IDLE)$/.test(level) ? { kind: 'mask', level } : undefined),
  arcs: (of) => {
    const kind = arcKinds.find((each) => each === of);
    return kind && { kind: 'arcs', of: kind };
  },
  ...{ legend: ofId('legend'), mark: ofId('mark'), tab: ofId('tab') },
};

/** The forms of a target, for error messages. */
export const pointerForms =
  'cpu:17, core:3, llc:1, node:0, socket:1, task:812, role:sender, role:worker 3, line:root_domain/3, lock:zone.lock, field:root_domain.count[0], list:cpu 4, mask:RT50, gate, score, legend:line, ribbon:llc 0>llc 3, arcs:wake, track, mark:measured or tab:c2c, each with @A to @D for one machine';

function pointedOf(said: string): Pointed | undefined {
  const bare = single.find((each) => each === said);
  if (bare) return { kind: bare };
  const at = said.indexOf(':');
  const read = at > 0 ? said.slice(0, at) : '';
  if (!Object.hasOwn(readers, read)) return undefined;
  return readers[read]!(said.slice(at + 1));
}

/** What a target says; undefined: it is none of ours. */
export function pointerOf(target: string): Pointer | undefined {
  const [, said = '', side] = /^(.*?)(?:@([A-D]))?$/.exec(target) ?? [];
  const pointed = pointedOf(said);
  return pointed && side ? { ...pointed, side: side as 'A' } : pointed;
}

/** A target that is no glossary entry: those have neither a colon nor a side, and none has the name of a single thing. */
export const isPointer = (target: string): boolean =>
  /[:@]/.test(target) || single.some((each) => each === target);

/** The pointers of a text, each as it is written. */
export const pointersIn = (text: string): string[] =>
  linkParts(text).flatMap(({ to }) => (to !== undefined && isPointer(to) ? [to] : []));

/** The first target of a text that says nothing; undefined: all of them do. */
export const unknownIn = (text: string): string | undefined =>
  pointersIn(text).find((target) => pointerOf(target) === undefined);
