// The plate over what a question of the story withholds: a machine, a view, a table. It says why, and leads to the
// question where that is not in view.

import { Button } from '../ui/Button.tsx';
import { Plate } from '../ui/Plate.tsx';
import type { VariantId } from './playback/playback.ts';
import { useSession, variantName } from './session.ts';
import { choose, useStageState } from './store.ts';

export const firstGuess = 'Your guess first';

const words = {
  why: (name: string) => `Machine ${name} is covered until you answer the question of this step.`,
  toQuestion: 'To the question',
} as const;

export interface GuessPlateProps {
  /** The side that is withheld. */
  readonly side: VariantId;
  /** It has come with the step: it is read out then. */
  readonly isSpoken?: boolean;
}

export function GuessPlate({ side, isSpoken = false }: GuessPlateProps) {
  const name = variantName(useSession(), side);
  const isInView = useStageState(({ story, storyTab }) => story && storyTab === 'story');
  return (
    <Plate heading={firstGuess} data-guess-first={side} role={isSpoken ? 'status' : undefined}>
      <p>{words.why(name)}</p>
      {!isInView && (
        <Button onClick={() => choose({ story: true, storyTab: 'story' })}>
          {words.toQuestion}
        </Button>
      )}
    </Plate>
  );
}
