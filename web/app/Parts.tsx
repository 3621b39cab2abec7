// The parts that features have put into a place of the shell. The shell knows the places, not the features in them.

import { Suspense } from 'react';
import { type ShellPart, type ShellPlace, useFeatures } from '../stage/feature.ts';
import { app as words } from '../stage/messages.ts';
import { choose, useStageState } from '../stage/store.ts';
import { Boundary } from '../ui/Boundary.tsx';

const always = () => true;

/** A part that broke, or could not be fetched, leaves its place empty: the others go on. */
export const notifyProblem = (text: string, remedy?: string): void =>
  choose({ notice: { tone: 'problem', text, ...(remedy && { remedy }) } });

/** Each comes when it can; the others do not wait for it. */
export function ShellParts({ place }: { readonly place: ShellPlace }) {
  return useFeatures()
    .partsOf(place)
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is that of the build
      <OnePart key={at} {...part} />
    ));
}

function OnePart({ when = always, view: View }: ShellPart) {
  const isShown = useStageState(when);
  return (
    <Boundary name={words.part} tell={notifyProblem}>
      <Suspense>{isShown && <View />}</Suspense>
    </Boundary>
  );
}

/** The part that now stands instead of something of the shell; undefined: none. */
export function useInstead(place: 'whole' | 'top'): ShellPart['view'] | undefined {
  const features = useFeatures();
  return useStageState(
    (choice) => features.partsOf(place).find(({ when = always }) => when(choice))?.view,
  );
}
