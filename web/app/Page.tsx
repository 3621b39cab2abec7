// The places of the page: Home, a chapter, or the stage. Each is loaded when it is first opened, and the address
// says which is shown (scenario/place.ts).

import {
  type ComponentType,
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { isEmbedded, type Place, placeOf } from '../scenario/place.ts';
import { canSimulate } from '../stage/can-simulate.ts';
import { clearLaunchIntent, launchIntent, onLaunch } from '../stage/launch.ts';
import { app as words } from '../stage/messages.ts';
import { takePendingAddress } from '../stage/pending-address.ts';
import { fetchAhead } from '../stage/shipped.ts';
import { startAhead } from '../stage/start-worker.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { listenForSearch } from './search-key.ts';

/** A page that is loaded when it is first opened. */
interface ComingPage<Props> {
  readonly fetch: () => Promise<unknown>;
  /** The page itself if it is there already: React keeps what is lazy back for 300 ms, however soon it comes. */
  readonly view: () => ComponentType<Props>;
}

function coming<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComingPage<Props> {
  let here: ComponentType<Props> | undefined;
  const fetch = async () => {
    const page = await load();
    here = page.default;
    return page;
  };
  const fetched = lazy(fetch);
  return { fetch, view: () => here ?? fetched };
}

const stagePage = coming(() => import('./App.tsx'));
const homePage = coming(() => import('../features/home/Home.tsx'));
const labsPage = coming(() => import('../features/home/LabsPage.tsx'));
const otherPage = coming(() => import('./OtherPlaces.tsx'));
const chapterPage = coming(() => import('../features/home/ChapterPage.tsx'));

const PlaceOverlays = lazy(() => import('./PlaceOverlays.tsx'));

/** As text, so that the same place is the same value: "stage", "home", "talks", "chapter <folder>", "labs <name>" … */
function placeNow(): string {
  if (launchIntent()) return 'stage';
  const { href } = window.location;
  if (isEmbedded(href)) return 'embed';
  const place: Place = placeOf(href);
  if (place.kind === 'chapter') return `chapter ${place.folder}`;
  if (place.kind === 'labs') return `labs ${place.lab ?? ''}`.trim();
  if (place.kind === 'docs') return `docs ${place.doc ?? ''}`.trim();
  if (place.kind === 'speaker') return `speaker ${place.window}`;
  const pages = ['home', 'own', 'talks', 'tournament', 'compare', 'tour-end', 'parts'];
  return pages.includes(place.kind) ? place.kind : 'stage';
}

/**
 * Loads what the stage of an unchanged story will need together with its code, not after it. A link may ask for a
 * computation so long that the page asks for consent first: until then nothing is started for it.
 */
function bringAhead(address: string): void {
  const place = placeOf(address);
  if (place.kind !== 'story' || !canSimulate()) return;
  fetchAhead(place.scenario);
  startAhead('conductor', 'variant', 'variant', 'picture', 'picture');
}

/** The place that the page begins with is asked for at once, not after the first words were drawn. */
function fetchFirst(): Promise<unknown> {
  const place = placeNow();
  const [kind = ''] = place.split(' ');
  const places = { stage: stagePage, home: homePage, labs: labsPage, chapter: chapterPage };
  const page = places[kind as keyof typeof places] ?? otherPage;
  if (page === stagePage) bringAhead(window.location.href);
  // The component that shows the page reports a failure.
  return page.fetch().catch(() => {});
}

// Before anything asks where the page is.
takePendingAddress();

/** Settles when the place that the page begins with can be drawn, or cannot be fetched. */
export const firstPage = fetchFirst();

function watchPlace(changed: () => void): () => void {
  const moved = () => {
    clearLaunchIntent();
    changed();
  };
  const stop = onLaunch(changed);
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
    listenForSearch(stop.signal);
    return () => stop.abort();
  }, []);
  const [kind, folder = ''] = place.split(' ');
  return (
    <>
      <Boundary key={place} name={words.page}>
        <Suspense>
          {kind === 'stage' ? (
            <Shown page={stagePage} />
          ) : kind === 'chapter' ? (
            <Shown page={chapterPage} folder={folder} isMoved={isMoved} />
          ) : kind === 'labs' ? (
            <Shown page={labsPage} lab={folder} isMoved={isMoved} />
          ) : kind === 'home' ? (
            <Shown page={homePage} isMoved={isMoved} />
          ) : (
            <Shown page={otherPage} place={place} isMoved={isMoved} />
          )}
        </Suspense>
      </Boundary>
      <Boundary name={words.part}>
        <Suspense>{kind !== 'stage' && <PlaceOverlays />}</Suspense>
      </Boundary>
    </>
  );
}

/** A page, by what there is of it when it is first shown. */
function Shown<Props extends object>(props: { readonly page: ComingPage<Props> } & Props) {
  const { page } = props;
  const View = useMemo(() => page.view(), [page]);
  return <View {...props} />;
}
