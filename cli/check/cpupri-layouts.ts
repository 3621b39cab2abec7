// The layouts of root_domain in a cpupri vector file: where each field lies, in the baseline kernel and
// under the patches. Words of the probe: wasm-core/src/probe/layout.c.

import { LAYOUT, PROBE } from '../../web/engine/abi.gen.ts';
import { ProbeAnswer } from '../../web/engine/probe-words.ts';
import {
  allowOnly,
  fieldsOfObject,
  numberClaim,
  type VectorClaim,
  vectorVerdict,
} from './claims.ts';
import type { JsonField } from './json-fields.ts';
import { type CaseResult, type ProbeRunner, VectorFileError } from './types.ts';

const LINE_BYTES = 64;
const QUESTION = 0;
/** Fields of root_domain with names of up to 40 characters, and some to spare. */
const CAPACITY = 5 + 512 * (4 + 40);

/** Codes of the layouts by the names of files: "p1+p2" is LAYOUT_P1_P2. */
const CODES = new Map(
  Object.entries(LAYOUT)
    .filter(([name]) => name !== 'CUSTOM')
    .map(([name, code]) => [name.toLowerCase().replaceAll('_', '+'), code as number]),
);

export interface MemberPlace {
  offset: number;
  size: number;
}

export interface ObservedLayout {
  size: number;
  align: number;
  cpupriSize: number;
  /** Fields the layout has, by the names of files. */
  fields: Map<string, MemberPlace>;
}

/** Structures inside root_domain that the probe knows by their parts only. */
function addAggregates(fields: Map<string, MemberPlace>, cpupri: MemberPlace): void {
  fields.set('cpupri', cpupri);
  const first = fields.get('rto_push_work.node.llist');
  const last = fields.get('rto_push_work.irqwait');
  if (first && last) {
    const size = last.offset + last.size - first.offset;
    fields.set('rto_push_work', { offset: first.offset, size });
  }
}

/** What the core makes of root_domain under a layout, a LAYOUT code. */
export function observeLayout(code: number, probe: ProbeRunner): ObservedLayout {
  const answer = new ProbeAnswer(probe.run(PROBE.LAYOUT, Int32Array.of(QUESTION, code), CAPACITY));
  const [size, align] = [answer.next(), answer.next()];
  const cpupri = { offset: answer.next(), size: answer.next() };
  const fields = new Map<string, MemberPlace>();
  const listed = answer.list(() => {
    const [offset, bytes, index] = [answer.next(), answer.next(), answer.next()];
    const name = answer.text();
    return { name: index < 0 ? name : `${name}[${index}]`, offset, size: bytes };
  });
  for (const { name, ...place } of listed) if (place.offset >= 0) fields.set(name, place);
  addAggregates(fields, cpupri);
  return { size, align, cpupriSize: cpupri.size, fields };
}

export interface LayoutVector {
  id: string;
  code: number;
  claims: VectorClaim<ObservedLayout>[];
}

const lines = (bytes: number): number => Math.ceil(bytes / LINE_BYTES);

function fieldClaims(name: string, field: JsonField): VectorClaim<ObservedLayout>[] {
  allowOnly(field, ['offset', 'size', 'line', 'in_line']);
  const claim = (part: string, of: (place: MemberPlace) => number) =>
    field.at(part).present
      ? [
          numberClaim(field.at(part), ({ fields }: ObservedLayout) => {
            const place = fields.get(name);
            return place && of(place);
          }),
        ]
      : [];
  const claims = [
    ...claim('offset', ({ offset }) => offset),
    ...claim('size', ({ size }) => size),
    ...claim('line', ({ offset }) => Math.floor(offset / LINE_BYTES) + 1),
  ];
  const inLine = field.at('in_line');
  if (!inLine.present) return claims;
  const inLineClaim: VectorClaim<ObservedLayout> = {
    where: inLine.path,
    expected: `0x${inLine.address().toString(16)}`,
    got: ({ fields }) => {
      const place = fields.get(name);
      return place ? `0x${(place.offset % LINE_BYTES).toString(16)}` : 'none';
    },
  };
  return [...claims, inLineClaim];
}

const NUMBERS: Record<string, (layout: ObservedLayout) => number> = {
  size: ({ size }) => size,
  lines: ({ size }) => lines(size),
  align: ({ align }) => align,
  cpupri_size: ({ cpupriSize }) => cpupriSize,
  cpupri_lines: ({ cpupriSize }) => lines(cpupriSize),
};

function readLayout(name: string, field: JsonField): LayoutVector {
  const code = CODES.get(name);
  if (code === undefined) {
    const remedy = `use ${[...CODES.keys()].join(', ')}`;
    throw new VectorFileError(field.path, 'there is no such layout', remedy);
  }
  const numbers = Object.entries(NUMBERS)
    .filter(([part]) => field.at(part).present)
    .map(([part, of]) => numberClaim(field.at(part), of));
  const fields = fieldsOfObject(field.at('fields'));
  const claims = [...numbers, ...fields.flatMap(([part, place]) => fieldClaims(part, place))];
  if (claims.length === 0) field.refuse('give sizes or fields');
  return { id: `layout ${name}`, code, claims };
}

export const readLayouts = (field: JsonField): LayoutVector[] =>
  fieldsOfObject(field).map(([name, layout]) => readLayout(name, layout));

export const runLayout = ({ id, code, claims }: LayoutVector, probe: ProbeRunner): CaseResult =>
  vectorVerdict(id, claims, observeLayout(code, probe));
