// Which place of the page is shown: Home, a chapter, or the stage. Each comes when somebody goes there, and the
// address says where that is (scenario/place.ts).

import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { type Place, placeOf } from '../scenario/place.ts';
import { endVisit, errandNow, onVisit } from '../stage/visit.ts';

const stagePage = () => import('./App.tsx');
const homePage = () => import('../features/home/Home.tsx');
const chapterPage = () => import('../features/home/ChapterPage.tsx');
const Stage = lazy(stagePage);
const Home = lazy(homePage);
const ChapterPage = lazy(chapterPage);

const PlaceOverlays = lazy(() => import('./PlaceOverlays.tsx'));

/** As text, so that the same place is the same value: "stage", "home", or "chapter <folder>". */
function placeNow(): string {
  if (errandNow()) return 'stage';
  const place: Place = placeOf(window.location.href);
  if (place.kind === 'chapter') return `chapter ${place.folder}`;
  return place.kind === 'home' ? 'home' : 'stage';
}

/** The place that the page begins with is asked for at once, not after the first words were drawn. */
function fetchFirst(): void {
  const place = placeNow();
  const page = place === 'stage' ? stagePage : place === 'home' ? homePage : chapterPage;
  // Whoever shows it hears of a failure.
  page().catch(() => {});
}
fetchFirst();

function watchPlace(changed: () => void): () => void {
  const moved = () => {
    endVisit();
    changed();
  };
  const stop = onVisit(changed);
  for (const event of ['hashchange', 'popstate']) window.addEventListener(event, moved);
  return () => {
    stop();
    for (const event of ['hashchange', 'popstate']) window.removeEventListener(event, moved);
  };
}

export function Page() {
  const place = useSyncExternalStore(watchPlace, placeNow);
  const first = useRef(place);
  const isMoved = first.current !== place;
  useEffect(() => {
    if (!isMoved) return;
    first.current = '';
    if (place !== 'stage') window.scrollTo(0, 0);
  }, [place, isMoved]);
  useEffect(() => {
    const stop = new AbortController();
    void import('./search-key.ts').then(({ listenForSearch }) => listenForSearch(stop.signal));
    return () => stop.abort();
  }, []);
  const [kind, folder = ''] = place.split(' ');
  return (
    <Suspense>
      {kind === 'stage' ? (
        <Stage />
      ) : kind === 'chapter' ? (
        <ChapterPage folder={folder} isMoved={isMoved} />
      ) : (
        <Home isMoved={isMoved} />
      )}
      <Suspense>{kind !== 'stage' && <PlaceOverlays />}</Suspense>
    </Suspense>
  );
}
