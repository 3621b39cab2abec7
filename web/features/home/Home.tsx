// Home: what this is in a sentence, a machine at work, the four chapters, and the doors to what is a person's own.

import chapters from 'virtual:chapters';
import { lazy, Suspense, useRef, useState } from 'react';
import { firstWorkloadStory as workloadStory } from '../../exchange/own/workload/first-story.ts';
import { firstPolicyStory } from '../../policy/first-story.ts';
import { labHash, ownHash, storyHash, tourHash } from '../../scenario/place.ts';
import { talkHash } from '../../scenario/talk/address.ts';
import { canSimulate } from '../../stage/can-simulate.ts';
import { firstScenario } from '../../stage/first-scenario.ts';
import { lastStory } from '../../stage/last-story.ts';
import { type LaunchIntent, launch } from '../../stage/launch.ts';
import { notices } from '../../stage/messages.ts';
import { FileInput } from '../../ui/FileInput.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { BringBox } from './BringBox.tsx';
import { ChapterCards } from './ChapterCards.tsx';
import { PageFrame } from './Frame.tsx';
import styles from './Home.module.css';
import { home as words } from './words.ts';

// Before the page is drawn: the machine is what takes longest.
const live = canSimulate() ? import('./LiveMachine.tsx') : undefined;
const LiveMachine = lazy(() => live ?? import('./LiveMachine.tsx'));

const first = chapters.find(({ flagship }) => flagship === firstScenario) ?? chapters[0]!;
const firstHash = storyHash(firstScenario)!;

export default function Home({ isMoved }: { readonly isMoved: boolean }) {
  const [file, setFile] = useState<File>();
  return (
    <PageFrame title={words.title} isMoved={isMoved}>
      <div className={styles.hero}>
        <div>
          <h1 className={styles.heading} tabIndex={-1}>
            {words.heading}
          </h1>
          <p className={styles.what}>{words.what}</p>
          <p className={styles.ways}>
            <a className={styles.go} href={tourHash(1)}>
              <svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
                <path d="M4 2.5v15l13-7.5z" fill="currentColor" />
              </svg>
              {words.tour}
            </a>
            <a className={styles.on} href={firstHash}>
              {unbroken(first.question)}
            </a>
            <GoOn />
          </p>
        </div>
        <section className={styles.live} aria-label={words.live}>
          {live ? (
            <Suspense fallback={<p className={styles.starting}>{words.starting}</p>}>
              <LiveMachine />
            </Suspense>
          ) : (
            <p className={styles.starting} role="alert">
              {notices.noWorkers}
            </p>
          )}
        </section>
      </div>
      <ChapterCards />
      <BringBox file={file} />
      <Doors onFile={setFile} />
    </PageFrame>
  );
}

/** The story that was looked at last, if this browser knows one. */
function GoOn() {
  const [last] = useState(lastStory);
  if (!last) return null;
  return (
    <a className={styles.on} href={last.hash}>
      {words.goOn} {last.title}
    </a>
  );
}

const ofPolicies = storyHash(firstPolicyStory)!;
const ofWorkloads = storyHash(workloadStory)!;

function goTo(hash: string, choice: NonNullable<LaunchIntent['choice']>): void {
  window.history.pushState(null, '', hash);
  launch({ choice });
}

/** The ways to what a person brings along: a machine, a file. A file may also be dropped anywhere. */
function Doors({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <section className={styles.doors} aria-label={words.doors}>
      <Door
        sign="M7 3h6M8 3v5l-5 9h14l-5-9V3M6 13h8"
        name={words.labs}
        hint={words.labsHint}
        onPress={() => {
          window.location.hash = labHash();
        }}
      />
      <Door
        sign="M2 3h16v10H2zM10 13v4M6 17h8"
        name={words.talks}
        hint={words.talksHint}
        onPress={() => {
          window.location.hash = talkHash();
        }}
      />
      <Door
        sign="M3 3h14v14H3zM3 10h14M10 3v14"
        name={words.ownMachine}
        hint={words.ownMachineHint}
        onPress={() => goTo(firstHash, { ownMachine: true })}
      />
      <Door
        sign="M3 5h9M3 10h14M3 15h6M15 3v4M12 13v4"
        name={words.ownWorkload}
        hint={words.ownWorkloadHint}
        onPress={() => goTo(ofWorkloads, { dock: 'workload' })}
      />
      <Door
        sign="M13 3c-3 0-3 2-3.500 5L8 14c-.5 3-1.500 3-3 3M5.500 9h7"
        name={words.ownPolicy}
        hint={words.ownPolicyHint}
        onPress={() => goTo(ofPolicies, { dock: 'policy' })}
      />
      <Door
        sign="M3 4h14v12H3zM6 8l3 2-3 2M11 13h3"
        name={words.own}
        hint={words.ownHint}
        onPress={() => {
          window.location.hash = ownHash;
        }}
      />
      <Door
        sign="M5 2h7l4 4v12H5zM12 2v4h4"
        name={words.openFile}
        hint={words.openFileHint}
        onPress={() => input.current?.click()}
      />
      <FileInput ref={input} name={words.openFile} onFile={onFile} />
    </section>
  );
}

interface DoorProps {
  readonly sign: string;
  readonly name: string;
  readonly hint: string;
  readonly onPress: () => void;
}

function Door({ sign, name, hint, onPress }: DoorProps) {
  return (
    <button type="button" className={styles.door} aria-label={name} onClick={onPress}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={sign} fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <span>
        <strong>{name}</strong>
        <small>{hint}</small>
      </span>
    </button>
  );
}
