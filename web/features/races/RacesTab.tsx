// The race explorer in the dock. It has a core of its own and nothing to do with the run on stage.

import { openRaces } from '../../engine/races/browser.ts';
import { oncePerStage } from '../../stage/once.ts';
import { useSession } from '../../stage/session.ts';
import { useAsked } from '../../ui/use-asked.ts';
import { RacesView } from '../../views/races/RacesView.tsx';
import { words } from '../../views/races/words.ts';

/** Closing the tab and opening it again finds it loaded. */
const racesOn = oncePerStage(openRaces);

export default function RacesTab() {
  const { stage } = useSession();
  const { answer: races, problem } = useAsked(() => racesOn(stage), [stage]);
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  return races ? <RacesView races={races} /> : <p>{words.opening}</p>;
}
