// The knobs of a scenario: what may be turned, where it stands, where the published figures were
// measured. Turned knobs run when asked: a run is a matter of seconds, not of a drag. A chunk of its own.

import { useEffect, useId, useState } from 'react';
import type { AxisValue } from '../../engine/sweep/grid.ts';
import type { OpenedScenario, Recipe } from '../../scenario/index.ts';
import { settingOf } from '../../scenario/setting.ts';
import { axisText, axisValues, isSame } from '../../views/curves/curve.ts';
import { openNamed, scenarioRoom } from '../content.ts';
import { type Session, useSession } from '../session.ts';
import { choose, useChoice } from '../store.ts';
import controls from './controls.module.css';
import styles from './Knobs.module.css';
import { words } from './knobs.words.ts';

type Turned = Readonly<Record<string, AxisValue>>;
type Settings = NonNullable<Recipe['set']>;

const isNumeric = (value: AxisValue): boolean => /^\d/.test(axisText(value));

/** The scenario as it comes: what is published was measured there. */
function useUsual({ opened }: Session): OpenedScenario {
  const { name, recipe } = opened;
  const [usual, setUsual] = useState<OpenedScenario>(opened);
  useEffect(() => {
    let isShown = true;
    if (name && recipe.set) {
      openNamed(name).then(
        (content) => isShown && setUsual(content.opened),
        () => {}, // Without it knobs cannot say where they stood; they still turn.
      );
    } else {
      setUsual(opened);
    }
    return () => {
      isShown = false;
    };
  }, [name, recipe, opened]);
  return usual;
}

/** Opens the recipe on stage with other settings, through the address bar. */
async function run({ opened }: Session, turned: Turned, usual: OpenedScenario) {
  const { recipeOf, hashOfRecipe } = await scenarioRoom();
  const set: Record<string, AxisValue> = { ...opened.recipe.set };
  for (const [path, value] of Object.entries(turned)) {
    const asItComes = settingOf(usual, path);
    if (asItComes !== undefined && isSame(asItComes, value)) delete set[path];
    else set[path] = value;
  }
  const recipe = recipeOf({ ...opened.recipe, set: set as Settings }, useChoice.getState());
  globalThis.location.hash = hashOfRecipe(recipe);
}

export default function Knobs() {
  const session = useSession();
  const { opened } = session;
  const usual = useUsual(session);
  const [turned, setTurned] = useState<Turned>({});
  // What was turned has become what runs, or another scenario has come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recipe is what asks for it
  useEffect(() => setTurned({}), [opened.recipe]);
  const knobs = usual.scenario.show?.knobs ?? [];
  if (knobs.length === 0) return null;
  const compared = usual.scenario.published?.some(({ published }) => published) ?? false;
  const nowOf = (path: string) => settingOf(opened, path);
  const differs = (value: AxisValue | undefined, other: AxisValue | undefined) =>
    value !== undefined && (other === undefined || !isSame(value, other));
  const isTurned = Object.entries(turned).some(([path, value]) => differs(value, nowOf(path)));
  const asItComes = Object.fromEntries(
    knobs.flatMap(({ path }) => {
      const value = settingOf(usual, path);
      return value === undefined ? [] : [[path, value]];
    }),
  );
  const isUsual = knobs.every(({ path }) => !differs(asItComes[path], nowOf(path)));
  return (
    <section className={styles.knobs} aria-label={words.region}>
      <h3>{words.region}</h3>
      {knobs.map(({ path, label, values }) => (
        <Knob
          key={path}
          label={label}
          values={axisValues(values, settingOf(usual, path))}
          value={turned[path] ?? nowOf(path)}
          usual={settingOf(usual, path)}
          compared={compared}
          onTurn={(value) => setTurned({ ...turned, [path]: value })}
        />
      ))}
      <p className={styles.buttons}>
        <button
          type="button"
          className={controls.button}
          disabled={!isTurned}
          onClick={() => void run(session, turned, usual)}
        >
          {words.run}
        </button>
        <button
          type="button"
          className={controls.button}
          disabled={isUsual}
          onClick={() => void run(session, asItComes, usual)}
        >
          {words.reset}
        </button>
        <button
          type="button"
          className={controls.button}
          onClick={() => choose({ dock: 'curves' })}
        >
          {words.curve}
        </button>
      </p>
    </section>
  );
}

interface KnobProps {
  readonly label: string;
  readonly values: readonly AxisValue[];
  readonly value: AxisValue | undefined;
  /** Where the scenario comes with it. */
  readonly usual: AxisValue | undefined;
  /** True if that is where published figures are compared. */
  readonly compared: boolean;
  readonly onTurn: (value: AxisValue) => void;
}

function Knob({ label, values, value, usual, compared, onTurn }: KnobProps) {
  const id = useId();
  const at = values.findIndex((each) => value !== undefined && isSame(each, value));
  const home = values.findIndex((each) => usual !== undefined && isSame(each, usual));
  const text = value === undefined ? '' : words.value(axisText(value));
  const published = usual === undefined ? '' : words.value(axisText(usual));
  if (!values.every(isNumeric)) {
    return (
      <div className={styles.knob}>
        <label htmlFor={id}>{label}</label>
        <select
          id={id}
          className={controls.select}
          value={at}
          onChange={(event) => onTurn(values[Number(event.target.value)]!)}
        >
          {values.map((each, index) => (
            <option key={axisText(each)} value={index}>
              {words.value(axisText(each))}
              {index === home ? words.here : ''}
            </option>
          ))}
        </select>
      </div>
    );
  }
  return (
    <div className={styles.knob}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{text}</output>
      <input
        id={id}
        type="range"
        min={0}
        max={values.length - 1}
        value={Math.max(0, at)}
        list={`${id}-stops`}
        aria-valuetext={at === home ? words.atHome(text, compared) : text}
        onChange={(event) => onTurn(values[Number(event.target.value)]!)}
      />
      <datalist id={`${id}-stops`}>{home >= 0 && <option value={home} />}</datalist>
      {at !== home && home >= 0 && <p className={styles.note}>{words.home(published, compared)}</p>}
    </div>
  );
}
