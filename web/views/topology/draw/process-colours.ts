// The colours processes have in the picture of a machine, in all themes.

/** Hues in turn; far from the one of the selected group, and told apart by lightness, too. */
const colours = ['#c2570c', '#0f8a7e', '#a21caf', '#65790b', '#be123c', '#4d7c9e'] as const;

export const processColour = (process: number): string => colours[process % colours.length]!;
