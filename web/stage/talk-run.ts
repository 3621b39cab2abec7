// Gives a talk on the stage: brings the story of each step on it, keeping its runs since the talk was opened, moves
// them to the moment of the step, and reports the position to a speaker's window. Loaded when a talk is given.

import { withoutLinks } from '../base/links.ts';
import type { KeyMeaning } from '../present/keys.ts';
import { channelOf, messageIn, type SpeakerMessage } from '../present/speaker.ts';
import { obeyed, type TalkCommand, type TalkState } from '../present/talk.ts';
import { speakerHash, talkHash } from '../scenario/talk/address.ts';
import { unquoted } from '../ui/quoted.ts';
import { atEvent, showStep } from './first-sight.ts';
import { when, whenComputed } from './playback/when.ts';
import { showOnce } from './ring.ts';
import type { Session } from './session.ts';
import type { Content } from './stage-content.ts';
import { choose, useStageState } from './store.ts';
import { type TalkNow, useTalk } from './talk-now.ts';
import { given } from './talk-ref.ts';
import { forget, storeTalkSession, talkSessionOf, talkWindow } from './talk-session.ts';
import {
  boundNotes,
  computedOf,
  failureOf,
  type OpenedTalk,
  stageOfStep,
  type TalkStory,
  type TalkStoryStep,
  unbound,
} from './talk-steps.ts';
import { wornTheme } from './theme.ts';

/** What a talk needs of the stage that it is given on. */
export interface TalkHost {
  /** Brings a scene on stage whose runs another owner keeps. */
  readonly put: (content: Content) => void;
  /** Says where it stands, in the address. */
  readonly stand: (hash: string) => void;
}

const firstStateOf = ({ name, title, steps }: OpenedTalk, at: number): TalkState => ({
  ...{ name, title, at, isBlack: false, typed: '', computed: 0, begun: undefined },
  steps: steps.map((step) => ({
    ...{ title: step.title, seconds: step.seconds },
    note: unbound(step),
  })),
});

export class TalkRun {
  readonly #talk: OpenedTalk;
  readonly #host: TalkHost | undefined;
  readonly #channel: BroadcastChannel | undefined;
  readonly #stops: (() => void)[] = [];
  readonly #bound = new Set<string>();
  #state: TalkState;
  #shown: TalkStory | undefined;
  #stopWaiting = () => {};
  #isOver = false;

  /** Without a host it is given of the one story that is on stage, which keeps its runs. */
  constructor(talk: OpenedTalk, at: number, host?: TalkHost) {
    this.#talk = talk;
    this.#host = host;
    const first = firstStateOf(talk, Math.min(at, talk.steps.length - 1));
    this.#state = host
      ? { ...first, ...talkSessionOf(talk.name) }
      : { ...first, begun: Date.now() };
    this.#channel = this.#listen();
    for (const [scenario, story] of talk.stories) {
      const look = () => this.#look(scenario, story);
      this.#stops.push(story.playback.onSummary(look));
    }
  }

  /** Begins to show it. */
  start(): void {
    given.talk = this;
    this.#show();
    choose({ presenting: true, theme: 'projector' });
    this.#publish({});
    for (const [scenario, story] of this.#talk.stories) this.#look(scenario, story);
  }

  readonly obey = (meaning: KeyMeaning): void => {
    if (meaning === 'leave') this.#leave();
    else if (meaning === 'fullScreen') fullScreen();
    else if (meaning === 'speaker') this.#openSpeaker();
    // The component that draws the talk prints it: it asks for the steps one by one (talk-print.ts).
    else if (meaning !== 'print') this.#command(meaning);
  };

  readonly show = (at: number): void => this.#command({ go: at });

  readonly goTo = (name: string, step = 1): boolean => {
    if (name !== this.#talk.name) return false;
    this.#command({ go: step - 1 });
    return true;
  };

  readonly close = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#say({ kind: 'gone' });
    this.#channel?.close();
    this.#stopWaiting();
    for (const stop of this.#stops) stop();
    if (this.#host) for (const { playback } of this.#talk.stories.values()) playback.close();
    if (given.talk === this) given.talk = undefined;
    useTalk.setState({ now: undefined });
    choose({ presenting: false, theme: wornTheme(useStageState.getState().ownTheme) });
  };

  // ---- inside ----------------------------------------------------------------------------------

  #now(): TalkNow {
    return { state: this.#state, run: this };
  }

  #command(command: TalkCommand): void {
    const before = this.#state;
    const next = obeyed(before, command, Date.now());
    if (next === before) return;
    this.#publish(next);
    const isElsewhere =
      next.at !== before.at || next.begun !== before.begun || command === 'previous';
    if (isElsewhere) this.#show();
    else if (next.isBlack !== before.isBlack) choose({ playing: this.#moves() });
  }

  #moves = (): boolean => this.#state.begun !== undefined && !this.#state.isBlack;

  #step(): TalkStoryStep {
    return this.#talk.steps[this.#state.at]!;
  }

  /** Shows the step where the talk stands, as soon as its machine is known. */
  #show(): void {
    const step = this.#step();
    const story = this.#talk.stories.get(step.scenario)!;
    this.#stopWaiting();
    if (this.#host && this.#shown !== story) this.#host.put(this.#contentOf(story, step));
    this.#shown = story;
    this.#host?.stand(talkHash(this.#talk.name, this.#state.at + 1));
    this.#stopWaiting = whenKnown(story, () => this.#place(story, step));
  }

  #contentOf(story: TalkStory, shown: TalkStoryStep): Content {
    const { step, view } = shown;
    const stage = stageOfStep(story, shown);
    const choice = { presenting: true, playing: false, stage, dock: view, story: false } as const;
    return { ...story.content, choice, step: step + 1, kept: story.playback };
  }

  /** Camera, line, tempo, view and moment of a step. */
  #place(story: TalkStory, of: TalkStoryStep): void {
    const { step, view } = of;
    const stage = stageOfStep(story, of);
    const { playback, content } = story;
    const { A, B } = playback.summary().variants;
    const shown = content.steps[step]!;
    choose({ presenting: true, dock: view, stage });
    showStep({ ...shown, stage }, step, (A.catalog ?? B.catalog)!);
    const moment = shown.at ?? content.opened.start;
    const stopRing = shown.ring === undefined ? () => {} : showOnce(shown.ring);
    const { opened, steps } = content;
    const isPlayed = shown.event !== undefined && this.#moves();
    const stopSeek = isPlayed
      ? atEvent({ playback, opened, steps }, shown)
      : whenComputed(playback, moment, () => playback.seek(moment));
    this.#stopWaiting = () => {
      stopSeek();
      stopRing();
    };
    choose({ playing: this.#moves() });
  }

  /** How far the runs are. */
  #look(scenario: string, story: TalkStory): void {
    const all = [...this.#talk.stories.values()].map(computedOf);
    const sum = (of: 'now' | 'all') => all.reduce((total, each) => total + each[of], 0);
    const isDone = all.every(({ now, all: whole }) => now >= whole);
    // In whole percent: it is shown, and told to another window.
    const computed = isDone ? 1 : Math.floor((100 * sum('now')) / sum('all')) / 100;
    const problem = failureOf(story) ?? this.#state.problem;
    if (computed !== this.#state.computed || problem !== this.#state.problem)
      this.#publish({ computed, problem });
    const { now, all: whole } = computedOf(story);
    if (now >= whole && !this.#bound.has(scenario)) {
      this.#bound.add(scenario);
      void this.#bind(scenario, story);
    }
  }

  async #bind(scenario: string, story: TalkStory): Promise<void> {
    const notes = await boundNotes(this.#talk.steps, scenario, story).catch(() => undefined);
    if (!notes || this.#isOver) return;
    const steps = this.#state.steps.map((step, at) => ({
      ...step,
      note: notes.get(at) ?? step.note,
    }));
    this.#publish({ steps });
  }

  #publish(change: Partial<TalkState>): void {
    if (this.#isOver) return;
    this.#state = { ...this.#state, ...change };
    useTalk.setState({ now: this.#now() });
    if (this.#host) storeTalkSession(this.#state);
    this.#say({ kind: 'state', state: this.#state });
  }

  #leave(): void {
    forget();
    this.close();
    // The story on stage goes on where its talk stood.
    if (this.#host) window.location.hash = talkHash();
  }

  // ---- the speaker's window --------------------------------------------------------------------

  #listen(): BroadcastChannel | undefined {
    if (typeof BroadcastChannel !== 'function') return undefined;
    const channel = new BroadcastChannel(channelOf(talkWindow()));
    channel.onmessage = ({ data }) => {
      const message = messageIn(data);
      if (message?.kind === 'hello') this.#say({ kind: 'state', state: this.#state });
      if (message?.kind === 'command') this.#command(message.command);
    };
    return channel;
  }

  #say(message: SpeakerMessage): void {
    this.#channel?.postMessage(message);
  }

  #openSpeaker(): void {
    const { origin, pathname } = window.location;
    const hash = speakerHash(this.#talk.name ?? 'story', talkWindow());
    const base = origin === 'null' ? window.location.href.split('#')[0] : `${origin}${pathname}`;
    window.open(`${base}${hash}`, 'schedscape-speaker', 'popup,width=960,height=720');
  }
}

/** The steps of the story on stage as a talk. */
export function talkOfStory({ opened, playback, definitions, steps }: Session): OpenedTalk {
  const { scenario } = opened;
  const sides = scenario.variants.map(({ id }) => id).filter((id) => id === 'A' || id === 'B');
  const told = scenario.steps ?? [];
  const given = steps.map(({ caption, hold }, step) => ({
    ...{ scenario: '', step, seconds: Math.round(hold / 1000) },
    title: told[step]?.title ?? caption,
    note: unquoted(withoutLinks(told[step]?.text ?? caption)),
    values: told[step]?.values ?? [],
  }));
  const content = { opened, definitions, steps, choice: {} };
  const title = scenario.question ?? scenario.title;
  const stories = new Map([['', { content, playback, sides }]]);
  return { name: undefined, title, steps: given, stories };
}

/** Gives the steps of the story on stage as a talk. */
export function presentStory(session: Session): void {
  new TalkRun(talkOfStory(session), 0).start();
}

/** Calls back once the machine of a story is known. */
function whenKnown({ playback }: TalkStory, act: () => void): () => void {
  return when(playback, ({ variants }) => Boolean(variants.A.catalog ?? variants.B.catalog), act);
}

function fullScreen(): void {
  const { fullscreenElement, documentElement } = document;
  // A frame may not be allowed to; the talk goes on as it is.
  const change = fullscreenElement
    ? document.exitFullscreen()
    : documentElement.requestFullscreen();
  change.catch(() => {});
}
