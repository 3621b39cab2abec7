// The race explorer in the dock. It has a core of its own and nothing to do with the run on stage.

import { openRaces, type Races } from '../../engine/races/browser.ts';
import { useAsked } from '../../ui/use-asked.ts';
import { RacesView } from '../../views/races/RacesView.tsx';
import { words } from '../../views/races/words.ts';

/** One for the page: closing the tab and opening it again finds it loaded. */
let loading: Promise<Races> | undefined;

function racesOpened(): Promise<Races> {
  loading ??= openRaces();
  loading.catch(() => {
    loading = undefined; // the next one tries again
  });
  return loading;
}

export default function RacesTab() {
  const { answer: races, problem } = useAsked(racesOpened, []);
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  return races ? <RacesView races={races} /> : <p>{words.opening}</p>;
}
