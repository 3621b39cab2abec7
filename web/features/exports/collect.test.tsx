import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { provenanceText } from '../../exchange/provenance.ts';
import { recipeInAddress } from '../../scenario/share.ts';
import { exportRegistry } from '../../stage/export-registry.ts';
import { Features } from '../../stage/feature.ts';
import type { Session } from '../../stage/session.ts';
import { choose, firstState } from '../../stage/store.ts';
import { catalogOf, shapes } from '../../views/topology/testing/machines.ts';
import {
  checkStoryMayBePrinted,
  type ExportedFile,
  ExportProblem,
  fileName,
  frameFile,
  provenanceNow,
  stageFile,
  type TableKind,
  tableFile,
  viewFile,
} from './collect.ts';
import { sideText } from './side-text.ts';

// What the page is built with is not there in a test; of the chunk that reads recipes this room needs two functions.
vi.mock('../../stage/content.ts', () => ({
  recipeChunk: async () => ({
    ...(await import('../../stage/address.ts')),
    ...(await import('../../scenario/share.ts')),
  }),
}));

const catalog = catalogOf(shapes['milan 2s nps1']);
const kernel = { version: '6.18', layout: 'base' };
const opened = {
  name: 'cpupri/ffmpeg-480',
  seed: 7,
  duration: 100,
  machine: { cpus: 8 },
  recipe: { format: 'schedscape-recipe/3', scenario: 'cpupri/ffmpeg-480' },
  scenario: {
    title: 'Lines & "locks"',
    variants: [
      { id: 'A', label: 'Baseline', kernel },
      { id: 'B', label: 'Patched', kernel },
    ],
  },
};

const empty = { catalog: undefined, headline: undefined };

/** A session of two machines that have not measured anything. */
function session(lane: object = { ...empty, catalog }, engine: object = {}): Session {
  const playback = {
    time: 0,
    summary: () => ({ variants: { A: lane, B: lane, C: empty, D: empty } }),
    engine: () => engine,
  };
  return { stage, opened, playback } as unknown as Session;
}

const stage = {} as Session['stage'];

/** What the page shows; its view and its Inspector are handed out. */
function show(html: string): void {
  document.body.innerHTML = html;
  const parts = exportRegistry(stage);
  parts.clear();
  const found = { view: '[role=tabpanel]', inspector: '[data-panel=inspector]' } as const;
  for (const part of ['view', 'inspector'] as const) {
    const element = document.querySelector<HTMLElement>(found[part]);
    if (element) parts.set(part, element);
  }
}

async function refusal(act: () => Promise<ExportedFile>): Promise<ExportProblem> {
  try {
    await act();
  } catch (error) {
    if (error instanceof ExportProblem) return error;
    throw error;
  }
  throw new Error('expected a problem, but a file was made');
}

beforeEach(() => choose({ ...firstState, stage: 'A | B' }, true));
afterEach(() => show(''));

describe('an exported file', () => {
  it('is called by its scenario, the variants on stage and what it is', async () => {
    expect(fileName(await provenanceNow(session()), 'c2c', 'csv')).toBe(
      'cpupri-ffmpeg-480-ab-c2c.csv',
    );
    choose({ stage: 'B' });
    expect(fileName(await provenanceNow(session()), 'Stage!', 'png')).toBe(
      'cpupri-ffmpeg-480-b-stage.png',
    );
  });

  it('holds the recipe of what is on stage now, not of what was opened', async () => {
    const before = await provenanceNow(session());
    choose({ stage: 'B', domains: true });
    const after = await provenanceNow(session());
    expect(before.recipe).toMatch(/^#/);
    expect(after.recipe).not.toBe(before.recipe);
    expect(after.variants.map(({ id }) => id)).toEqual(['B']);
  });

  it('says of a recording that it is one, and of no kernel or run', async () => {
    const beside = { ...session(), recorded: 'B' as const };
    const provenance = await provenanceNow(beside);
    expect(fileName(provenance, 'lines', 'csv')).toBe('cpupri-ffmpeg-480-ar-lines.csv');
    expect(provenanceText(provenance)).toContain('R (Patched, a trace, not a run)');
    expect(provenanceText(provenance)).not.toMatch(/variant [BR]|Patched, Linux/);
    expect(sideText(beside, 'B')).toBe('R  Patched, a trace, not a run');
    expect(sideText(beside, 'A')).toBe('A  Baseline, Linux 6.18, seed 7');
  });
});

describe('the table of the Inspector', () => {
  it('is the one on the page, with where it came from above it', async () => {
    show('<aside data-panel="inspector"><dl><dt>CPU</dt><dd>3</dd></dl></aside>');
    const { name, content } = await tableFile(session(), 'inspector', 'csv');
    expect(name).toBe('cpupri-ffmpeg-480-ab-inspector.csv');
    expect(content.type).toBe('text/csv');
    const lines = (await content.text()).trimEnd().split('\r\n');
    expect(lines.filter((line) => line.startsWith('# ')).join()).toContain('cpupri/ffmpeg-480');
    expect(lines.filter((line) => !line.startsWith('#'))).toEqual([
      'table,column_1,column_2',
      ',CPU,3',
    ]);
  });

  it('is refused in a sentence with a remedy where nothing is selected', async () => {
    show('<aside data-panel="inspector"><p>Select something.</p></aside>');
    const { message, remedy } = await refusal(() => tableFile(session(), 'inspector', 'csv'));
    expect(message).toBe('Nothing was exported: there is no table in the Inspector.');
    expect(remedy).toMatch(/^Open a view with a table/);
  });
});

describe('tables of a run', () => {
  it.each<TableKind>(['figures', 'lines', 'c2c', 'ledger'])(
    '(%s) are refused while it warms up',
    async (kind) => {
      const { message } = await refusal(() => tableFile(session(), kind, 'json'));
      expect(message).toContain('still warming up');
    },
  );

  it('say where each CPU sits, as JSON with their units', async () => {
    const { content } = await tableFile(session(), 'topology', 'json');
    const { format, tables } = JSON.parse(await content.text());
    expect(format).toBe('schedscape-tables/1');
    expect(tables.topology.rows).toHaveLength(catalog.topology.cpus);
    expect(tables.topology.rows[1]).toMatchObject({ cpu: 1, llc: catalog.topology.llc[1] });
  });

  it('need a machine, and a span for the sums of the timeline', async () => {
    const none = await refusal(() => tableFile(session(empty), 'topology', 'csv'));
    expect(none.message).toContain('no machine has been drawn');
    const unselected = await refusal(() => tableFile(session(), 'timeline', 'csv'));
    expect(unselected.remedy).toContain('press R');
  });

  it('ask for the span of each side that has one', async () => {
    const asked: unknown[] = [];
    const timelineSums = async (query: unknown) => void asked.push(query);
    const one = session({ ...empty, catalog }, { timelineSums });
    choose({ timeline: { B: { range: { from: '10 ns', to: '20 ns', cpus: '3' } } } });
    await refusal(() => tableFile(one, 'timeline', 'csv'));
    choose({ timeline: undefined });
    expect(asked).toEqual([{ from: 10, to: 20, cpus: Uint16Array.of(3) }]);
  });
});

describe('a picture', () => {
  it('of a view is refused where the dock draws nothing but signs', async () => {
    show('<div role="tabpanel"><svg width="16"></svg></div>');
    const { message, remedy } = await refusal(() => viewFile(session(), new Features([])));
    expect(message).toContain('no chart and no layout');
    expect(remedy).toContain('Struct layout');
  });

  it('of the stage is refused before a machine was drawn', async () => {
    expect((await refusal(() => stageFile(session()))).message).toContain('no machine');
  });
});

describe('a frame for a page', () => {
  it('shows what is on stage without panels, and cannot be broken by a title', async () => {
    const { name, content } = await frameFile(session());
    expect(name).toBe('cpupri-ffmpeg-480-ab-frame.html');
    const text = await content.text();
    const [, source] = text.match(/^<iframe [^>]*src="([^"]*)"[^>]*><\/iframe>$/m)!;
    // As wide as the page that takes it in has room.
    expect(text).toContain('width: 100%; max-width: 1280px; height: auto; aspect-ratio: 16 / 9');
    const recipe = recipeInAddress(source!)!;
    expect(recipe.view).toMatchObject({ embed: true });
    expect(text.match(/Lines &#38; &#34;locks&#34;/g)).toHaveLength(2);
    expect(text).not.toContain('"locks"');
  });
});

describe('a story on paper', () => {
  const ask = {
    ...{ kind: 'number', id: 'share', question: 'What share?', points: 1, within: 10 },
    about: { metric: 'kernel_share', variant: 'B' },
  } as const;
  const asking = {
    ...session(),
    opened: { ...opened, scenario: { ...opened.scenario, steps: [{ ask }, {}] } },
  } as unknown as Session;
  afterEach(() => choose(firstState, true));

  it('is not printed while the question of its step stands open', () => {
    choose({ step: 0 });
    expect(() => checkStoryMayBePrinted(asking)).toThrow(ExportProblem);
  });

  it('is printed once it is answered, in other steps and where none is told', () => {
    for (const shown of [{ step: 0, guesses: { share: 'skipped' } }, { step: 1 }, {}] as const) {
      choose({ ...firstState, ...shown });
      expect(() => checkStoryMayBePrinted(asking)).not.toThrow();
    }
  });
});
