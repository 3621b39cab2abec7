// The stage of the page: one scene at a time, and the one way to bring another on it. A refusal leaves the running
// scene as it is. All code that opens a link, a story, a file, a fork or a point of a curve asks here; the address
// bar follows.

import type { Recipe } from '../scenario/index.ts';
import { placeOf } from '../scenario/place.ts';
import { canSimulate } from './can-simulate.ts';
import { fetchScenario } from './content.ts';
import { isDeclined } from './declined.ts';
import type { Features } from './feature.ts';
import { AddressBar, tourChunk } from './history.ts';
import type { LaunchIntent } from './launch.ts';
import { type Lost, lostBy } from './lost.ts';
import { notices } from './messages.ts';
import {
  allowedContent,
  contentOf,
  missingOf,
  type Openable,
  type OpenOptions,
  type OpenOutcome,
  openingRefusal,
  withRecording,
} from './opening.ts';
import { noticeOf, openScene, type Scene } from './scene.ts';
import { leaveStage, type StageController } from './session.ts';
import type { Content } from './stage-content.ts';
import { choose, firstState, useStageState } from './store.ts';
import { given } from './talk-ref.ts';

/** Says why something is not opened, unless nothing can be: that is all there is to say then. */
function tell(error: unknown, what?: string): void {
  const none = { tone: 'problem', text: notices.noWorkers } as const;
  choose({ notice: canSimulate() ? noticeOf(error, what) : none });
}

/** A story at the step that a stop of the tour shows. */
async function atStop(content: Content, stop: number): Promise<Content> {
  const { knownStop, stepOfStop, tourStop } = await tourChunk();
  const step = stepOfStop(tourStop(stop), content.opened.scenario.steps ?? []);
  return {
    ...content,
    ...(step && { step }),
    choice: { ...content.choice, tour: knownStop(stop) },
  };
}

export class PageStage implements StageController {
  readonly #bar = new AddressBar(() => this.#keep());
  readonly #agreed = { accesses: 0 };
  readonly #features: Features;
  readonly #show: (scene: Scene) => void;
  #scene: Scene | undefined;
  #asked = 0;

  /** `show` is told of every scene that comes on stage. */
  constructor(features: Features, show: (scene: Scene) => void) {
    this.#features = features;
    this.#show = show;
  }

  /**
   * Opens the intent of the visit, or what the address says. Returns when it is on stage, or nothing can be; if the
   * address leads nowhere, returns why: the notice says it in words, and the page has to say where to go instead.
   */
  async begin({ file, choice }: LaunchIntent = {}): Promise<Lost | undefined> {
    const outcome = file ? await this.open(file) : await this.#openAddress(choice);
    if (outcome.kind !== 'refused') return undefined;
    if (!file && canSimulate() && !isDeclined(outcome.error))
      return lostBy(outcome.error, window.location.href);
    // The file was wrong, or its long run not wanted, not the address: a story opens, with the notice over it.
    await this.#tryOpening(() => fetchScenario(firstState.scenario));
    return undefined;
  }

  /** Opens what a person goes back or forward to, or types into the address, from now on; `onLost` hears where nothing
   * is on stage and that address leads nowhere, too. */
  followAddress(onLost: (lost: Lost) => void): () => void {
    return this.#bar.onForeign(async (before) => {
      const place = placeOf(window.location.href);
      if (place.kind === 'talk' && given.talk?.goTo(place.talk, place.step)) return;
      const scene = this.#scene;
      const steps = scene && (await import('./scene-chunk.ts').catch(() => undefined));
      const step = steps?.stepBeside(scene!, before);
      if (step === undefined || scene !== this.#scene) {
        const outcome = await this.#openAddress();
        const isLost = outcome.kind === 'refused' && !this.#scene;
        if (isLost) onLost(lostBy(outcome.error, window.location.href));
        return;
      }
      steps!.goToStep(scene!, step);
      this.#keep();
    });
  }

  readonly stepBy: StageController['stepBy'] = async (by) => {
    const steps = await import('./scene-chunk.ts').catch(() => undefined);
    if (!steps) {
      const { stepsMissing: text, stepsMissingRemedy: remedy } = notices;
      return choose({ notice: { tone: 'problem', text, remedy } });
    }
    const scene = this.#scene;
    const step = scene && steps.stepFrom(scene, by);
    // An address of its own only for a step that is shown.
    if (!step || !steps.goToStep(scene, step)) return;
    const hash = steps.addressOfStep(scene, step);
    if (hash) this.#bar.enter(hash);
  };

  async open(
    wanted: Openable,
    { news, isQuiet = false, recording }: OpenOptions = {},
  ): Promise<OpenOutcome> {
    let enter: (() => void) | undefined;
    const find = async () => {
      const found = await contentOf(wanted, this.#agreed);
      const content = recording ? withRecording(found, recording) : found;
      // A scenario as it comes does not wait for the code that writes links.
      if (typeof wanted !== 'string') enter = await this.#bar.entry(content.opened.recipe);
      return content;
    };
    const outcome = await this.#tryOpening(find, () => enter?.());
    if (outcome.kind === 'refused' && !isQuiet) {
      // What was refused may be what would say how: the error itself is told then.
      tell(outcome.error, await openingRefusal(wanted).catch(() => undefined));
    }
    if (outcome.kind !== 'opened') return outcome;
    const { recipe, notices: said } = outcome.content.opened;
    const text = [...(news ? [news] : []), ...said].join(' ');
    choose({ notice: text ? { tone: 'news', text } : undefined });
    if (!enter) await this.#enterAfterwards(recipe);
    return outcome;
  }

  /** Makes the entry of what is on stage already, unless something else has been asked for since. */
  async #enterAfterwards(recipe: Recipe): Promise<void> {
    const mine = this.#asked;
    try {
      const enter = await this.#bar.entry(recipe);
      if (mine === this.#asked) enter();
    } catch (error) {
      if (mine === this.#asked) tell(error);
    }
  }

  readonly writeAddress: StageController['writeAddress'] = (base) => this.#bar.write(base);

  /** Takes the scene off the stage; what is being opened does not come on it any more. */
  close(): void {
    this.#asked += 1;
    given.talk?.close();
    this.#scene?.close();
    this.#scene = undefined;
    leaveStage(this);
    // It was said of what was there.
    choose({ notice: undefined });
  }

  /** Lets Home offer to go on here; where that cannot be fetched, it does not. */
  #keep(): void {
    if (!this.#scene || useStageState.getState().embed) return;
    const { title } = this.#scene.opened.scenario;
    const { hash } = window.location;
    import('./last-story.ts').then(
      ({ keepLast }) => keepLast(title, { hash }),
      () => {},
    );
  }

  async #openAddress(choice: Content['choice'] = {}): Promise<OpenOutcome> {
    const place = placeOf(window.location.href);
    if (place.kind === 'talk') return this.#openTalk(place.talk, place.step);
    const outcome = await this.#tryOpening(async () => {
      const content = await this.#contentOfAddress();
      return { ...content, choice: { ...content.choice, ...choice } };
    });
    if (outcome.kind === 'refused') tell(outcome.error);
    if (outcome.kind !== 'opened') return outcome;
    // What was wrong with the address before has nothing to say of this one.
    const missing = missingOf(outcome.content.opened);
    choose({ notice: missing ? { tone: 'news', text: missing } : undefined });
    return outcome;
  }

  /** Begins a talk at a step of it. */
  async #openTalk(name: string, step?: number): Promise<OpenOutcome> {
    this.#asked += 1;
    const mine = this.#asked;
    const isWanted = () => mine === this.#asked;
    const put = (content: Content) => this.#put(content);
    const stand = (hash: string) => this.#bar.stand(hash);
    try {
      const { giveTalk } = await import('./talk-given.ts');
      return await giveTalk(name, step, { isWanted, put, stand });
    } catch (error) {
      if (isWanted()) tell(error);
      return { kind: 'refused', error };
    }
  }

  #put(content: Content): void {
    this.#scene = openScene(content, this, this.#features, this.#bar, () => this.#scene?.close());
    this.#show(this.#scene);
  }

  async #contentOfAddress(): Promise<Content> {
    const wanted = (await this.#bar.wanted()) ?? firstState.scenario;
    if (typeof wanted !== 'string') return allowedContent(wanted, this.#agreed);
    const place = placeOf(window.location.href);
    const content = await fetchScenario(wanted);
    if (place.kind === 'tour') return atStop(content, place.stop);
    const { step } = place as { readonly step?: number };
    return step === undefined ? content : { ...content, step };
  }

  async #tryOpening(find: () => Promise<Content>, entered = () => {}): Promise<OpenOutcome> {
    if (!canSimulate()) return { kind: 'refused', error: new Error(notices.noWorkers) };
    this.#asked += 1;
    const mine = this.#asked;
    try {
      const content = await this.#bar.whileOpening(find);
      if (mine !== this.#asked) return { kind: 'overtaken' };
      given.talk?.close();
      this.#put(content);
      entered();
      this.#keep();
      return { kind: 'opened', content };
    } catch (error) {
      if (mine !== this.#asked) return { kind: 'overtaken' };
      return { kind: 'refused', error };
    }
  }
}
