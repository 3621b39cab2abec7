// The machine a story runs on: its own, any preset, or one of a person's own. Choosing one opens the
// same story on it, as a recipe.

import { presets } from 'virtual:machine-presets';
import type { Recipe } from '../../scenario/index.ts';
import { topBar } from '../../stage/messages.ts';
import { useSession } from '../../stage/session.ts';
import { machinePicker as words } from '../../stage/start-words.ts';
import { choose } from '../../stage/store.ts';
import { SelectBox } from '../../ui/SelectBox.tsx';

const own = 'own';
const given = 'given';

/** The recipe on another machine: settings of the run stay, the viewer's place does not. */
export function recipeOn(machine: Recipe['machine'], recipe: Recipe): Recipe {
  const { playhead: _, selection: __, view: ___, machine: ____, ...rest } = recipe;
  return machine === undefined ? rest : { ...rest, machine };
}

/** The option that a recipe's machine is. */
function optionOf({ machine }: Recipe): string {
  if (machine === undefined) return '';
  const topology = typeof machine === 'string' ? machine : machine.topology;
  return typeof topology === 'string' ? topology : given;
}

export default function MachineSelect() {
  const { stage, opened } = useSession();
  const { recipe, machine } = opened;
  const value = optionOf(recipe);
  return (
    <SelectBox
      data-machine
      aria-label={topBar.machine}
      title={machine.title}
      offers={[
        { key: '', label: words.asInStory(value === '' ? machine.cpus : undefined) },
        ...(value === given ? [{ key: given, label: machine.title }] : []),
        ...presets.map(({ id: key, title: label }) => ({ key, label })),
        { key: own, label: words.own },
      ]}
      value={value}
      onChange={(key) => {
        if (key === own) choose({ ownMachine: true });
        else if (key !== given) void stage.open(recipeOn(key || undefined, recipe));
      }}
    />
  );
}
