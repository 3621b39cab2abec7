// What the feature has on the track and under it, in one chunk.

import Divergences from './Divergences.tsx';
import MarkList from './Marks.tsx';

export { default as OnTrack } from './DivergenceMarks.tsx';

export function Below() {
  return (
    <>
      <MarkList />
      <Divergences />
    </>
  );
}
