// Asks before a link, a file or another machine makes this browser compute for long. A dialog of its own
// beside the app, because it may be asked before there is a scene.

import type { OpenedScenario } from '../scenario/index.ts';
import { ACCESSES_PER_SECOND } from '../scenario/limits.ts';
import { count, duration } from '../ui/format.ts';
import styles from './cost-question.module.css';

const words = {
  title: 'A long computation',
  what: (title: string, length: string, accesses: string, time: string) =>
    `“${title}” runs for ${length} here: about ${accesses} memory accesses a variant, some ${time} of computing in this browser. The page stays usable meanwhile.`,
  run: 'Run it',
  leave: 'Do not run it',
  refused: 'Its long run was not started, as you chose',
};

/** What a person has agreed to: nobody is asked again for as much or less. */
export interface AgreedCost {
  accesses: number;
}

function ask(text: string): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.className = styles.dialog!;
  dialog.setAttribute('aria-label', words.title);
  const title = document.createElement('h2');
  title.textContent = words.title;
  const what = document.createElement('p');
  what.textContent = text;
  const buttons = document.createElement('div');
  buttons.className = styles.buttons!;
  let isWanted = false;
  const offer = (name: string, wanted: boolean) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = styles.button!;
    button.textContent = name;
    button.addEventListener('click', () => {
      isWanted = wanted;
      dialog.close();
    });
    return button;
  };
  buttons.append(offer(words.leave, false), offer(words.run, true));
  dialog.append(title, what, buttons);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(isWanted);
    });
  });
}

/** Settles when the run of a link may begin. Throws Error if a person does not want it. */
export async function allowed(
  { scenario, duration: length, cost }: OpenedScenario,
  agreed: AgreedCost,
): Promise<void> {
  if (!cost.ask || cost.accesses <= agreed.accesses) return;
  const time = duration((1e9 * cost.accesses) / ACCESSES_PER_SECOND);
  const text = words.what(scenario.title, duration(length), count(cost.accesses), time);
  if (!(await ask(text))) throw new Error(`${words.refused}.`);
  agreed.accesses = cost.accesses;
}
