import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { schemaFiles, storyType } from './schema-export.ts';

const folder = fileURLToPath(new URL('../../scenarios/schema/', import.meta.url));

// After a change of a format, or of the stories: npx vitest run --project unit web/scenario/schema.test.ts -u
describe('the published JSON Schema', () => {
  for (const [name, text] of Object.entries(schemaFiles())) {
    it(`of ${name} is the one that the validating schema gives`, async () => {
      await expect(text).toMatchFileSnapshot(`${folder}${name}.json`);
    });
  }

  it('stands beside the type of the stories, which is the one that their list gives', async () => {
    await expect(storyType()).toMatchFileSnapshot(`${folder}story.gen.ts`);
  });

  it('says the form of a time, the words of a choice and what each field is', () => {
    const scenario = JSON.parse(schemaFiles().scenario!);
    expect(scenario.properties.duration).toMatchObject({ type: 'string' });
    expect('150 ms').toMatch(new RegExp(scenario.properties.duration.pattern));
    expect('150 kg').not.toMatch(new RegExp(scenario.properties.duration.pattern));
    expect(scenario.properties.story.enum).toContain('cpupri');
    expect(scenario.properties.title.description).toBe('A title.');
    expect(scenario.additionalProperties).toBe(false);
    expect(scenario.required).toEqual(
      expect.arrayContaining(['format', 'title', 'platform', 'variants', 'workload', 'duration']),
    );
  });
});
