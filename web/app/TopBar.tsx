// The top bar: what is on stage, what features put beside it, the link; what is rarely used stands behind "⋯".

import { useEffect, useState } from 'react';
import { homeHash } from '../scenario/place.ts';
import { askWhy } from '../stage/commands.ts';
import { useFeatures } from '../stage/feature.ts';
import { withLazyChunk } from '../stage/lazy-chunk.ts';
import { topBar } from '../stage/messages.ts';
import { useIsPhone } from '../stage/panels.ts';
import { type Session, useSession, variantName, variantOn } from '../stage/session.ts';
import { allScenarios } from '../stage/shipped.ts';
import {
  choose,
  type StageLayout,
  stageLayoutsOf,
  useStageState,
  variantsOn,
} from '../stage/store.ts';
import { Button } from '../ui/Button.tsx';
import { Segments } from '../ui/Segments.tsx';
import { SelectBox } from '../ui/SelectBox.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import { ShellParts } from './Parts.tsx';
import styles from './TopBar.module.css';

/** The code for links is loaded by the first share: nothing else needs it. */
async function share(session: Session): Promise<void> {
  await withLazyChunk(topBar.share, async () => {
    const { shareLink } = await import('./share.ts');
    await shareLink(session);
  });
}

export function TopBar() {
  const session = useSession();
  const isPhone = useIsPhone();
  return (
    <header className={styles.bar}>
      <h1 className={styles.brand}>
        <a href={homeHash}>{topBar.brand}</a>
      </h1>
      <ShellParts place="crumb" />
      <ScenarioSelect />
      <span className={styles.space} />
      <VariantChoice session={session} />
      <WhyInHall />
      {!isPhone && <Rest session={session} />}
      <MoreMenu>{isPhone && <Rest session={session} />}</MoreMenu>
    </header>
  );
}

/** What a phone has in the sheet of what is rarely used. */
function Rest({ session }: { readonly session: Session }) {
  return (
    <>
      <ShellParts place="bar" />
      <Button className={styles.share} onClick={() => void share(session)}>
        {topBar.share}
      </Button>
    </>
  );
}

function VariantChoice({ session }: { readonly session: Session }) {
  const { opened } = session;
  const stage = useStageState((state) => state.stage);
  const isPhone = useIsPhone();
  const values = stageLayoutsOf(opened.scenario.variants.map(({ id }) => id)).filter(
    (value) => !isPhone || variantsOn(value).length <= 2,
  );
  const isHall = useStageState((state) => state.theme === 'projector');
  const namesOn = (value: StageLayout) =>
    variantsOn(value).map((side) => variantName(session, side));
  const put = (value: StageLayout) => choose({ stage: value });
  // A row of twelve, as large as a hall needs them, would push the others out.
  if (isHall && values.length > 4) {
    return (
      <SelectBox
        aria-label={topBar.variant}
        offers={values.map((key) => ({ key, label: namesOn(key).join(' | ') }))}
        value={stage}
        onChange={put}
      />
    );
  }
  return (
    <Segments
      name={topBar.variant}
      values={values}
      label={(value) => namesOn(value).join(values.length > 3 ? '' : ' | ')}
      say={(value) => namesOn(value).join(' | ')}
      value={stage}
      hint={(value) => {
        const [side, other] = variantsOn(value);
        return other ? topBar.both : variantOn(opened, side!)?.label;
      }}
      onChange={put}
    />
  );
}

/** In a hall there is no Inspector to ask in. */
function WhyInHall() {
  const keys = useFeatures();
  const isHall = useStageState((state) => state.theme === 'projector');
  const why = useStageState((state) => state.why && state.inspector);
  if (!isHall) return null;
  return (
    <Button
      className={styles.hall}
      aria-keyshortcuts={keys.shortcut('why')}
      aria-expanded={why}
      onClick={() => askWhy(!why)}
    >
      {topBar.why}
    </Button>
  );
}

type All = Awaited<ReturnType<typeof allScenarios>>;

/** Loads all scenarios into the list. Without a network it stays empty, and the next visit tries again. */
const bringAll = (put: (all: All) => void): void => void allScenarios().then(put, () => {});

/** Shows the one on stage at once, and all others as soon as they have come. */
function ScenarioSelect() {
  const { stage, opened } = useSession();
  const { name = '', scenario } = opened;
  const [all, setAll] = useState<All>([]);
  useEffect(() => bringAll(setAll), []);
  return (
    <SelectBox
      onFocus={() => all.length > 0 || bringAll(setAll)}
      data-scenario
      aria-label={topBar.scenario}
      title={scenario.title}
      offers={[
        ...(all.every((each) => each.name !== name) ? [{ key: name, label: scenario.title }] : []),
        // On another machine, or with another workload, it is not called as it comes.
        ...all.map((each) => ({
          key: each.name,
          label: each.name === name ? scenario.title : each.title,
          group: each.chapter,
        })),
      ]}
      value={name}
      onChange={(key) => void stage.open(key)}
    />
  );
}
