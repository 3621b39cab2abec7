// What opens over Home and the chapters; the stage has its own (App.tsx).

import { lazy, Suspense } from 'react';
import { useStageState } from '../stage/store.ts';

const SearchDialog = lazy(() => import('../features/search/SearchDialog.tsx'));
const Glossary = lazy(() => import('../features/glossary/Glossary.tsx'));

export default function PlaceOverlays() {
  const search = useStageState((state) => state.search);
  const glossary = useStageState((state) => state.glossary);
  return (
    <Suspense>
      {search && <SearchDialog />}
      {glossary !== undefined && <Glossary />}
    </Suspense>
  );
}
