// What the feature has on the track and under it, in one chunk.

import MarkList from './Marks.tsx';
import Partings from './Partings.tsx';

export { default as OnTrack } from './PartingMarks.tsx';

export function Below() {
  return (
    <>
      <MarkList />
      <Partings />
    </>
  );
}
