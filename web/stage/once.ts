// Something that a stage loads when somebody first asks, and keeps: a core of a view's own, say.

import { perStage, type StageController } from './session.ts';

/** What `load` gave a stage; one that failed is tried again by who asks next. Rejects as `load` does. */
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
