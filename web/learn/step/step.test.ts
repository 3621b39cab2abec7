import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../scenario/error.ts';
import { validated } from '../../scenario/fields.ts';
import type { Json } from '../../scenario/json.ts';
import { type StepClaim, StepSchema } from '../../scenario/step-schema.ts';
import { smallStep } from '../../scenario/testing.ts';
import { bound, faultOf } from './step.ts';

const share = { metric: 'kernel_share', variant: 'B' } as const;
const claim = (more: Partial<StepClaim>): StepClaim => ({ says: 'It is less.', ...share, ...more });
const runs = { A: 20, B: 11 } as Readonly<Record<string, number>>;

describe('a claim of a step', () => {
  it('holds within its bounds, ends included, and says by how much it does not', () => {
    const of = ({ variant }: { variant: string }) => runs[variant];
    expect(faultOf(claim({ at_least: 11, at_most: 11 }), of)).toBeUndefined();
    expect(faultOf(claim({ at_least: 12 }), of)).toContain('kernel_share of B is 11');
    expect(faultOf(claim({ than: 'A', at_most: 0.6 }), of)).toBeUndefined();
    expect(faultOf(claim({ than: 'A', at_most: 0.5 }), of)).toContain('0.55 times that of A');
  });
  it('does not hold of a run that gives no such number', () => {
    expect(faultOf(claim({ at_least: 0 }), () => undefined)).toContain('gives no kernel_share');
    const half = ({ variant }: { variant: string }) => (variant === 'A' ? undefined : 1);
    expect(faultOf(claim({ than: 'A', at_least: 0 }), half)).toContain('A gives no');
  });
});

describe('the text of a step', () => {
  it('gets its values from the run', () => {
    const told = 'The kernel takes {after} where it took {before}.';
    const values = [{ id: 'after', ...share }];
    const said = 'The kernel takes 11 % where it took {before}.';
    expect(bound(told, values, () => '11 %')).toBe(said);
  });
});

describe('a step that says what it should not', () => {
  const step = { ...smallStep, text: 'A fifth, {part}. It is less.' };
  const refusal = (more: Record<string, Json>) => {
    try {
      validated(StepSchema, { ...step, values: [{ id: 'part', ...share }], ...more }, 'step');
    } catch (error) {
      return error instanceof ScenarioError ? error.path : String(error);
    }
    return 'none';
  };
  it('is refused by the path of the field', () => {
    expect(refusal({})).toBe('none');
    expect(refusal({ title: 'one two three four five six seven' })).toBe('step.title');
    expect(refusal({ text: 'word '.repeat(91) })).toBe('step.text');
    expect(refusal({ text: 'A fifth, {parts}.' })).toBe('step.text');
    const ofRecords = [{ id: 'part', metric: 'search_words', variant: 'B' }];
    expect(refusal({ values: ofRecords })).toBe('step.values[0]');
    expect(refusal({ text: 'No value.' })).toBe('step.values[0]');
    expect(refusal({ claims: [{ says: 'It is more.', ...share, at_least: 1 }] })).toBe(
      'step.claims[0].says',
    );
    expect(refusal({ claims: [{ says: 'It is less.', ...share }] })).toBe('step.claims[0]');
    expect(refusal({ claims: [{ says: 'It is less.', ...share, than: 'B', at_most: 1 }] })).toBe(
      'step.claims[0]',
    );
    const counted = { says: 'It is less.', variant: 'B', metric: 'decisions', at_most: 1 };
    expect(refusal({ claims: [{ ...counted, reason: 'SI_SCAN' }] })).toBe('none');
    expect(refusal({ claims: [counted] })).toBe('step.claims[0]');
    expect(refusal({ claims: [{ ...counted, metric: 'wake_p99', reason: 'SI_SCAN' }] })).toBe(
      'step.claims[0]',
    );
  });
});

describe('a step that leads the eye', () => {
  const refusal = (more: Record<string, Json>) => {
    try {
      validated(StepSchema, { ...smallStep, ...more }, 'step');
    } catch (error) {
      return error instanceof ScenarioError ? `${error.path} ${error.problem}` : String(error);
    }
    return 'none';
  };
  const watch = 'Watch the [CPUs at the gate|gate].';

  it('names a mechanism, what of it matters, and what to look at', () => {
    const at = { first: 'refill', after: '1 ms', cpu: 4 } as const;
    expect(refusal({ watch, at, layer: 'page-lists', focus: 'gate' })).toBe('none');
    expect(refusal({ focus: 'gate' })).toContain('step says what matters in a mechanism');
    expect(refusal({ layer: 'pages' })).toContain('step.layer');
    expect(refusal({ layer: 'cpupri', focus: 'door' })).toContain('step.focus');
  });

  it('points at one thing, after a verb of seeing, in few words', () => {
    expect(refusal({ watch: 'Look at the [gate|gate].' })).toContain('step.watch');
    expect(refusal({ watch: 'Watch the gate.' })).toContain('step.watch does not point');
    expect(refusal({ watch: 'Watch [one|cpu:1] and [two|cpu:2].' })).toContain('step.watch');
    expect(refusal({ watch: `Watch [it|gate] ${'word '.repeat(20)}` })).toContain('step.watch');
    expect(refusal({ watch: 'Watch [it|doors:1].' })).toContain('step.watch points at');
    expect(refusal({ watch, caption: 'a'.repeat(161) })).toContain('step.caption');
    expect(refusal({ caption: 'a'.repeat(161) })).toBe('none');
  });

  it('counts its words as they read, and finds its claims in them', () => {
    const text = `${'word '.repeat(87)}[of two|gate].`;
    expect(refusal({ text })).toBe('none');
    const claims = [{ says: 'word of two.', ...share, at_least: 1 }];
    expect(refusal({ text, claims })).toBe('none');
    expect(refusal({ text: 'See [it|doors:1].' })).toContain('step.text points at');
  });

  it('begins at an event of one kind', () => {
    expect(refusal({ at: { after: '1 ms' } })).toContain('step.at');
    expect(refusal({ at: { decision: 'wake', reason: 'si_none' } })).toContain('step.at.reason');
    expect(refusal({ at: { decision: 'wake', reason: 'SI_NONE' } })).toBe('none');
  });

  it('says of what it gives to try what its run is held to', () => {
    const tried = { label: 'Clients', value: 4, expect: 'Fewer wait.', ...share };
    expect(refusal({ try: { ...tried, than: 'before', at_most: 0.5 } })).toBe('none');
    expect(refusal({ try: tried })).toContain('step.try makes no statement');
    expect(refusal({ try: { ...tried, metric: 'search_words', at_most: 1 } })).toContain(
      'step.try needs every record',
    );
  });
});
