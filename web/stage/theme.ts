// The theme of the app. It is a person's own choice, not part of a link: kept in this browser where it lets us,
// else for this visit only. Without a choice, or with "System", it follows the system.

import { applyTheme, type OwnTheme, ownThemes, type Theme } from '../ui/theme.ts';
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

function savedTheme(): OwnTheme {
  const saved = storage()?.getItem(key);
  return ownThemes.find((theme) => theme === saved) ?? 'system';
}

const prefersLight = () => globalThis.matchMedia?.('(prefers-color-scheme: light)');

/** The theme that a choice amounts to on this system, now. */
export const wornTheme = (own: OwnTheme): Theme =>
  own === 'system' ? (prefersLight()?.matches ? 'light' : 'dark') : own;

/** Wears it from now on, in later visits too. */
export function chooseTheme(ownTheme: OwnTheme): void {
  choose({ ownTheme, theme: wornTheme(ownTheme) });
}

/** Puts the theme on before the first picture, and follows the choice and the system from then on. */
export function wearTheme(): void {
  chooseTheme(savedTheme());
  applyTheme(useStageState.getState().theme);
  useStageState.subscribe(({ theme, ownTheme }, before) => {
    // What a talk or a printer wears is not what a person chose.
    if (theme !== before.theme) applyTheme(theme);
    if (ownTheme === before.ownTheme) return;
    try {
      storage()?.setItem(key, ownTheme);
    } catch {
      // Full: the theme holds for this visit.
    }
  });
  prefersLight()?.addEventListener('change', () => {
    const { ownTheme, presenting } = useStageState.getState();
    if (ownTheme === 'system' && !presenting) choose({ theme: wornTheme(ownTheme) });
  });
}
