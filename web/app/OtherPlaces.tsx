// Places of the page that few begin with: what one can bring along, all talks, where the tour leads, the window of a speaker,
// tournaments, two links side by side, documents, all parts, a picture in a frame of another page.

import { lazy, Suspense } from 'react';

const TalksPage = lazy(() => import('../features/home/TalksPage.tsx'));
const SpeakerPage = lazy(() => import('../features/talk/SpeakerPage.tsx'));
const TourEndPage = lazy(() => import('../features/home/TourEndPage.tsx'));
const OwnPage = lazy(() => import('../features/home/OwnPage.tsx'));
const TournamentPage = lazy(() => import('../features/home/TournamentPage.tsx'));
const DocsPage = lazy(() => import('../features/home/DocsPage.tsx'));
const ComparePage = lazy(() => import('../features/home/ComparePage.tsx'));
const PartsPage = lazy(() => import('./parts/PartsPage.tsx'));
const EmbedPage = lazy(() => import('../features/home/EmbedPage.tsx'));

interface Props {
  /** As Page says it: the kind, and what belongs to it. */
  readonly place: string;
  readonly isMoved: boolean;
}

export default function OtherPlaces({ place, isMoved }: Props) {
  const [kind, of = ''] = place.split(' ');
  return (
    <Suspense>
      {kind === 'own' && <OwnPage isMoved={isMoved} />}
      {kind === 'talks' && <TalksPage isMoved={isMoved} />}
      {kind === 'tour-end' && <TourEndPage isMoved={isMoved} />}
      {kind === 'tournament' && <TournamentPage isMoved={isMoved} />}
      {kind === 'docs' && <DocsPage doc={of} isMoved={isMoved} />}
      {kind === 'compare' && <ComparePage isMoved={isMoved} />}
      {kind === 'speaker' && <SpeakerPage window={of} />}
      {kind === 'parts' && <PartsPage isMoved={isMoved} />}
      {kind === 'embed' && <EmbedPage />}
    </Suspense>
  );
}
