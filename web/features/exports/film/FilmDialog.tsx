// Exports a film: in which form, from which moment, how long; then how far it is, and a way to stop. Where
// the browser encodes no video, pictures in a zip are what is offered.

import { useEffect, useRef, useState } from 'react';
import { type Session, useSession } from '../../../stage/session.ts';
import { choose, useStageState } from '../../../stage/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Dialog, DialogButtons, type DialogHandle } from '../../../ui/Dialog.tsx';
import { duration, moment } from '../../../ui/format.ts';
import { saveFile } from '../../../ui/picture-file.ts';
import { whyNot } from '../../../ui/why-not.ts';
import styles from '../Exports.module.css';
import { words } from '../words.ts';
import { type FilmFormat, filmFormats, filmLengths, framesPerSecond } from './film-types.ts';
import { type FilmUnderWay, type FilmWanted, makeFilm, pictureCount } from './make-film.ts';

const text = words.film;

/** Without WebCodecs only pictures can be made. */
const offered = (): readonly FilmFormat[] =>
  typeof VideoEncoder === 'function' ? filmFormats : ['frames'];

interface Progress {
  readonly done: number;
  readonly of: number;
  /** Seconds it will take, or undefined at the start. */
  readonly left: number | undefined;
}

/** One film under way at most. */
function useFilm(session: Session, onDone: (name: string) => void) {
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<FilmUnderWay>(undefined);
  const cancel = () => {
    running.current?.cancel();
    running.current = undefined;
    setProgress(undefined);
  };
  useEffect(() => () => running.current?.cancel(), []);
  const start = async (wanted: FilmWanted) => {
    setProblem(undefined);
    setProgress({ done: 0, of: pictureCount(wanted, session.opened.duration), left: undefined });
    session.playback.setPlaying(false);
    choose({ playing: false });
    const begun = performance.now();
    const film = makeFilm(session, wanted, (done, of) => {
      if (running.current !== film) return;
      const spent = (performance.now() - begun) / 1000;
      setProgress({ done, of, left: (spent * (of - done)) / done });
    });
    running.current = film;
    try {
      const { name, content } = await film.file;
      saveFile(name, content);
      onDone(name);
    } catch (error) {
      setProblem(words.failed(whyNot(error)));
    }
    running.current = undefined;
    setProgress(undefined);
  };
  return { progress, problem, start, cancel };
}

function Running({ progress: { done, of, left } }: { readonly progress: Progress }) {
  const said = text.at(done, of);
  return (
    <div className={styles.progress}>
      <progress aria-label={text.progress} max={of} value={done} />
      <p className={styles.hint}>
        {left === undefined ? said : `${said}, ${words.dialog.left(left)}`}
      </p>
    </div>
  );
}

/** A run of which no speed is bounded is watched whole within the film. */
const speedOf = (chosen: number, left: number, seconds: number): number =>
  Number.isFinite(chosen) ? chosen : left / seconds;

export default function FilmDialog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession();
  const dialog = useRef<DialogHandle>(null);
  const chosenSpeed = useStageState((state) => state.speed);
  const [format, setFormat] = useState<FilmFormat>(offered()[0]!);
  const [start, setStart] = useState<'playhead' | 'window'>('playhead');
  const [length, setLength] = useState<string>(String(filmLengths[1]));
  const film = useFilm(session, (name) => {
    choose({ notice: { tone: 'news', text: words.saved(name) } });
    dialog.current?.close();
  });
  const { opened, playback } = session;
  const from = Math.round(start === 'playhead' ? playback.time : opened.window.from);
  const seconds = Number(length);
  const speed = speedOf(chosenSpeed, opened.duration - from, seconds);
  const wanted = { format, from, speed, seconds };
  const count = pictureCount(wanted, opened.duration);
  const isBusy = film.progress !== undefined;
  return (
    <Dialog name={text.title} handle={dialog} className={styles.dialog} onClose={onClose}>
      <fieldset className={styles.asked} disabled={isBusy}>
        <Choice
          question={words.dialog.format}
          offers={offered().map((key) => ({ key, label: text.formats[key] }))}
          value={format}
          onChange={setFormat}
        />
        <Choice
          question={text.from}
          offers={[
            { key: 'playhead', label: text.starts.playhead(moment(Math.round(playback.time))) },
            { key: 'window', label: text.starts.window(moment(opened.window.from)) },
          ]}
          value={start}
          onChange={setStart}
        />
        <Choice
          question={text.length}
          offers={filmLengths.map((each) => ({ key: String(each), label: text.seconds(each) }))}
          value={length}
          onChange={setLength}
        />
      </fieldset>
      <p className={styles.hint}>
        {text.what(
          duration(speed),
          count / framesPerSecond,
          duration(speed * (count / framesPerSecond)),
        )}
      </p>
      {film.progress && <Running progress={film.progress} />}
      {film.problem && <p role="alert">{film.problem}</p>}
      <DialogButtons>
        <Button onClick={() => (isBusy ? film.cancel() : dialog.current?.close())}>
          {isBusy ? words.dialog.cancel : words.dialog.close}
        </Button>
        <Button disabled={isBusy || count === 0} onClick={() => void film.start(wanted)}>
          {words.dialog.start}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
