// What choosing something does that takes more than a choice: asking for a file, leading to a knob.

import { topBar } from '../../stage/messages.ts';
import { choose } from '../../stage/store.ts';

/** Asks a person for a file. */
export function askForFile(take: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) take(file);
  });
  input.click();
}

/** ms: how long the story panel may take to come. */
const patience = 3_000;

/** Presses the button of that name, also one behind the dots of the top bar. */
export function pressButton(name: string): void {
  const find = (called: string) =>
    [...document.querySelectorAll('button')].find(
      (button) => (button.ariaLabel ?? button.textContent)?.trim() === called,
    );
  if (!find(name)) find(topBar.more)?.click();
  const until = Date.now() + patience;
  const look = () => {
    const button = find(name);
    if (button) button.click();
    else if (Date.now() < until) setTimeout(look, 50);
  };
  look();
}

/** Opens the story column at its knobs, and puts the focus on the knob of that label. */
export function focusSetting(label: string): void {
  choose({ story: true, storyTab: 'turn' });
  const until = Date.now() + patience;
  const look = () => {
    const labels = [...document.querySelectorAll('label')];
    const control = labels.find(({ textContent }) => textContent?.trim() === label)?.control;
    if (control) {
      control.scrollIntoView({ block: 'nearest' });
      control.focus();
    } else if (Date.now() < until) setTimeout(look, 50);
  };
  look();
}
