// The stories that there are, over the stage: each with its question, a picture of a real run and its
// machine. The first one already runs below; nothing here has to be chosen. Also the way to a file.

import stories from 'virtual:story-pictures';
import { useRef } from 'react';
import { topBar } from '../../stage/messages.ts';
import { useSession } from '../../stage/session.ts';
import { start as words } from '../../stage/start-words.ts';
import { choose } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';
import { duration } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { type Activity, activities } from '../../views/topology/activity.ts';
import type { Miniature } from '../../views/topology/miniature.ts';
import styles from './StartBand.module.css';

const waiting: readonly Activity[] = ['stalled', 'spinning'];

function StoryPicture({ picture, name }: { readonly picture: Miniature; readonly name: string }) {
  const { width, height, cells } = picture;
  return (
    <svg className={styles.picture} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={name}>
      {activities.map((activity) => (
        <path key={activity} d={cells[activity].path} className={styles[activity]} />
      ))}
    </svg>
  );
}

function StoryCard({ story }: { readonly story: (typeof stories)[number] }) {
  const { stage } = useSession();
  const { question, machine, picture, moment } = story;
  const waits = waiting.reduce((sum, activity) => sum + picture.cells[activity].cpus, 0);
  return (
    <li>
      <button type="button" className={styles.card} onClick={() => void stage.open(story.scenario)}>
        <span className={styles.words}>
          <strong>{question}</strong>
          <small>{words.machine(machine)}</small>
        </span>
        <StoryPicture
          picture={picture}
          name={words.picture(duration(moment), waits, machine.cpus)}
        />
      </button>
    </li>
  );
}

export default function StartBand() {
  const { stage } = useSession();
  const input = useRef<HTMLInputElement>(null);
  return (
    <section className={styles.band} aria-label={topBar.stories}>
      <ul className={styles.stories}>
        {stories.map((story) => (
          <StoryCard key={story.story} story={story} />
        ))}
      </ul>
      <div className={styles.actions}>
        <Button title={words.openFileHint} onClick={() => input.current?.click()}>
          {words.openFile}
        </Button>
        <Button onClick={() => choose({ ownMachine: true })}>{words.ownMachine}</Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label={words.openFile}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) void stage.open(chosen);
            event.target.value = '';
          }}
        />
      </div>
      <div>
        <IconButton name={words.close} icon="close" onPress={() => choose({ stories: false })} />
      </div>
    </section>
  );
}
