// Races of cpupri and of the RT overload words: one order by hand, step by step with the state after
// each, beside all orders there are. What the steps do is the core's answer; nothing is worked out here.

import { type KeyboardEvent, useMemo, useState } from 'react';
import type { Races } from '../../engine/races/browser.ts';
import {
  cpupriRaces,
  ghostRaces,
  KERNEL_ORDER,
  overloadRaces,
} from '../../engine/races/catalog.ts';
import { Select } from '../../ui/Select.tsx';
import { Moments } from './Moments.tsx';
import { OutcomeTable, TwentyFour } from './Outcomes.tsx';
import { allOrders, classesOf, onlyIn, reordered, stepOrderOf } from './orders.ts';
import styles from './RacesView.module.css';
import { lessons, resultText, words } from './words.ts';

const allRaces = [...cpupriRaces, ...ghostRaces, ...overloadRaces];
const first = cpupriRaces[0]!;

export interface RacesViewProps {
  readonly races: Races;
}

/** The race of that id, its updates in that order; undefined: in its own. */
function raceOf(id: string, order: string | undefined) {
  const named = allRaces.find((race) => race.id === id) ?? first;
  return order === undefined ? named : reordered(named, order);
}

/** What the order changes, against the kernel's own. */
function comparison(races: Races, id: string, order: string | undefined): string | undefined {
  const named = raceOf(id, order);
  if (stepOrderOf(named) === undefined || stepOrderOf(named) === KERNEL_ORDER) return undefined;
  const inWords = (race: typeof named) =>
    races.explore(race.race).outcomes.map(({ results }) => {
      return race.race.threads.flatMap((steps, at) => resultText(steps, results[at]!) ?? []).join();
    });
  const here = [...new Set(inWords(named))];
  const kernel = [...new Set(inWords(raceOf(id, KERNEL_ORDER)))];
  const added = onlyIn(here, kernel);
  const lost = onlyIn(kernel, here);
  if (added.length + lost.length === 0) return words.same;
  return [added.length && words.added(added), lost.length && words.lost(lost)]
    .filter(Boolean)
    .join(' ');
}

export function RacesView({ races }: RacesViewProps) {
  const [id, setId] = useState(first.id);
  const [chosen, setOrder] = useState<string>();
  const [choices, setChoices] = useState<readonly number[]>([]);
  const named = useMemo(() => raceOf(id, chosen), [id, chosen]);
  const explored = useMemo(() => races.explore(named.race), [races, named]);
  const followed = useMemo(() => races.follow(named.race, choices), [races, named, choices]);
  const versus = useMemo(() => comparison(races, id, chosen), [races, id, chosen]);
  const begin = (nextId: string, order: string | undefined) => {
    setId(nextId);
    setOrder(order);
    setChoices([]);
  };
  const step = (thread: number) => {
    if (followed.next[thread]) setChoices([...choices, thread]);
  };
  const undo = () => setChoices(choices.slice(0, -1));
  const keyed = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLSelectElement;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const thread = Number(event.key) - 1;
    if (event.key === 'Backspace') undo();
    else if (thread >= 0 && thread < named.threads.length) step(thread);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const order = stepOrderOf(named);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the buttons inside, which say what they do
    <div className={styles.view} onKeyDown={keyed}>
      <div className={styles.bar}>
        <RaceChoice id={id} onChange={(next) => begin(next, undefined)} />
        {order && <OrderChoice order={order} onChange={(next) => begin(id, next)} />}
        <p className={styles.says}>
          {chosen === undefined ? lessons[id]?.says : words.orderSpelled(chosen)} {versus}
        </p>
      </div>
      <div className={styles.columns}>
        <Moments
          named={named}
          followed={followed}
          choices={choices}
          onStep={step}
          onUndo={undo}
          onGoTo={(length) => setChoices(choices.slice(0, length))}
        />
        <div className={styles.side}>
          <OutcomeTable
            named={named}
            explored={explored}
            followed={followed}
            onShow={(witness) => setChoices(witness)}
          />
          {order && (
            <TwentyFour
              key={id}
              orders={allOrders}
              present={order}
              explore={(each) => {
                const race = raceOf(id, each);
                const found = races.explore(race.race);
                return { classes: classesOf(race, found), wasted: found.mostWasted };
              }}
              onChoose={(next) => begin(id, next)}
            />
          )}
          <p className={styles.note}>{words.sequential}</p>
        </div>
      </div>
    </div>
  );
}

interface RaceChoiceProps {
  readonly id: string;
  readonly onChange: (id: string) => void;
}

const raceOffers = [
  ...offersOf(cpupriRaces, words.searches),
  ...offersOf(ghostRaces, words.ghosts),
  ...offersOf(overloadRaces, words.overload),
];

function offersOf(races: readonly (typeof allRaces)[number][], group: string) {
  return races.map(({ id }) => ({ key: id, label: `${id} ${lessons[id]?.title ?? ''}`, group }));
}

function RaceChoice({ id, onChange }: RaceChoiceProps) {
  return (
    <Select
      className={styles.race}
      name={words.race}
      offers={raceOffers}
      value={id}
      onChange={onChange}
    />
  );
}

interface OrderChoiceProps {
  readonly order: string;
  readonly onChange: (order: string) => void;
}

const orderOffers = allOrders.map((order) => ({
  key: order,
  label: order === KERNEL_ORDER ? words.kernelOrder(order) : order,
}));

function OrderChoice({ order, onChange }: OrderChoiceProps) {
  return (
    <Select
      name={words.order}
      offers={orderOffers}
      value={order}
      hint={words.orderTitle}
      onChange={onChange}
    />
  );
}
