// Which theme the app wears. It is a person's own, not part of a link: kept in this browser where it
// lets us, else for this visit only.

import { applyTheme, type Theme, themes } from '../ui/theme.ts';
import { choose, useStageState } from './store.ts';

const key = 'schedscape.theme';

/** A foreign frame or a strict browser refuses storage: then nothing is kept, and nothing breaks. */
function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

function savedTheme(): Theme | undefined {
  const saved = storage()?.getItem(key);
  return themes.find((theme) => theme === saved);
}

/** Puts the theme on before the first picture, and follows the choice from then on. */
export function wearTheme(): void {
  const saved = savedTheme();
  if (saved) choose({ theme: saved });
  applyTheme(useStageState.getState().theme);
  useStageState.subscribe(({ theme, presenting }, before) => {
    if (theme === before.theme) return;
    applyTheme(theme);
    // What a talk wears is not what a person chose.
    if (presenting || before.presenting) return;
    try {
      storage()?.setItem(key, theme);
    } catch {
      // Full: the theme holds for this visit.
    }
  });
}
