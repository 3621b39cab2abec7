// What is to know of a story beside it: the patches that its variants stand for, where to read on in the kernel, what is
// not modelled, and notes for a reader.

import { functionsIn } from '../../learn/kernel-functions.ts';
import type { Scenario } from '../../scenario/index.ts';
import { story as words } from '../../stage/messages.ts';
import { useSession, useSummaryPart } from '../../stage/session.ts';
import Neighbour from './Neighbour.tsx';
import { postingAddress } from './posting.ts';
import styles from './StoryPanel.module.css';

/** All that a story says. */
const told = ({ question = '', what, why = '', steps = [], notes = [] }: Scenario): string =>
  [question, what, why, ...steps.map(({ text }) => text), ...notes].join(' ');

export default function About() {
  const { scenario } = useSession().opened;
  const lists = [
    [words.notModelled, scenario.not_modelled ?? []],
    [words.notes, scenario.notes ?? []],
  ] as const;
  const kept = useSummaryPart(
    ({ variants }) => variants.A.status?.warmStart ?? variants.B.status?.warmStart,
  );
  const named = functionsIn(told(scenario));
  const patched = scenario.variants.filter(({ patch }) => patch);
  return (
    <div className={styles.prose}>
      <Neighbour by={-1} />
      {patched.length > 0 && (
        <section>
          <h2>{words.patches}</h2>
          <ul className={styles.list}>
            {patched.map(({ id, patch = '', posting = '' }) => (
              <li key={id}>
                {id}: <Posting patch={patch} address={postingAddress(posting)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {named.length > 0 && (
        <section>
          <h2>{words.functions}</h2>
          <ul className={styles.list}>
            {named.map(({ name, file, version = '', address }) => (
              <li key={name}>
                <Posting patch={`${name}()`} address={address} />, {file} {version}
              </li>
            ))}
          </ul>
        </section>
      )}
      {lists
        .filter(([, entries]) => entries.length > 0)
        .map(([title, entries]) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul className={styles.list}>
              {entries.map((entry) => (
                <li key={entry}>{entry}</li>
              ))}
            </ul>
          </section>
        ))}
      {kept && (
        <section>
          <h2>{words.opening}</h2>
          <p>{words.beginnings[kept]}</p>
        </section>
      )}
    </div>
  );
}

function Posting({
  patch,
  address,
}: {
  readonly patch: string;
  readonly address?: string | undefined;
}) {
  if (!address) return patch;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {patch}
    </a>
  );
}
