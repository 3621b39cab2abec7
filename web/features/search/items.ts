// All that can be found, and what choosing it does. On the stage that is what is on it, too: its views, knobs,
// commands, CPUs and tasks; elsewhere names of the kernel lead to a story that has them.

import chapters from 'virtual:chapters';
import kernelNames from 'virtual:kernel-names';
import { findLine } from '../../engine/fields.ts';
import { taskName } from '../../engine/task-names.ts';
import { entries, type GlossaryEntry } from '../../learn/glossary/entries.ts';
import { entryText } from '../../learn/glossary/search.ts';
import {
  chapterHash,
  compareHash,
  docHash,
  homeHash,
  ownHash,
  storyHash,
} from '../../scenario/place.ts';
import type { Tab } from '../../scenario/tabs.ts';
import { type Features, shownKey } from '../../stage/feature.ts';
import { launch } from '../../stage/launch.ts';
import { themeSelect, topBar } from '../../stage/messages.ts';
import type { Session } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { chooseTheme } from '../../stage/theme.ts';
import { ownThemes } from '../../ui/theme.ts';
import { askForFile, focusSetting, pressButton } from './actions.ts';
import { askedNumber } from './numbers.ts';
import type { Findable } from './rank.ts';
import { commandName, type FindingKind, words } from './words.ts';

export interface SearchItem extends Findable {
  /** Told apart from all others by it. */
  readonly id: string;
  readonly kind: FindingKind;
  /** The key that does the same. */
  readonly key?: string | undefined;
  readonly run: () => void;
}

/** What is on stage; undefined elsewhere. */
export interface OnStage {
  readonly session: Session;
  readonly features: Features;
}

type Given = Omit<SearchItem, 'id' | 'weight'> & { readonly weight?: number };
const item = (given: Given, weight = 0): SearchItem => ({
  weight,
  ...given,
  id: `${given.kind} ${given.name}`,
});

const go = (hash: string) => {
  window.location.hash = hash;
};

/** Chapters and their stories, which come by chapter. */
async function storyItems(): Promise<SearchItem[]> {
  const cards = await Promise.all(chapters.map(async ({ stories }) => (await stories()).default));
  const ofChapters = chapters.map(({ folder, name, question, about }) =>
    item(
      {
        ...{ kind: 'chapter', name: `${name}: ${question}`, text: about },
        run: () => go(chapterHash(folder)),
      },
      9,
    ),
  );
  const ofStories = cards.flat().map(({ scenario, title, question }) => ({
    ...item({ kind: 'story', name: question, text: title, run: () => go(storyHash(scenario)!) }, 6),
    id: scenario,
  }));
  return [...ofChapters, ...ofStories];
}

/** Documents, whose texts come with the first search. */
async function docItems(): Promise<SearchItem[]> {
  const { docs, foundBy } = await import('../../learn/docs/texts.ts');
  return docs.map((doc) =>
    item({ kind: 'doc', name: doc.title, text: foundBy(doc), run: () => go(docHash(doc.name)) }, 3),
  );
}

const termItem = (entry: GlossaryEntry): SearchItem =>
  item({
    ...{ kind: 'term', name: entry.name, text: `${entryText(entry)} ${entry.kernel ?? ''}` },
    weight: 5,
    run: () => choose({ glossary: entry.id }),
  });

/** The entry that explains a function, if one does: it names it as the kernel's, or in its text. */
function explaining(name: string): GlossaryEntry | undefined {
  const isNamed = (text: string | undefined) =>
    text !== undefined && new RegExp(`\\b${name}\\b`).test(text);
  return (
    entries.find(({ kernel }) => isNamed(kernel)) ??
    entries.find((entry) => isNamed(entryText(entry)))
  );
}

/** Opens a view of what is on stage, or of a story that has what is looked for. */
function toView(stage: OnStage | undefined, story: string, dock: Tab, line?: number): void {
  if (!stage) {
    window.history.pushState(null, '', storyHash(story));
    launch({ choice: { dock } });
  } else {
    const { selection } = useStageState.getState();
    choose({ dock, selection: line === undefined ? selection : { ...selection, line } });
  }
}

function functionItems(stage: OnStage | undefined): SearchItem[] {
  return kernelNames.functions.map(({ name, story }) => {
    const entry = explaining(name);
    const text = entry ? words.functionText(entry.name) : words.functionSeen;
    const run = () => (entry ? choose({ glossary: entry.id }) : toView(stage, story, 'c2c'));
    return item({ kind: 'function', name, text, run });
  });
}

function fieldItems(stage: OnStage | undefined): SearchItem[] {
  return kernelNames.fields.map(({ name, story }) => {
    const [structure = '', field = ''] = name.split(/\.(.*)/s);
    const run = () => {
      const catalog = stage?.session.playback.summary().variants.A.catalog;
      const line = catalog && findLine(catalog, { structure, field });
      toView(stage, story, 'struct-layout', line);
    };
    return item({ kind: 'field', name, text: words.fieldText, run });
  });
}

function stageItems({ session, features }: OnStage): SearchItem[] {
  const views = features.tabsOf(session).map(({ link, title }) =>
    item({
      ...{ kind: 'view', name: title, text: words.viewText, weight: 4 },
      run: () => choose({ dock: link }),
    }),
  );
  const settings = (session.opened.scenario.show?.knobs ?? []).map(({ label, path, values }) =>
    item({
      ...{ kind: 'setting', name: label, weight: 3 },
      text: `${words.settingText(values.join(', '))} ${path}`,
      run: () => focusSetting(label),
    }),
  );
  const commands = features.commands().map(({ name, what, command }) =>
    item({
      ...{
        kind: 'command',
        name: commandName(name),
        text: what,
        key: shownKey(command),
        weight: 2,
      },
      run: () => command.run(session, features),
    }),
  );
  const panels = (['story', 'inspector'] as const).map((panel) =>
    item({
      ...{ kind: 'command', name: words[panel], text: words.panelText, weight: 2 },
      run: () => choose({ [panel]: !useStageState.getState()[panel] }),
    }),
  );
  const { fidelity, share, export: exports, present } = topBar;
  const texts: Partial<Record<string, string>> = {
    [exports]: words.exportText,
    [share]: words.shareText,
  };
  const buttons = [fidelity, share, exports, present].map((name) =>
    item({
      ...{ kind: 'command', name, text: texts[name] ?? words.pressText, weight: 2 },
      run: () => pressButton(name),
    }),
  );
  return [...views, ...settings, ...commands, ...panels, ...buttons];
}

/** Actions that are available everywhere on the page. */
function commonItems(stage: OnStage | undefined): SearchItem[] {
  const take = (file: File) => (stage ? void stage.session.stage.open(file) : launch({ file }));
  const ownMachine = () => {
    if (!stage) {
      window.history.pushState(null, '', storyHash(chapters[0]!.flagship));
      launch({ choice: { ownMachine: true } });
    } else choose({ ownMachine: true });
  };
  const own = [
    { name: words.home, text: words.homeText, run: () => go(homeHash) },
    { name: words.own, text: words.ownText, run: () => go(ownHash) },
    { name: words.compare, text: words.compareText, run: () => go(compareHash) },
    { name: words.openFile, text: words.openFileText, run: () => askForFile(take) },
    { name: words.ownMachine, text: words.ownMachineText, run: ownMachine },
    ...ownThemes.map((theme) => ({
      name: words.theme(themeSelect.themes[theme]),
      text: words.themeText,
      run: () => chooseTheme(theme),
    })),
  ];
  return own.map((each) => item({ kind: 'command', ...each }, 2));
}

/** Everything that can be found. Rejects if the stories cannot be fetched. */
export async function allItems(stage: OnStage | undefined): Promise<readonly SearchItem[]> {
  const all = [
    ...(await storyItems()),
    ...(await docItems()),
    ...(stage ? stageItems(stage) : []),
    ...commonItems(stage),
    ...entries.map(termItem),
    ...functionItems(stage),
    ...fieldItems(stage),
  ];
  return [...new Map(all.map((each) => [each.id, each])).values()];
}

/** The names on stage; undefined elsewhere, and until they have come. */
export const catalogOn = (stage: OnStage | undefined) =>
  stage?.session.playback.summary().variants.A.catalog;

/** "CPU 123" and "task 7", where there is such a one on stage. */
export function numberedItem(query: string, stage: OnStage | undefined): SearchItem | undefined {
  const catalog = catalogOn(stage);
  const asked = askedNumber(query, catalog);
  if (!catalog || !asked || asked.number >= asked.count) return undefined;
  const { isCpu, number } = asked;
  const { selection } = useStageState.getState();
  const selected = isCpu ? { cpu: number } : { task: number };
  return item({
    kind: 'place',
    name: isCpu ? words.cpu(number) : words.task(number),
    text: isCpu ? words.cpuText : words.taskText(taskName(catalog, number)),
    run: () => choose({ selection: { ...selection, ...selected }, inspector: true }),
  });
}
