import { describe, expect, it } from 'vitest';
import { newLesson } from '../learn/lesson/lesson.ts';
import { decodeRecipe, encodeRecipe, type Recipe, timeNs } from '../scenario/index.ts';
import { choiceOf, recipeOf } from './address.ts';
import { firstState, type StageState, stageLayouts } from './store.ts';
import { UNBOUNDED } from './tempo.ts';

const base: Recipe = { format: 'schedscape-recipe/3', scenario: 'cpupri/ffmpeg-480' };

/** What a reload makes of a choice: through the address bar and back. */
function reloaded(choice: StageState): Partial<StageState> {
  const recipe = decodeRecipe(encodeRecipe(recipeOf(base, choice)));
  return choiceOf(recipe, { playhead: timeNs(recipe.playhead!) });
}

describe('the address bar', () => {
  it.each(stageLayouts)('keeps the stage %s', (stage) => {
    expect({ ...firstState, ...reloaded({ ...firstState, stage }) }.stage).toBe(stage);
  });
  it('keeps everything a person chose over a reload', () => {
    const choice: StageState = {
      ...firstState,
      stage: 'B',
      playhead: 51_234_567,
      playing: false,
      speed: 12_500,
      selection: { cpu: 17, line: 2 },
      dock: 'c2c',
      story: false,
      inspector: true,
    };
    expect(reloaded(choice)).toEqual({
      stage: 'B',
      playhead: 51_234_567,
      playing: false,
      speed: 12_500,
      selection: { cpu: 17, line: 2 },
      dock: 'c2c',
      story: false,
      inspector: true,
    });
  });
  it('keeps the step that is read, and leaves out one that the story does not have', () => {
    const scenario = { steps: [{}, {}, {}], variants: [] } as never;
    const recipe = recipeOf(base, { ...firstState, step: 2 });
    expect(recipe.view).toMatchObject({ step: 3 });
    expect(choiceOf(recipe, { playhead: 0, scenario })).toMatchObject({ step: 2 });
    const other = { ...base, view: { step: 4 } };
    expect(choiceOf(other, { playhead: 0, scenario })).not.toHaveProperty('step');
    expect(recipeOf(base, firstState).view).not.toHaveProperty('step');
  });
  it('takes a view on the whole stage for nothing where the link names no view', () => {
    const whole = choiceOf({ ...base, view: { whole: true } }, { playhead: 0 });
    expect(whole.wholeView).toBeUndefined();
  });
  it('keeps the sizes of panels, a view on the whole stage, a lock and a group', () => {
    const chosen = {
      sizes: { story: 320, dock: 410 },
      dock: 'struct-layout',
      wholeView: true,
      selection: { lock: 3, group: 7 },
    } as const;
    expect(reloaded({ ...firstState, ...chosen })).toMatchObject(chosen);
    expect(reloaded(firstState)).not.toHaveProperty('sizes');
  });

  it.each([
    ['the domains of the selected CPU', { domains: true, selection: { cpu: 3 } }],
    ['the machine that the open view is of', { dock: 'c2c', dockSide: 'B' }],
    ['the open view', { dock: 'domains' }],
    ['the panels', { story: false, inspector: true }],
    ['the legend entry that is shown alone', { only: 'lock' }],
    [
      'zoom and range of the Timelines',
      {
        dock: 'timeline',
        timeline: {
          A: { span: { from: '1.5 ms', to: '1.75 ms' } },
          B: { range: { from: '0 ns', to: '2 ms', cpus: '0-7,240' } },
        },
      },
    ],
    [
      'what Curves shows',
      {
        dock: 'curves',
        curves: { axis: 'workload.user', metric: 'busy_share', length: '5 ms', form: 'map' },
      },
    ],
    [
      'where a person moved the camera',
      { camera: { kind: 'place', cpu: 17, x: 0.25, y: -1.5, zoom: 3.4 } },
    ],
  ] as const)('keeps %s over a reload, and says nothing of it at first', (_, chosen) => {
    expect(reloaded({ ...firstState, ...chosen })).toMatchObject(chosen);
    for (const name of Object.keys(chosen).filter((each) => each !== 'selection'))
      expect(reloaded(firstState)).not.toHaveProperty(name);
  });

  it('says nothing of a view that is not open, and of where a step looks', () => {
    const chosen = {
      timeline: { A: { span: { from: '1 ms', to: '2 ms' } } },
      curves: { form: 'table' },
      dock: 'c2c',
      camera: { kind: 'llc', llc: 1 },
    } as const;
    const { view } = recipeOf(base, { ...firstState, ...chosen });
    expect(Object.keys(view!).sort()).toEqual(['playing', 'rate', 'tab']);
  });

  it('keeps the event of the step that is shown, and none without a step', () => {
    const event = {
      phase: 'slow',
      place: { time: 51_234, record: 4711 },
      said: 'It moves.',
    } as const;
    const scenario = { steps: [{}, {}], variants: [] } as never;
    const recipe = recipeOf(base, { ...firstState, step: 1, event });
    expect(recipe.view).toMatchObject({ step: 2, event: { at: '51.234 µs', record: 4711 } });
    const again = choiceOf(decodeRecipe(encodeRecipe(recipe)), { playhead: 0, scenario });
    expect(again.event).toEqual({ phase: 'shown', place: event.place });
    expect(recipeOf(base, { ...firstState, event }).view).not.toHaveProperty('event');
  });

  it('keeps how far somebody has come in a lesson, where the scenario asks the same', () => {
    const lesson = {
      phase: 'run',
      answers: { share: 'about 11 %' },
      explanation: 'The count has its line to itself.',
      isExplained: true,
    } as const;
    const recipe = decodeRecipe(encodeRecipe(recipeOf(base, { ...firstState, lesson })));
    const choices = [{ says: 'about 11 %' }, { says: 'about 20 %' }];
    const question = { kind: 'choice', id: 'share', choices };
    const opened = (asks: readonly object[]) =>
      ({ playhead: 0, scenario: { variants: [], steps: asks.map((ask) => ({ ask })) } }) as never;
    expect(choiceOf(recipe, opened([question])).lesson).toEqual(lesson);
    expect(choiceOf(recipe, opened([])).lesson).toBeUndefined();
    // A reader with only some answers is asked first: nothing is revealed.
    const more = choiceOf(recipe, opened([question, { ...question, id: 'other' }])).lesson;
    expect(more).toEqual({ ...newLesson, answers: lesson.answers });
  });

  it('keeps that a stage is embedded, and says nothing of one that is not', () => {
    expect(reloaded({ ...firstState, embed: true }).embed).toBe(true);
    expect(reloaded(firstState)).not.toHaveProperty('embed');
  });

  it('keeps playing when it played, and as fast as it goes', () => {
    const again = reloaded({ ...firstState, playing: true, speed: UNBOUNDED });
    expect(again).toMatchObject({ playing: true, speed: UNBOUNDED });
  });
  it('stays within 200 characters for a scenario as it comes', () => {
    const choice = { ...firstState, playhead: 99_999_999, selection: { cpu: 479, line: 40 } };
    expect(encodeRecipe(recipeOf(base, choice)).length).toBeLessThan(200);
  });
  it('plays at first sight, and stands still where a link points', () => {
    expect(choiceOf(base, { playhead: 0 }).playing).toBe(true);
    expect(choiceOf({ ...base, playhead: '5 ms' }, { playhead: 5_000_000 }).playing).toBe(false);
  });
});
