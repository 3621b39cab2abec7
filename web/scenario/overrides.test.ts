import { describe, expect, it } from 'vitest';
import { applyOverrides, parseOverride } from './overrides.ts';
import { openScenario, parseScenario } from './scenario.ts';
import { reader, refusal, smallScenario } from './testing.ts';

const small = smallScenario();
const withSet = (...written: string[]) => parseScenario(small, written.map(parseOverride));

describe('an override', () => {
  it('is a path and a value: JSON where it is JSON, text otherwise', () => {
    expect(parseOverride('workload.user=300us')).toEqual({ path: 'workload.user', value: '300us' });
    expect(parseOverride('seed = 3')).toEqual({ path: 'seed', value: 3 });
    expect(parseOverride('variant.B.kernel.cpupri_per_node=true').value).toBe(true);
    expect(parseOverride('variant.A.label="3"').value).toBe('3');
    expect(parseOverride('title=a=b').value).toBe('a=b');
    expect(parseOverride('x={"a": 1}').value).toEqual({ a: 1 });
  });

  it.each(['workload.user', '=3', ''])('written as "%s" is refused', async (written) => {
    expect((await refusal(() => parseOverride(written))).problem).toBe('is not an override');
  });

  it('changes the field it names and leaves the given document alone', () => {
    const scenario = withSet('workload.user=300us', 'seed=3', 'variant.B.kernel.layout=p2');
    expect(scenario.workload.user).toBe('300us');
    expect(scenario.seed).toBe(3);
    expect(scenario.variants[1]!.kernel.layout).toBe('p2');
    expect(small).toEqual(smallScenario());
  });

  it('reaches into a machine given by name, and makes levels that were left out', async () => {
    const overrides = ['platform.timings=hsw-d', 'platform.adjust.dram.local=90ns'];
    const opened = await openScenario(small, reader, overrides.map(parseOverride));
    expect(opened.timings.id).toBe('hsw-d');
    expect(opened.adjust.dram?.local).toBe('90ns');
    expect(opened.machine.cpus).toBe(8);
  });

  it('reaches into lists by index', () => {
    expect(withSet('variants.0.label=Old').variants[0]!.label).toBe('Old');
  });

  it.each([
    ['workload.usr=3us', 'workload.usr', 'is not a known key'],
    ['workload.user=3kg', 'workload.user', '"3kg" has the unit "kg", which is not a unit of time'],
    ['workload.user=300', 'workload.user', 'is 300 without a unit'],
    ['seed=soon', 'seed', 'is "soon"'],
    [
      'variant.Q.kernel.layout=p2',
      'variant.Q.kernel.layout',
      'names a variant "Q" that does not exist',
    ],
    ['variant.B=p2', 'variant.B', 'does not name a field of a variant'],
    ['variants.7.label=x', 'variants.7.label', 'names "7" in a list of 2'],
    ['title.of.it=x', 'title.of.it', 'descends into "title", which is a plain value'],
    ['format=x', 'format', 'cannot be overridden'],
    ['a b=3', 'a b', 'is not the path of a field'],
    ['__proto__.polluted=1', '__proto__.polluted', 'is not the path of a field'],
    [
      'workload.constructor.prototype=1',
      'workload.constructor.prototype',
      'is not the path of a field',
    ],
    [
      'workload.user={"__proto__": 1}',
      'workload.user.__proto__',
      'is not a key that data may have',
    ],
  ])('%s is refused with the path of the field', async (written, path, problem) => {
    expect(await refusal(() => withSet(written))).toMatchObject({ path, problem });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('suggests the key that was meant', async () => {
    expect((await refusal(() => withSet('workload.usr=3us'))).remedy).toContain(
      'did you mean "user"?',
    );
    expect((await refusal(() => withSet('variant.b.label=x'))).remedy).toContain(
      'did you mean "B"? The variants are A, B',
    );
  });

  it('comes in bounded number', async () => {
    const many = Array.from({ length: 65 }, () => parseOverride('seed=1'));
    expect((await refusal(() => applyOverrides(small, many))).problem).toBe('has 65 overrides');
  });
});
