// The top bar: the stories, which scenario on which machine, which variants on stage, which panels, the
// link, the theme, help.

import { lazy, Suspense, useEffect, useState } from 'react';
import { ExportButton } from '../features/exports/ExportButton.tsx';
import { FidelityButton } from '../features/fidelity/FidelityButton.tsx';
import { askWhy } from '../stage/commands.ts';
import { allScenarios } from '../stage/content.ts';
import { topBar } from '../stage/messages.ts';
import { type Session, useSession, variantOn } from '../stage/session.ts';
import { choose, sidesOn, stagesOf, useChoice } from '../stage/store.ts';
import controls from '../ui/controls.module.css';
import { Segments } from '../ui/Segments.tsx';
import { type Theme, themes } from '../ui/theme.ts';
import styles from './TopBar.module.css';

/** Links need code that nothing else needs: it comes when somebody shares. */
async function share(session: Session): Promise<void> {
  const { shareLink } = await import('./share.ts');
  await shareLink(session);
}

/** With all presets: nothing that moves waits for it. */
const MachineSelect = lazy(() => import('../features/machines/MachineSelect.tsx'));

export function TopBar() {
  const session = useSession();
  const { opened, shots } = session;
  const stage = useChoice((choice) => choice.stage);
  const why = useChoice((choice) => choice.why && choice.inspector);
  return (
    <header className={styles.bar}>
      <h1 className={styles.brand}>{topBar.brand}</h1>
      <PanelToggle panel="stories" name={topBar.stories} />
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
      <button
        type="button"
        className={controls.toggle}
        data-for="hall"
        aria-keyshortcuts="I"
        aria-expanded={why}
        onClick={() => askWhy(!why)}
      >
        {topBar.why}
      </button>
      <FidelityButton name={topBar.fidelity} />
      <button
        type="button"
        className={controls.button}
        data-for="desk"
        onClick={() => void share(session)}
      >
        {topBar.share}
      </button>
      <ExportButton />
      {shots.length > 0 && (
        <button
          type="button"
          className={controls.button}
          onClick={() => choose({ presenting: true, shot: undefined })}
        >
          {topBar.present}
        </button>
      )}
      <ThemeSelect />
      <button
        type="button"
        className={controls.button}
        aria-keyshortcuts="?"
        onClick={() => choose({ help: true })}
      >
        {topBar.help}
      </button>
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
    <select
      className={controls.select}
      aria-label={topBar.scenario}
      value={name}
      onChange={(event) => void stage.open(event.target.value)}
    >
      {all.every((each) => each.name !== name) && <option value={name}>{scenario.title}</option>}
      {all.map((each) => (
        <option key={each.name} value={each.name}>
          {each.title}
        </option>
      ))}
    </select>
  );
}

function ThemeSelect() {
  const theme = useChoice((choice) => choice.theme);
  return (
    <select
      className={controls.select}
      data-narrow
      aria-label={topBar.theme}
      value={theme}
      onChange={(event) => choose({ theme: event.target.value as Theme })}
    >
      {themes.map((value) => (
        <option key={value} value={value}>
          {topBar.themes[value]}
        </option>
      ))}
    </select>
  );
}

function PanelToggle({
  panel,
  name,
}: {
  readonly panel: 'stories' | 'story' | 'inspector';
  readonly name: string;
}) {
  const open = useChoice((choice) => choice[panel]);
  return (
    <button
      type="button"
      className={controls.toggle}
      data-for="desk"
      aria-expanded={open}
      onClick={() => choose({ [panel]: !open })}
    >
      {name}
    </button>
  );
}
