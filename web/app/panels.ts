// Which side panels may be open together: machines come first, so a panel closes when the machines on
// stage would get too narrow to read.

import { type Choice, choose, SHEET_WIDTH, sidesOn, useChoice } from './store.ts';

/** CSS pixels: least width of a machine, and what a panel takes (SidePanel.module.css). */
const machineWidth = 520;
const panelWidth = 230;

/** How many panels may be open: at least one, because a person asked for it. */
export function panelsThatFit(width: number, machines: number): number {
  if (width < SHEET_WIDTH) return 1;
  return Math.min(2, Math.max(1, Math.floor((width - machines * machineWidth) / panelWidth)));
}

function settle(choice: Choice, before: Choice): void {
  if (!choice.story || !choice.inspector) return;
  if (panelsThatFit(window.innerWidth, sidesOn(choice.stage).length) > 1) return;
  choose(before.inspector ? { inspector: false } : { story: false });
}

/** Watches choices and the window from now on. Returns the way to stop. */
export function keepPanelsFitting(): () => void {
  const now = () => settle(useChoice.getState(), useChoice.getState());
  now();
  window.addEventListener('resize', now);
  const stop = useChoice.subscribe(settle);
  return () => {
    window.removeEventListener('resize', now);
    stop();
  };
}
