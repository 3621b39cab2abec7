// What this page never asks of React is left out of its build: taking over pages that a server drew, transitions of views,
// references to fragments, style sheets and scripts as elements, actions of forms. React brings them whether somebody
// imports them or not, a tenth of what a page starts with. A function that is left out throws when it is called after all,
// and a version of React that no longer has one of that name is refused while the page is built. Nothing else of React is
// changed; unit tests use it as it comes.

import { Failure } from './failure.mjs';

/** Reached through nothing but what each list is called: their bodies throw. */
const never = {
  'pages drawn by a server (hydrateRoot)': [
    'ReactDOMHydrationRoot',
    'attemptExplicitHydrationTarget',
    'canHydrateHydrationBoundary',
    'canHydrateInstance',
    'canHydrateTextInstance',
    'clearHydrationBoundary',
    'clearSingletonPreambleContribution',
    'createFiberFromDehydratedFragment',
    'getNextHydratableInstanceAfterHydrationBoundary',
    'hideOrUnhideDehydratedBoundary',
    'mountHostRootWithoutHydrating',
    'prepareToHydrateHostInstance',
    'retryActivityComponentWithoutHydrating',
    'retryDehydratedSuspenseBoundary',
    'retrySuspenseComponentWithoutHydrating',
    'throwOnHydrationMismatch',
    'updateDehydratedSuspenseComponent',
    'accumulateOrCreateContinuousQueuedReplayableEvent',
    'attemptReplayContinuousQueuedEvent',
    'getHydratableHoistableCache',
    'scheduleReplayQueueIfNeeded',
  ],
  '<ViewTransition>': [
    'applyViewTransitionName',
    'applyViewTransitionToHostInstances',
    'applyViewTransitionToHostInstancesRecursive',
    'commitAppearingPairViewTransitions',
    'commitDeletedPairViewTransitions',
    'commitEnterViewTransitions',
    'createViewTransitionInstance',
    'getViewTransitionClassName',
    'measureInstance',
    'measureNestedViewTransitions',
    'measureViewTransitionHostInstancesRecursive',
    'restorePairedViewTransitions',
    'restoreViewTransitionName',
    'restoreViewTransitionOnHostInstances',
    'scheduleViewTransitionEvent',
    'startViewTransition',
  ],
  'references to fragments': [
    'FragmentInstance',
    'commitNewChildToFragmentInstance',
    'deleteChildFromFragmentInstance',
    'validateDocumentPositionWithFiberTree',
  ],
  '<link>, <style> and <script> as elements': [
    'acquireResource',
    'estimateBandwidth',
    'getResource',
    'insertStylesheet',
    'insertStylesheetIntoRoot',
    'insertSuspendedStylesheets',
    'preconnectAs',
    'preinitModuleScript',
    'preinitScript',
    'preinitStyle',
    'preload',
    'preloadModule',
    'preloadStylesheet',
    'suspendResource',
  ],
  'actions of forms': [
    'mountActionState',
    'updateActionState',
    'rerenderActionState',
    'runActionStateAction',
    'dispatchActionState',
  ],
  '<SuspenseList> and <Activity>': ['updateSuspenseListComponent', 'updateActivityComponent'],
  'elements of a page’s own': ['setPropOnCustomElement'],
};

/** Asked in passing, also where nobody uses them: with the one answer that there is then. */
const answers = {
  popHydrationState: '!1',
  upgradeHydrationErrorsToRecoverable: 'null',
  commitExitViewTransitions: 'void 0',
  trackEnterViewTransitions: 'void 0',
  commitNestedViewTransitions: 'void 0',
  restoreNestedViewTransitions: 'void 0',
  restoreEnterOrExitViewTransitions: 'void 0',
  waitForCommitToBeReady: 'null',
};

const clientFile = /react-dom\/cjs\/react-dom-client\.production\.js$/;

/** Replaces what `pattern` finds, which has to be there. */
function replaced(text, pattern, by, what) {
  if (!pattern.test(text))
    throw new Failure(`tools/lib/lean-react.mjs: React has no ${what} any more`);
  return text.replace(pattern, by);
}

const bodyOf = (name) => new RegExp(`^function ${name}\\([^)]*\\) \\{$[\\s\\S]*?^\\}$`, 'm');

/** React's client for the browser without those parts. Throws Failure where it is not as expected. */
export function leanReact(client) {
  let text = client;
  for (const [why, names] of Object.entries(never))
    for (const name of names)
      text = replaced(text, bodyOf(name), `function ${name}() { leftOut(); }`, `${name} (${why})`);
  for (const [name, answer] of Object.entries(answers))
    text = replaced(text, bodyOf(name), `function ${name}() { return ${answer}; }`, name);
  text = replaced(text, /^exports\.hydrateRoot = [\s\S]*?^\};$/m, '', 'hydrateRoot');
  text = replaced(
    text,
    /^FragmentInstance\.prototype\.\w+ = [\s\S]*?^\};$/gm,
    '',
    'FragmentInstance',
  );
  text = replaced(text, /\bisHydrating\b(?! =|\$|\n\) \{)/g, '!1', 'isHydrating');
  return `${text}\nfunction leftOut() { throw Error("left out of React in this page"); }\n`;
}

/** Vite's plugin, for builds. */
export function leanReactPlugin() {
  return {
    name: 'lean-react',
    apply: 'build',
    transform: {
      filter: { id: clientFile },
      handler: (code) => ({ code: leanReact(code), map: null }),
    },
  };
}
