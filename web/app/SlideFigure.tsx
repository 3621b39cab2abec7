// The figure of a slide, over its machine or beside those of the others: what its step says first, of the measured window and
// with its relation to the first machine; where the step says none, what its story shows over each machine.

import { gaugeWords as words } from '../stage/gauge-words.ts';
import { saidRow } from '../stage/measured-rows.ts';
import { metricLabels } from '../stage/metric-words.ts';
import type { VariantId } from '../stage/playback/playback.ts';
import { useSession, variantName } from '../stage/session.ts';
import { useStageState, variantsOn } from '../stage/store.ts';
import { useWholeReports } from '../stage/whole-reports.ts';
import { unbroken } from '../ui/unbroken.tsx';
import styles from './Gauges.module.css';
import { Gauges } from './Gauges.tsx';

/** The first value of the step on stage that has a name to stand under. */
function useSaid() {
  const { steps = [] } = useSession().opened.scenario;
  const index = useStageState((state) => state.step);
  const { values = [] } = steps[index ?? -1] ?? {};
  return values
    .map(saidRow)
    .find(({ name, label }) => label !== name || Object.hasOwn(metricLabels, name));
}

export function SlideFigure({ side }: { readonly side: VariantId }) {
  const session = useSession();
  const said = useSaid();
  const reports = useWholeReports();
  const [first] = variantsOn(useStageState((state) => state.stage));
  if (!said) return <Gauges side={side} />;
  // What is finished has a name of its own.
  const { show = [] } = session.opened.scenario.scores ?? {};
  const ofStory = show.find(({ of }) => of === said.name)?.label;
  const report = reports[side];
  const other = first === side || !first ? undefined : reports[first];
  const against = report && other && said.against(report, other);
  return (
    <section className={styles.scores} aria-label={words.region(side)}>
      <dl className={styles.main}>
        <dt>{unbroken(ofStory ?? said.label)}</dt>
        <dd data-score={said.name}>
          <strong>{(report && said.text(report)) ?? words.none}</strong>
          {against && (
            <span
              className={styles.against}
              title={words.toFirst(against, variantName(session, first!))}
            >
              {' '}
              {against}
            </span>
          )}
        </dd>
      </dl>
    </section>
  );
}
