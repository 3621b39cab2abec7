// The choice itself: offers what the machines on stage have something of, and none where they have nothing.

import { offeredFor } from '../../stage/mechanism.ts';
import { useSummaryPart } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { Select } from '../../ui/Select.tsx';
import { mechanismFacts } from '../../views/topology/index.ts';
import styles from './MechanismSelect.module.css';
import { words } from './words.ts';

const none = 'none';

export default function MechanismSelect() {
  const mechanism = useStageState((state) => state.mechanism);
  const presenting = useStageState((state) => state.presenting);
  // Names, so that it is drawn anew only when these change.
  const names = useSummaryPart(({ variants }) =>
    offeredFor(Object.values(variants))
      .map(({ name }) => name)
      .join(),
  );
  const offered = mechanismFacts.filter(
    ({ name }) => name === mechanism || names.split(',').includes(name),
  );
  if (presenting || offered.length === 0) return null;
  const offers = [
    { key: none, label: words.none },
    ...offered.map(({ name, title }) => ({ key: name, label: title })),
  ];
  return (
    <Select
      className={styles.choice}
      name={words.mechanism}
      hint={words.hint}
      offers={offers}
      value={offered.some(({ name }) => name === mechanism) ? mechanism! : none}
      onChange={(key) =>
        choose({ mechanism: offered.find(({ name }) => name === key)?.name, focus: undefined })
      }
    />
  );
}
