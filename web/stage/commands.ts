// The commands of the stage, by button or key: each changes the choice, or the playhead. The keys stand here too,
// each with its line in the help and the name by which a button asks for it. keys.ts listens to them.

import type { KeyLine, Run } from './feature.ts';
import { transport } from './messages.ts';
import { perStage, type Session } from './session.ts';
import { choose, useStageState } from './store.ts';
import { faster as doubled, slower as halved } from './tempo.ts';
import { goPast } from './withheld.ts';

/** ns that `,` and `.` move. */
const nudge = 1_000;

const now = useStageState.getState;

export function togglePlaying(): void {
  choose({ playing: !now().playing });
}

export function setSpeed(speed: number): void {
  choose({ speed });
}

export function playSlower(): void {
  choose({ speed: halved(now().speed) });
}

export function playFaster(): void {
  choose({ speed: doubled(now().speed) });
}

/** Moves the playhead there and stops: a person who drags wants to look. */
export function drag(session: Session, time: number): void {
  choose({ playing: false });
  session.playback.seek(time);
}

/** A step to a decision that does not exist moves nothing and shows a notice. */
async function go({ playback }: Session, ...step: Parameters<Session['playback']['step']>) {
  const [kind, by, filter] = step;
  const found = await playback.step(...step);
  if (found || kind === 'event') return;
  choose({ notice: { tone: 'news', text: transport.noDecision(by, filter) } });
}

/** One event (of the selected CPU or task, else any) or decision back or forward. */
export function step(session: Session, kind: 'event' | 'decision', by: 1 | -1): void {
  const { selection } = now();
  choose({ playing: false });
  const filter =
    selection.task !== undefined
      ? { task: selection.task }
      : selection.cpu !== undefined
        ? { cpu: selection.cpu }
        : undefined;
  void go(session, kind, by, filter);
}

/** Leaves the steps for the end of the story: to the whole machine; the speed stays as the step had it. */
export function skipSteps({ opened }: Session): void {
  if (useStageState.getState().step === undefined) return;
  goPast(opened.scenario);
  choose({
    step: undefined,
    camera: { kind: 'all' },
    focus: undefined,
    event: undefined,
    ring: undefined,
  });
}

/** Opens a view, or closes it if it is open. */
export function toggleView(link: string): void {
  const isOpen = now().dock === link;
  choose(isOpen ? { dock: undefined, wholeView: false } : { dock: link });
}

/** The view that was open last: what brings it back after it was put away. */
const lastView = perStage<{ link?: string | undefined }>(() => ({}));

/** A talk and an embedded stage show machines only. */
const hasViews = () => !now().presenting && !now().embed;

const toggleLastView: Run = (session, features) => {
  if (!hasViews()) return;
  const last = lastView(session.stage);
  last.link = now().dock ?? last.link ?? features.tabsOf(session)[0]?.link;
  if (last.link) toggleView(last.link);
};

/** There are fewer than ten views, so that each has a digit. */
export const openView =
  (digit: number): Run =>
  (session, features) => {
    const tab = features.tabsOf(session)[digit - 1];
    if (tab && hasViews()) toggleView(tab.link);
  };

/** Tells in the Inspector why the last decision fell as it did, or stops telling. */
export function askWhy(asked: boolean): void {
  choose(asked ? { inspector: true, playing: false, why: true } : { why: false });
}

const moveBy =
  (ns: number): Run =>
  (session) =>
    drag(session, Math.floor(session.playback.time) + ns);

const stepBy =
  (kind: 'event' | 'decision', by: 1 | -1): Run =>
  (session) =>
    step(session, kind, by);

/** The keys of the stage itself; features bring theirs. The line without commands is that of the digits. */
export const stageKeys: readonly KeyLine[] = [
  { order: 0, what: 'play or pause', commands: { play: { key: ' ', run: togglePlaying } } },
  {
    order: 10,
    what: 'one event back or forward',
    commands: {
      stepBack: { key: 'ArrowLeft', run: stepBy('event', -1) },
      stepForward: { key: 'ArrowRight', run: stepBy('event', 1) },
    },
  },
  {
    order: 20,
    what: 'one decision back or forward',
    commands: {
      previousDecision: { key: 'Shift+ArrowLeft', run: stepBy('decision', -1) },
      nextDecision: { key: 'Shift+ArrowRight', run: stepBy('decision', 1) },
    },
  },
  {
    order: 30,
    what: 'one microsecond back or forward',
    commands: {
      nudgeBack: { key: ',', run: moveBy(-nudge) },
      nudgeForward: { key: '.', run: moveBy(nudge) },
    },
  },
  {
    order: 40,
    what: 'half or double speed',
    commands: { slower: { key: '[', run: playSlower }, faster: { key: ']', run: playFaster } },
  },
  {
    order: 50,
    what: 'start, or as far as computed',
    commands: {
      toStart: { key: 'Home', run: (session) => drag(session, 0) },
      toHead: { key: 'End', run: (session) => drag(session, session.playback.summary().head) },
    },
  },
  { order: 70, what: 'the views, in their order', commands: {} },
  {
    order: 80,
    what: 'put the view away, or bring it back',
    commands: { lastView: { key: 'q', run: toggleLastView } },
  },
  {
    order: 100,
    what: 'this help',
    commands: { help: { key: '?', run: () => choose({ help: true }) } },
  },
];
