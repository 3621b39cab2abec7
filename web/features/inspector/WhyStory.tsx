// Why the last decision before the playhead fell as it did: asks the run of one side, and shows the
// story with the decisions before it, each of which can be told or gone to in turn.

import { useState } from 'react';
import { taskTitle } from '../../engine/task-names.ts';
import type { Catalog, DecisionMark, DecisionStory } from '../../engine/types.ts';
import { drag } from '../../stage/commands.ts';
import { dock, inspector } from '../../stage/messages.ts';
import { lineName } from '../../stage/names.ts';
import type { Summary, VariantId } from '../../stage/playback/playback.ts';
import { lineOnSide } from '../../stage/selection.ts';
import { useSession, useSummaryPart, variantName } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { useTaskTitle } from '../../stage/task-title.ts';
import { useToldSides } from '../../stage/withheld.ts';
import { Button } from '../../ui/Button.tsx';
import { moment as momentText } from '../../ui/format.ts';
import type { LinkTarget } from '../../ui/markup.ts';
import { Segments } from '../../ui/Segments.tsx';
import { type Asked, useAsked } from '../../ui/use-asked.ts';
import { decisionText, ExplainView, explainWords } from '../../views/explain/index.ts';
import { useAskedMoment } from './asked-moment.ts';
import { PicksBefore } from './PicksBefore.tsx';
import styles from './WhyStory.module.css';
import { why as words } from './why-words.ts';

/** Decisions listed: the latest and a few before it. */
const listed = 8;

function useDecisions(
  side: VariantId,
): Asked<readonly DecisionMark[]> & { readonly about: string } {
  const { playback } = useSession();
  const titleOf = useTaskTitle(side);
  const { cpu, task } = useStageState((state) => state.selection);
  const time = useAskedMoment(side);
  const filter = task === undefined ? { cpu } : { task };
  const ask = async () =>
    time === undefined
      ? undefined
      : playback.engine(side)?.decisions({ asker: 'why', ...filter, time, most: listed });
  const about =
    task !== undefined ? titleOf(task) : cpu === undefined ? words.ofAny : inspector.cpu(cpu);
  return { ...useAsked(ask, [side, time, about], { keepsLast: true }), about };
}

/** What a link of the story does. Lines of a story are numbered as its side numbers them. */
function follow(target: LinkTarget, side: VariantId, { variants }: Summary): void {
  if (target.kind === 'term') {
    choose({ glossary: target.id });
    return;
  }
  const [here, first] = [variants[side].catalog, variants.A.catalog];
  const number =
    target.kind === 'line' && here && first
      ? lineOnSide(target.number, here, first)
      : target.number;
  choose(({ selection }) => ({ selection: { ...selection, [target.kind]: number } }));
}

/** Of a machine whose decisions may be told; of none while a question withholds all on stage. */
export default function WhyStory({ onClose }: { readonly onClose: () => void }) {
  const wanted = useStageState((state) => state.dockSide);
  const sides = useToldSides();
  const side = sides.includes(wanted) ? wanted : sides[0];
  return side && <WhyOn {...{ side, sides, onClose }} />;
}

interface WhyOnProps {
  readonly side: VariantId;
  readonly sides: readonly VariantId[];
  readonly onClose: () => void;
}

function WhyOn({ side, sides, onClose }: WhyOnProps) {
  const session = useSession();
  const catalog = useSummaryPart((summary) => summary.variants[side].catalog);
  const { answer: decisions, problem, about } = useDecisions(side);
  return (
    <section className={styles.why} aria-label={words.region}>
      <div className={styles.head}>
        <h3>{words.button}</h3>
        {sides.length > 1 && (
          <Segments
            name={dock.side}
            values={sides}
            value={side}
            label={(each) => dock.ofSide(variantName(session, each))}
            onChange={(value) => choose({ dockSide: value })}
          />
        )}
      </div>
      {problem !== undefined && <p role="alert">{words.failed(problem)}</p>}
      {!decisions && problem === undefined && <p role="status">{words.looking}</p>}
      {decisions && decisions.length === 0 && <p role="status">{words.nothing(about)}</p>}
      {decisions && decisions.length > 0 && catalog && (
        <Told key={`${side} ${decisions[0]!.id}`} {...{ side, catalog, decisions }} />
      )}
      <Button onClick={onClose}>{words.close}</Button>
    </section>
  );
}

interface ToldProps {
  readonly side: VariantId;
  readonly catalog: Catalog;
  readonly decisions: readonly DecisionMark[];
}

function Told({ side, catalog, decisions }: ToldProps) {
  const session = useSession();
  const playing = useStageState((state) => state.playing);
  const playhead = useSummaryPart((summary) => summary.variants[side].latestFrame?.time);
  const [picked, setPicked] = useState(decisions[0]!);
  const { answer: story, problem } = useAsked<DecisionStory | undefined>(
    async () => session.playback.engine(side)?.decisionStory(picked.id),
    [side, picked.id],
    { keepsLast: true },
  );
  const others = decisions.filter(({ id }) => id !== picked.id);
  return (
    <>
      <p className={styles.moment}>
        {words.at(momentText(picked.time))}{' '}
        {playhead === picked.time ? (
          words.atIt
        ) : (
          <Button onClick={() => drag(session, picked.time)}>{words.goTo}</Button>
        )}
        {playing && ` ${words.playing}`}
      </p>
      {problem !== undefined && <p role="alert">{words.failed(problem)}</p>}
      {story ? (
        <ExplainView
          story={decisionText(catalog, story, (line) => lineName(catalog, line))}
          onTarget={(target) => follow(target, side, session.playback.summary())}
        />
      ) : (
        problem === undefined && <p role="status">{words.looking}</p>
      )}
      {others.length > 0 && (
        <>
          <h4 className={styles.before}>{words.before}</h4>
          <ul className={styles.list}>
            {others.map((mark) => (
              <li key={mark.id}>
                <button type="button" onClick={() => setPicked(mark)}>
                  <span>{momentText(mark.time)}</span> {sayMark(catalog, mark)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <PicksBefore
        side={side}
        catalog={catalog}
        onTarget={(target) => follow(target, side, session.playback.summary())}
      />
    </>
  );
}

function sayMark(catalog: Catalog, { decision, task, cpu, result }: DecisionMark): string {
  const name = catalog.decisions[decision] ?? '';
  const said = explainWords.decisions[name] ?? name;
  const { pages } = explainWords;
  if (pages.decisions.includes(name)) return pages.mark(said, cpu, result);
  return words.decidedOn(said, task < 0 ? undefined : taskTitle(catalog, task), cpu, result);
}
