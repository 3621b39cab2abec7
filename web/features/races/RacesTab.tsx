// The race explorer in the dock. It has a core of its own and nothing to do with the run on stage.

import { useEffect, useState } from 'react';
import { openRaces, type Races } from '../../engine/races/browser.ts';
import { RacesView } from '../../views/races/RacesView.tsx';
import { words } from '../../views/races/words.ts';

type Opened = Races | Error | undefined;

/** One for the page: closing the tab and opening it again finds it loaded. */
let loading: Promise<Races> | undefined;

export default function RacesTab() {
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    let isShown = true;
    const put = (found: Opened) => isShown && setOpened(found);
    loading ??= openRaces();
    loading.then(put, (error) => {
      loading = undefined;
      put(error instanceof Error ? error : new Error(String(error)));
    });
    return () => {
      isShown = false;
    };
  }, []);
  if (!opened) return <p>{words.opening}</p>;
  if (opened instanceof Error) return <p role="alert">{opened.message}</p>;
  return <RacesView races={opened} />;
}
