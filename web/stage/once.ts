// A resource that a stage loads on first use, and keeps: a core of a view's own, say.

import { perStage, type StageController } from './session.ts';

/** The result of `load` for a stage; after a failure the next call tries again. Rejects as `load` does. */
export function oncePerStage<Loaded>(
  load: () => Promise<Loaded>,
): (stage: StageController) => Promise<Loaded> {
  const kept = perStage<{ loading?: Promise<Loaded> }>(() => ({}));
  return (stage) => {
    const state = kept(stage);
    const loading = state.loading ?? load();
    state.loading = loading;
    loading.catch(() => {
      if (state.loading === loading) delete state.loading;
    });
    return loading;
  };
}
