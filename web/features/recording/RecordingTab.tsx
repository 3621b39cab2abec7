// The Recording view in the dock: opens a trace, says what is in it, and puts it on stage. A chunk of its own.

import { useEffect, useRef, useState } from 'react';
import { type RecordingReading, startReading } from '../../exchange/own/recording/browser.ts';
import type { LeftCache } from '../../exchange/own/recording/left-cache.ts';
import type { RecordingFigures } from '../../exchange/own/recording/statistics.ts';
import type { PackedRecording } from '../../exchange/own/recording/worker.ts';
import { shownName } from '../../exchange/own/text.ts';
import type { OwnSource } from '../../scenario/measured.ts';
import { useBrought } from '../../stage/brought.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { perStage, useSession } from '../../stage/session.ts';
import { choose } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { whyNot } from '../../ui/why-not.ts';
import { FiguresTable, TasksTable } from './FiguresTables.tsx';
import styles from './RecordingTab.module.css';
import { putOnStage, type ReplayForm } from './stage.ts';
import { words } from './words.ts';

interface Read {
  readonly source: OwnSource;
  readonly own: PackedRecording;
  readonly figures: RecordingFigures;
  readonly leftCache: LeftCache | undefined;
}

/** The recording that was read last: the view may be closed and opened meanwhile. */
const keptOn = perStage(() => ({ read: undefined as Read | undefined }));

interface Progress {
  readonly mib: number;
  readonly of: number;
  readonly events: number;
}

function useRead() {
  const kept = keptOn(useSession().stage);
  const [read, setRead] = useState(kept.read);
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState<string>();
  const reading = useRef<RecordingReading | undefined>(undefined);
  useEffect(() => () => reading.current?.cancel(), []);
  const cancel = () => {
    reading.current?.cancel();
    reading.current = undefined;
    setProgress(undefined);
  };
  const open = async (file: File, machine: Parameters<typeof startReading>[1]) => {
    cancel();
    setProblem(undefined);
    setProgress({ mib: 0, of: file.size / 2 ** 20, events: 0 });
    const own = startReading(file, machine, (bytes, events) =>
      setProgress({ mib: bytes / 2 ** 20, of: file.size / 2 ** 20, events }),
    );
    reading.current = own;
    try {
      const answer = await own.answer;
      if (answer.kind === 'read') {
        const { own: recording, figures, leftCache, source } = answer;
        kept.read = { source, own: recording, figures, leftCache };
        setRead(kept.read);
      } else {
        const where = answer.path === 'file' ? '' : `${answer.path} `;
        setProblem(`${shownName(file.name)}: ${where}${answer.problem}; ${answer.remedy}.`);
      }
    } catch (error) {
      setProblem(words.failed(whyNot(error)));
    }
    setProgress(undefined);
  };
  return { read, progress, problem, setProblem, open, cancel };
}

export default function RecordingTab(_props: { readonly side: VariantId }) {
  const session = useSession();
  const { read, progress, problem, setProblem, open, cancel } = useRead();
  const [isOnMachine, setOnMachine] = useState(false);
  const machineOnStage = () => {
    const { recipe, machine } = session.opened;
    // A shape that a story names by its name has numbers of its own: only one that was brought is a trace's.
    if (!isOnMachine || typeof recipe.machine !== 'object') return undefined;
    return { machine: recipe.machine, cpus: machine.cpus };
  };
  useBrought('recording', ({ file, machine }) => void open(file, machine));
  const hasOwnMachine = typeof session.opened.recipe.machine === 'object';
  return (
    <div className={styles.view}>
      <p className={styles.lead}>{words.lead}</p>
      <div className={styles.row}>
        <FileButton
          look={read ? 'plain' : 'strong'}
          name={words.open}
          onFile={(file) => void open(file, machineOnStage())}
        >
          {words.open}
        </FileButton>
        {hasOwnMachine && (
          <label>
            <input
              type="checkbox"
              checked={isOnMachine}
              onChange={({ currentTarget }) => setOnMachine(currentTarget.checked)}
            />{' '}
            {words.onMachine}
          </label>
        )}
        {progress && <Button onClick={cancel}>{words.cancel}</Button>}
      </div>
      <p role="status" hidden={!progress}>
        {progress && words.reading(progress.mib, progress.of, progress.events)}
      </p>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {read && <Told read={read} onProblem={setProblem} />}
    </div>
  );
}

function Told({
  read,
  onProblem,
}: {
  readonly read: Read;
  readonly onProblem: (problem: string | undefined) => void;
}) {
  const session = useSession();
  const [form, setForm] = useState<ReplayForm>('fitted');
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [isOpening, setOpening] = useState(false);
  const making = useRef<AbortController | undefined>(undefined);
  const { opened } = session;
  const shown = useRef(opened);
  // Stops the work on a trace if another one was opened or the view was closed.
  useEffect(() => {
    if (shown.current !== opened) {
      making.current?.abort();
      setOpening(false);
    }
    shown.current = opened;
  }, [opened]);
  useEffect(() => () => making.current?.abort(), []);
  const { source, own, figures, leftCache } = read;
  const put = async (dock?: string) => {
    const over = new AbortController();
    making.current = over;
    setOpening(true);
    onProblem(undefined);
    try {
      setNotes(await putOnStage(session, own, source, form, over.signal));
      if (dock !== undefined && !over.signal.aborted) choose({ dock, dockSide: 'C' });
    } catch (error) {
      onProblem(words.notMade(whyNot(error)));
    }
    setOpening(false);
  };
  return (
    <>
      <p>
        {words.summary(
          source.name,
          own.events,
          own.run.cpus,
          figures.tasks.length,
          figures.duration,
        )}
      </p>
      <fieldset className={styles.row}>
        <legend>{words.form}</legend>
        {(['fitted', 'exact'] as const).map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="recording-form"
              checked={form === each}
              onChange={() => setForm(each)}
            />{' '}
            {words.forms[each]}
          </label>
        ))}
        <Button look="strong" disabled={isOpening} onClick={() => void put()}>
          {isOpening ? words.opening : words.stage}
        </Button>
      </fieldset>
      {leftCache && (
        <p className={styles.row}>
          {unbroken(words.leftCache(leftCache))}
          {leftCache.left > 0 && (
            <Button disabled={isOpening} onClick={() => void put('timeline')}>
              {words.seeThem}
            </Button>
          )}
        </p>
      )}
      <p className={styles.lacks}>{words.lacks}</p>
      <div className={styles.columns}>
        <FiguresTable figures={figures} />
        <TasksTable figures={figures} />
      </div>
      <section aria-label={words.notes}>
        <h3>{words.notes}</h3>
        <ul className={styles.notes}>
          {[...new Set([...own.notes, ...notes])].map((note) => (
            <li key={note}>{unbroken(note)}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
