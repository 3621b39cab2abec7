// The caption under the machines, as wide as they are. It says what the step on stage shows, what is known of the
// selected thing and, when no step is shown, one sentence per machine. Where the story column is put away, the
// caption has the Back and Next buttons, too.

import { skipSteps } from '../stage/commands.ts';
import { story } from '../stage/messages.ts';
import { useSession } from '../stage/session.ts';
import { choose, useStageState, variantsOn } from '../stage/store.ts';
import { useOpenQuestion, useWithheldSide } from '../stage/withheld.ts';
import { Button } from '../ui/Button.tsx';
import { unbroken } from '../ui/unbroken.tsx';
import { Announcer } from './Announcer.tsx';
import styles from './Caption.module.css';
import { captions as words } from './caption-words.ts';
import { MachineCaption } from './MachineCaption.tsx';

/** What the step says; undefined: it is for the machines to say what they show. */
function useSaid(
  isPutAway: boolean,
): { readonly text: string; readonly isTitle: boolean } | undefined {
  const { steps, opened } = useSession();
  const index = useStageState((state) => state.step);
  const isInHall = useStageState(({ theme }) => theme === 'projector');
  // A line is one that the step chose, too.
  const isSelected = useStageState(({ selection }) => selection.cpu !== undefined);
  const asked = useOpenQuestion()?.question;
  // The event that the step begins at has figures of its own.
  const ofEvent = useStageState(({ event }) => event?.said);
  const step = index === undefined ? undefined : steps[index];
  if (!step || (isSelected && !isPutAway)) return undefined;
  // In a hall its title, which leaves the machine a line.
  const title = isInHall ? opened.scenario.steps?.[index!]?.title : undefined;
  if (title) return { text: title, isTitle: true };
  // The column asks it in full.
  if (asked && !isPutAway) return undefined;
  return { text: asked ?? ofEvent ?? step.caption, isTitle: false };
}

export function Caption() {
  const { steps } = useSession();
  const isPutAway = useStageState(({ story, embed }) => !story || embed);
  const isInHall = useStageState(({ theme }) => theme === 'projector');
  const index = useStageState((state) => state.step);
  const sides = variantsOn(useStageState((state) => state.stage));
  const withheld = useWithheldSide();
  const said = useSaid(isPutAway);
  return (
    <section className={styles.caption} aria-label={words.region}>
      {index !== undefined && (isPutAway || isInHall) && (
        <span className={styles.index}>{words.step(index + 1, steps.length)}</span>
      )}
      {said && <p>{said.isTitle ? <strong>{unbroken(said.text)}</strong> : unbroken(said.text)}</p>}
      <div className={styles.sentences} data-seen={said === undefined}>
        {sides
          .filter((side) => side !== withheld)
          .map((side) => (
            <MachineCaption key={side} side={side} isSeen={said === undefined} />
          ))}
      </div>
      {index !== undefined && (isPutAway || isInHall) && (
        <Ways index={index} isPutAway={isPutAway} />
      )}
      <Announcer text={said?.text ?? ''} />
    </section>
  );
}

interface WaysProps {
  readonly index: number;
  /** The story column is: here is the way on and back, and to the question where one is asked. */
  readonly isPutAway: boolean;
}

function Ways({ index, isPutAway }: WaysProps) {
  const session = useSession();
  const { stage } = session;
  const isAsked = useOpenQuestion() !== undefined;
  return (
    <span className={styles.ways}>
      {isPutAway && isAsked && (
        <Button onClick={() => choose({ story: true, storyTab: 'story' })}>
          {words.toQuestion}
        </Button>
      )}
      {isPutAway && (
        <>
          <Button
            aria-label={story.previous}
            disabled={index === 0}
            onClick={() => void stage.stepBy(-1)}
          >
            {story.back}
          </Button>
          <Button aria-label={story.next} onClick={() => void stage.stepBy(1)}>
            {story.goOn}
          </Button>
        </>
      )}
      <Button title={words.skipHint} onClick={() => skipSteps(session)}>
        {words.skip}
      </Button>
    </span>
  );
}
