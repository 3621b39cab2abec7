// The knobs of a scenario: what may be turned, where it stands, where the published figures were
// measured. Turned knobs run when asked: a run is a matter of seconds, not of a drag. A chunk of its own.

import { useEffect, useId, useState } from 'react';
import type { AxisValue } from '../../engine/sweep/grid.ts';
import type { OpenedRecipe, Recipe } from '../../scenario/index.ts';
import { knobsOf } from '../../scenario/knobs.ts';
import { settingOf } from '../../scenario/setting.ts';
import { fetchScenario, recipeChunk } from '../../stage/content.ts';
import { withLazyChunk } from '../../stage/lazy-chunk.ts';
import { type Session, useSession } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectBox } from '../../ui/SelectBox.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { axisText, axisValues, isSame } from '../../views/curves/curve.ts';
import styles from './Knobs.module.css';
import { words } from './knobs-words.ts';

/** The setting of a knob; undefined: the recipe does not say it, and its default is not known here. */
type Setting = AxisValue | undefined;
type Turned = Readonly<Record<string, Setting>>;
type Settings = NonNullable<Recipe['set']>;

const isNumeric = (value: Setting): boolean => value === undefined || /^\d/.test(axisText(value));

const isAt = (value: Setting, other: Setting): boolean =>
  value === undefined || other === undefined ? value === other : isSame(value, other);

/** The scenario as it comes: what is published was measured there. */
function useUsual({ opened }: Session): OpenedRecipe {
  const { name, recipe } = opened;
  // Without it knobs cannot say where they stood; they still turn.
  const { answer: usual } = useAsked(
    () => (name && recipe.set ? fetchScenario(name) : undefined),
    [name, recipe],
    { keepsLast: true },
  );
  return usual?.opened ?? opened;
}

const asked = new WeakMap<OpenedRecipe, Promise<Turned>>();

/** What the knobs stand at of which a recipe says nothing. Most scenarios say all of theirs. */
function unsaidSettings(opened: OpenedRecipe): Promise<Turned> {
  // Asked here, too: the rest is a chunk that most scenarios do not need.
  const isAllSaid = opened.scenario.show?.knobs?.every(
    ({ path }) => settingOf(opened, path) !== undefined,
  );
  if (isAllSaid) return Promise.resolve({});
  const before = asked.get(opened);
  if (before) return before;
  const settings = recipeChunk().then((room) => room.defaultSettings(opened, room.browserReader));
  asked.set(opened, settings);
  settings.catch(() => asked.delete(opened));
  return settings;
}

/** Where each knob of a recipe stands, by path. */
function useSettings(opened: OpenedRecipe): (path: string) => Setting {
  // Until the defaults are loaded, an unset knob names the part that decides.
  const { answer: known } = useAsked(() => unsaidSettings(opened), [opened]);
  return (path) => settingOf(opened, path) ?? known?.[path];
}

/** Opens the recipe on stage with other settings. */
async function run({ stage, opened }: Session, turned: Turned, home: (path: string) => Setting) {
  const chunk = await withLazyChunk(words.region, recipeChunk);
  if (!chunk) return;
  const set: Record<string, AxisValue> = { ...opened.recipe.set };
  for (const [path, value] of Object.entries(turned)) {
    if (value === undefined || isAt(value, home(path))) delete set[path];
    else set[path] = value;
  }
  const recipe = chunk.recipeOf(
    { ...opened.recipe, set: set as Settings },
    useStageState.getState(),
  );
  await stage.open(recipe);
}

/** Where a knob can be turned to: also where it stands and where it comes from. */
function choicesOf(values: readonly AxisValue[], home: Setting, now: Setting): readonly Setting[] {
  const all = axisValues(axisValues(values, home), now);
  return home === undefined || now === undefined ? [undefined, ...all] : all;
}

export default function Knobs() {
  const session = useSession();
  const { opened } = session;
  const usual = useUsual(session);
  const nowOf = useSettings(opened);
  const homeOf = useSettings(usual);
  const [turned, setTurned] = useState<Turned>({});
  // What was turned has become what runs, or another scenario has come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recipe is what asks for it
  useEffect(() => setTurned({}), [opened.recipe]);
  const knobs = knobsOf(usual.scenario);
  const compared = usual.scenario.published?.some(({ published }) => published) ?? false;
  const isTurned = Object.entries(turned).some(([path, value]) => !isAt(value, nowOf(path)));
  const asItComes = Object.fromEntries(knobs.map(({ path }) => [path, homeOf(path)]));
  const isUsual = knobs.every(({ path }) => isAt(nowOf(path), homeOf(path)));
  return (
    <section className={styles.knobs} aria-label={words.region}>
      <h2>{words.region}</h2>
      {knobs.map(({ path, label, values }) => (
        <Knob
          key={path}
          path={path}
          label={label}
          choices={choicesOf(values, homeOf(path), nowOf(path))}
          value={path in turned ? turned[path] : nowOf(path)}
          home={homeOf(path)}
          compared={compared}
          onTurn={(value) => setTurned({ ...turned, [path]: value })}
        />
      ))}
      <p className={styles.buttons}>
        <Button disabled={!isTurned} onClick={() => void run(session, turned, homeOf)}>
          {words.run}
        </Button>
        <Button disabled={isUsual} onClick={() => void run(session, asItComes, homeOf)}>
          {words.reset}
        </Button>
        <Button onClick={() => choose({ dock: 'curves' })}>{words.curve}</Button>
      </p>
    </section>
  );
}

interface KnobProps {
  readonly path: string;
  readonly label: string;
  readonly choices: readonly Setting[];
  readonly value: Setting;
  /** Where the scenario comes with it. */
  readonly home: Setting;
  /** True if that is where published figures are compared. */
  readonly compared: boolean;
  readonly onTurn: (value: Setting) => void;
}

const textOf = (value: Setting, path: string): string =>
  value === undefined ? words.unsaid(path) : words.value(axisText(value));

function Knob(props: KnobProps) {
  const { path, label, choices, value, home, compared, onTurn } = props;
  const id = useId();
  if (!choices.every(isNumeric)) return <NamedKnob {...props} />;
  const at = choices.findIndex((each) => isAt(each, value));
  const homeAt = choices.findIndex((each) => isAt(each, home));
  // Written as the scenario writes it, with its unit: files of machines have bare numbers beside theirs.
  const written = (which: number, otherwise: Setting) => textOf(choices[which] ?? otherwise, path);
  const text = written(at, value);
  const note =
    home === undefined ? words.homeUnsaid(path) : words.home(written(homeAt, home), compared);
  return (
    <div className={styles.knob}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{text}</output>
      <input
        id={id}
        type="range"
        min={0}
        max={choices.length - 1}
        value={at}
        list={`${id}-stops`}
        aria-valuetext={at === homeAt ? words.atHome(text, compared) : text}
        onChange={(event) => onTurn(choices[Number(event.target.value)])}
      />
      <datalist id={`${id}-stops`}>
        <option value={homeAt} />
      </datalist>
      {at !== homeAt && <p className={styles.note}>{unbroken(note)}</p>}
    </div>
  );
}

/** A knob whose values are names. */
function NamedKnob({ path, label, choices, value, home, onTurn }: KnobProps) {
  const id = useId();
  return (
    <div className={styles.knob}>
      <label htmlFor={id}>{label}</label>
      <SelectBox
        id={id}
        offers={choices.map((each, key) => ({
          key,
          label: `${textOf(each, path)}${isAt(each, home) ? words.here : ''}`,
        }))}
        value={choices.findIndex((each) => isAt(each, value))}
        onChange={(index) => onTurn(choices[index])}
      />
    </div>
  );
}
