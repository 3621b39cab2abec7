// The page "Bring your own": the commands to copy, by what they make and on which system, and what leaves the machine.

import chapters from 'virtual:chapters';
import { useState } from 'react';
import { firstWorkloadStory } from '../../exchange/own/workload/first-story.ts';
import { storyHash } from '../../scenario/place.ts';
import { launch } from '../../stage/launch.ts';
import { Button } from '../../ui/Button.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import page from './ChapterPage.module.css';
import { PageFrame } from './Frame.tsx';
import styles from './OwnPage.module.css';
import {
  type OwnCommand,
  type OwnPart,
  type OwnTarget,
  ownParts,
  ownWords as words,
} from './own-words.ts';

/** A workload begins on its own small machine, the others on the story that all begin with. */
function goTo(target: OwnTarget): void {
  const isWorkload = 'dock' in target && target.dock === 'workload';
  const story = isWorkload ? firstWorkloadStory : chapters[0]!.flagship;
  window.history.pushState(null, '', storyHash(story));
  launch({ choice: 'machine' in target ? { ownMachine: true } : { dock: target.dock } });
}

export default function OwnPage({ isMoved }: { readonly isMoved: boolean }) {
  return (
    <PageFrame title={words.title} path={words.path} isMoved={isMoved}>
      <h1 tabIndex={-1} className={page.heading}>
        {words.heading}
      </h1>
      <p className={page.about}>{words.what}</p>
      <section className={styles.privacy} aria-label={words.privacy}>
        <h2>{words.privacy}</h2>
        <p>{words.privacyMore}</p>
      </section>
      {ownParts.map((part) => (
        <Part key={part.id} part={part} />
      ))}
      <section className={styles.part} aria-label={words.terminal}>
        <h2>{words.terminal}</h2>
        <Commands command={{ on: words.terminal, lines: words.terminalLines }} isTitled={false} />
      </section>
    </PageFrame>
  );
}

function Part({ part }: { readonly part: OwnPart }) {
  const { id, title, what, commands, after, open, target } = part;
  return (
    <section className={styles.part} aria-labelledby={`own-${id}`}>
      <div className={styles.head}>
        <h2 id={`own-${id}`}>{title}</h2>
        <Button look="strong" onClick={() => goTo(target)}>
          {open}
        </Button>
      </div>
      <p>{unbroken(what)}</p>
      {commands.map((command) => (
        <Commands key={command.on} command={command} isTitled />
      ))}
      <p className={styles.after}>{after}</p>
    </section>
  );
}

interface CommandsProps {
  readonly command: OwnCommand;
  readonly isTitled: boolean;
}

function Commands({ command: { on, lines }, isTitled }: CommandsProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    // No clipboard in a foreign frame or without permission: the text can still be marked by hand.
    void navigator.clipboard?.writeText(`${lines.join('\n')}\n`).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <figure className={styles.command}>
      {isTitled && <figcaption>{on}</figcaption>}
      <div className={styles.box}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is reached by keyboard. */}
        <pre tabIndex={0}>
          <code>{lines.join('\n')}</code>
        </pre>
        <Button aria-label={words.copyOf(on)} onClick={copy}>
          {isCopied ? words.copied : words.copy}
        </Button>
      </div>
    </figure>
  );
}
