// The story of one decision, to be read: what was asked, looked at, refused, chosen, and what it cost. The parent
// says what its links do.

import { Marked, type MarkedProps } from '../../ui/Marked.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './ExplainView.module.css';
import type { DecisionText, LineOfStory } from './story.ts';
import { words } from './words.ts';

export interface ExplainViewProps extends Pick<MarkedProps, 'onTarget'> {
  readonly story: DecisionText;
}

export function ExplainView({ story, onTarget }: ExplainViewProps) {
  return (
    <article className={styles.story} aria-label={story.title}>
      <h4>{story.title}</h4>
      <p className={styles.function}>
        <Marked onTarget={onTarget}>{story.function}</Marked>
      </p>
      <Section name={words.asked} sentences={story.asked} onTarget={onTarget} />
      <Section name={words.looked} sentences={story.looked} onTarget={onTarget} ordered />
      <Section name={words.refused} sentences={story.refused} onTarget={onTarget} ordered />
      <Section name={words.chosen} sentences={story.chosen} onTarget={onTarget} strong />
      <Section name={words.followed} sentences={story.followed} onTarget={onTarget} ordered />
      <Section name={words.cost} sentences={story.cost} onTarget={onTarget} />
      {story.lines.length > 0 && <Lines lines={story.lines} onTarget={onTarget} />}
      {story.afterLines.map((sentence) => (
        <p key={sentence}>
          <Marked onTarget={onTarget}>{sentence}</Marked>
        </p>
      ))}
    </article>
  );
}

interface SectionProps extends Pick<MarkedProps, 'onTarget'> {
  readonly name: string;
  readonly sentences: readonly string[];
  /** In the order in which it happened. */
  readonly ordered?: boolean;
  readonly strong?: boolean;
}

function Section({ name, sentences, onTarget, ordered, strong }: SectionProps) {
  if (sentences.length === 0) return null;
  const marked = sentences.map((sentence, at) => (
    // Two tests may read alike; a story never changes its order.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Marked key={at} onTarget={onTarget}>
      {sentence}
    </Marked>
  ));
  return (
    <>
      <h5>{name}</h5>
      {ordered && sentences.length > 1 ? (
        <ol>
          {marked.map((each) => (
            <li key={each.key}>{each}</li>
          ))}
        </ol>
      ) : (
        marked.map((each) => (
          <p key={each.key} data-strong={strong}>
            {each}
          </p>
        ))
      )}
    </>
  );
}

function Lines({
  lines,
  onTarget,
}: Pick<MarkedProps, 'onTarget'> & { readonly lines: readonly LineOfStory[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.name}>
          <span className={styles.line}>
            <Marked onTarget={onTarget}>{line.name}</Marked>
            <span className={styles.time}>{unbroken(line.text)}</span>
          </span>
          <span className={styles.fields}>{unbroken(line.fields.join(', '))}</span>
          <span className={styles.symbols}>{line.symbols.join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}
