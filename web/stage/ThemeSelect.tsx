// The theme, as a person chooses it: one of the page's own, or whatever the system has.

import { SelectBox } from '../ui/SelectBox.tsx';
import { ownThemes } from '../ui/theme.ts';
import { themeSelect as words } from './messages.ts';
import { useStageState } from './store.ts';
import { chooseTheme } from './theme.ts';

export function ThemeSelect() {
  const ownTheme = useStageState((state) => state.ownTheme);
  return (
    <SelectBox
      aria-label={words.name}
      title={words.hint}
      offers={ownThemes.map((key) => ({ key, label: words.themes[key] }))}
      value={ownTheme}
      onChange={chooseTheme}
    />
  );
}
