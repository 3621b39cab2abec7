// What all orders of a race lead to: classes of results with their counts and an order for each, and
// for an update what each of the 24 orders of its four steps would make possible.

import { useState } from 'react';
import type { NamedRace } from '../../engine/races/catalog.ts';
import type { Exploration, FollowedOrder, RaceOutcome } from '../../engine/races/race.ts';
import { Button } from '../../ui/Button.tsx';
import { percent, whole } from '../../ui/format.ts';
import styles from './RacesView.module.css';
import { resultText, words } from './words.ts';

/** What came of an order, thread by thread. */
function textOf({ race, threads }: NamedRace, results: RaceOutcome['results']): string {
  const found = race.threads.flatMap((steps, thread) => {
    const text = resultText(steps, results[thread]!);
    return text === undefined ? [] : [{ name: threads[thread]!, text }];
  });
  if (found.length === 1) return found[0]!.text;
  return found.map(({ name, text }) => `${name}: ${text}`).join('; ');
}

interface OutcomesProps {
  readonly named: NamedRace;
  readonly explored: Exploration;
  readonly followed: FollowedOrder;
  readonly onShow: (witness: readonly number[]) => void;
}

export function OutcomeTable({ named, explored, followed, onShow }: OutcomesProps) {
  const { outcomes, orders, states, mostWasted } = explored;
  const isOver = followed.next.every((access) => access === undefined);
  const here = isOver ? textOf(named, followed.done.at(-1)!.state.threads) : undefined;
  const rows = outcomes.toSorted((a, b) => b.orders - a.orders);
  return (
    <section aria-label={words.outcomes}>
      <h3>{words.outcomes}</h3>
      <p className={styles.note}>{words.summary(orders, states, mostWasted)}</p>
      <table className={styles.table}>
        <caption className={styles.caption}>{words.outcomesCaption}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.text}>
              {words.result}
            </th>
            <th scope="col">{words.orders}</th>
            <th scope="col">{words.share}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((outcome) => {
            const text = textOf(named, outcome.results);
            return (
              <tr key={outcome.witness.join()} aria-current={text === here ? 'true' : undefined}>
                <th scope="row" className={styles.text}>
                  {text} {text === here && <em>({words.here})</em>}
                </th>
                <td>{whole(outcome.orders)}</td>
                <td>{percent(outcome.orders / orders)}</td>
                <td>
                  <Button aria-label={words.showOf(text)} onClick={() => onShow(outcome.witness)}>
                    {words.show}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface Tried {
  readonly order: string;
  readonly misses: boolean;
  readonly wasted: number;
}

interface TwentyFourProps {
  readonly orders: readonly string[];
  readonly present: string;
  readonly explore: (order: string) => {
    readonly classes: readonly string[];
    readonly wasted: number;
  };
  readonly onChoose: (order: string) => void;
}

/** Worked out when asked: some twenty explorations take a moment. */
export function TwentyFour({ orders, present, explore, onChoose }: TwentyFourProps) {
  const [tried, setTried] = useState<readonly Tried[]>();
  const open = () => {
    const found = orders.map((order): Tried => {
      const { classes, wasted } = explore(order);
      return { order, misses: classes.some((each) => each.includes('none')), wasted };
    });
    setTried(found.toSorted((a, b) => Number(a.misses) - Number(b.misses)));
  };
  if (!tried) {
    return <Button onClick={open}>{words.tryAll}</Button>;
  }
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{words.tryAllCaption}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.text}>
            {words.order}
          </th>
          <th scope="col" className={styles.text}>
            {words.result}
          </th>
          <th scope="col">{words.wasted}</th>
        </tr>
      </thead>
      <tbody>
        {tried.map(({ order, misses, wasted }) => (
          <tr key={order} aria-current={order === present ? 'true' : undefined}>
            <th scope="row" className={styles.text}>
              <button
                type="button"
                className={styles.link}
                aria-label={words.choose(order)}
                onClick={() => onChoose(order)}
              >
                {order}
              </button>
            </th>
            <td className={styles.text} data-misses={misses}>
              {misses ? words.canMiss : words.neverMisses}
            </td>
            <td>{wasted}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
