// The top bar: the stories, which scenario on which machine, which variants on stage, which panels, the
// link, the theme, help.

import { lazy, Suspense, useEffect, useState } from 'react';
import { ExportButton } from '../features/exports/ExportButton.tsx';
import { FidelityButton } from '../features/fidelity/FidelityButton.tsx';
import { homeHash } from '../scenario/place.ts';
import { askWhy } from '../stage/commands.ts';
import { allScenarios } from '../stage/content.ts';
import { useFeatures } from '../stage/feature.ts';
import { topBar } from '../stage/messages.ts';
import { type Session, useSession, variantOn } from '../stage/session.ts';
import { choose, sidesOn, stagesOf, useStageState } from '../stage/store.ts';
import { Button } from '../ui/Button.tsx';
import { Segments } from '../ui/Segments.tsx';
import { SelectBox } from '../ui/SelectBox.tsx';
import { themes } from '../ui/theme.ts';
import styles from './TopBar.module.css';

/** Links need code that nothing else needs: it comes when somebody shares. */
async function share(session: Session): Promise<void> {
  const { shareLink } = await import('./share.ts');
  await shareLink(session);
}

/** With all presets: nothing that moves waits for it. */
const MachineSelect = lazy(() => import('../features/machines/MachineSelect.tsx'));

export function TopBar() {
  const keys = useFeatures();
  const session = useSession();
  const { opened, shots } = session;
  const stage = useStageState((state) => state.stage);
  const why = useStageState((state) => state.why && state.inspector);
  return (
    <header className={styles.bar}>
      <h1 className={styles.brand}>
        <a href={homeHash}>{topBar.brand}</a>
      </h1>
      <ScenarioSelect />
      <div className={styles.machine}>
        <Suspense>
          <MachineSelect />
        </Suspense>
      </div>
      <Segments
        name={topBar.variant}
        values={stagesOf(opened.scenario.variants.map(({ id }) => id))}
        value={stage}
        hint={(value) => {
          const [side, other] = sidesOn(value);
          return other ? topBar.both : variantOn(opened, side!)?.label;
        }}
        onChange={(value) => choose({ stage: value })}
      />
      <span className={styles.space} />
      <PanelToggle panel="story" name={topBar.story} />
      <PanelToggle panel="inspector" name={topBar.inspector} />
      <Button
        data-for="hall"
        aria-keyshortcuts={keys.shortcut('why')}
        aria-expanded={why}
        onClick={() => askWhy(!why)}
      >
        {topBar.why}
      </Button>
      <FidelityButton name={topBar.fidelity} />
      <Button data-for="desk" onClick={() => void share(session)}>
        {topBar.share}
      </Button>
      <ExportButton />
      {shots.length > 0 && (
        <Button onClick={() => choose({ presenting: true, shot: undefined })}>
          {topBar.present}
        </Button>
      )}
      <ThemeSelect />
      <Button aria-keyshortcuts={keys.shortcut('help')} onClick={() => choose({ help: true })}>
        {topBar.help}
      </Button>
    </header>
  );
}

/** Shows the one on stage at once, and all others as soon as they have come. */
function ScenarioSelect() {
  const { stage, opened } = useSession();
  const { name = '', scenario } = opened;
  const [all, setAll] = useState<Awaited<ReturnType<typeof allScenarios>>>([]);
  useEffect(() => void allScenarios().then(setAll), []);
  return (
    <SelectBox
      aria-label={topBar.scenario}
      offers={[
        ...(all.every((each) => each.name !== name) ? [{ key: name, label: scenario.title }] : []),
        ...all.map((each) => ({ key: each.name, label: each.title })),
      ]}
      value={name}
      onChange={(key) => void stage.open(key)}
    />
  );
}

function ThemeSelect() {
  const theme = useStageState((state) => state.theme);
  return (
    <SelectBox
      data-narrow
      aria-label={topBar.theme}
      offers={themes.map((key) => ({ key, label: topBar.themes[key] }))}
      value={theme}
      onChange={(value) => choose({ theme: value })}
    />
  );
}

function PanelToggle({
  panel,
  name,
}: {
  readonly panel: 'story' | 'inspector';
  readonly name: string;
}) {
  const open = useStageState((state) => state[panel]);
  return (
    <Button data-for="desk" aria-expanded={open} onClick={() => choose({ [panel]: !open })}>
      {name}
    </Button>
  );
}
