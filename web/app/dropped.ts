// What becomes of a file that is dropped on the stage: a scenario or recipe opens, a machine goes into its dialog, a trace, a report,
// a workload, a structure or a policy into its view. The readers come only then.

import type { PageStage } from '../stage/stage.ts';
import { choose } from '../stage/store.ts';

/** What a view takes of it; undefined: nothing, or the readers cannot be fetched. */
async function takenByView(file: File) {
  try {
    const { choiceOfDropped } = await import('../features/home/bring.ts');
    return await choiceOfDropped(file);
  } catch {
    // Without the network, or a file that cannot be read: what opens it instead says so.
    return undefined;
  }
}

export async function openDropped(stage: PageStage, file: File): Promise<void> {
  const found = await takenByView(file);
  if (found) choose({ ...found.choice, notice: { tone: 'news', text: found.says } });
  else await stage.open(file);
}
