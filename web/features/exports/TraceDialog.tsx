// Exports a trace: which variant, which format, which span; then how far it is, and a way to stop. The
// work is done in a worker of its own (web/exchange).

import { useEffect, useRef, useState } from 'react';
import { type LongExport, startTrace } from '../../exchange/browser.ts';
import { provenanceOf } from '../../exchange/provenance.ts';
import { traceEnding } from '../../exchange/trace/trace.ts';
import { type TraceFormat, traceFormats } from '../../exchange/trace/writer.ts';
import type { Side } from '../../stage/playback/playback.ts';
import { type Session, variantOn } from '../../stage/session.ts';
import { choose, sidesOn, useChoice } from '../../stage/store.ts';
import { memoryOf } from '../../stage/timeline-memory.ts';
import controls from '../../ui/controls.module.css';
import { duration, moment } from '../../ui/format.ts';
import { saveFile } from '../../ui/picture-file.ts';
import { fileName, provenanceNow } from './collect.ts';
import styles from './Exports.module.css';
import { words } from './words.ts';

const text = words.dialog;

/** ns before the playhead: enough to see what led there, and read at once by any viewer. */
const beforePlayhead = 1_000_000;

interface Span {
  readonly key: 'playhead' | 'range' | 'window' | 'run';
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

/** What can be exported of a variant now; a span in which nothing lies is left out. */
function spansOf(session: Session, side: Side): Span[] {
  const { opened, playback } = session;
  const { window: measured, duration: end } = opened;
  const time = Math.floor(playback.time);
  const from = Math.max(0, time - beforePlayhead);
  const range = memoryOf(session, side).range;
  const { spans } = text;
  const all: Span[] = [
    {
      key: 'playhead',
      label: spans.playhead(duration(time - from), moment(time)),
      from,
      to: time,
    },
    ...(range
      ? [
          {
            key: 'range' as const,
            label: spans.range(moment(range.from), moment(range.to)),
            from: Math.floor(range.from),
            to: Math.ceil(range.to),
          },
        ]
      : []),
    {
      key: 'window',
      label: spans.window(duration(measured.to - measured.from)),
      from: measured.from,
      to: measured.to,
    },
    { key: 'run', label: spans.run(duration(end)), from: 0, to: end },
  ];
  return all.filter((span) => span.to > span.from);
}

interface Offered<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

function Radios<Value extends string>({
  name,
  offers,
  value,
  onChange,
}: {
  readonly name: string;
  readonly offers: readonly Offered<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  return (
    <fieldset className={styles.choice}>
      <legend>{name}</legend>
      {offers.map((offer) => (
        <label key={offer.value}>
          <input
            type="radio"
            name={name}
            checked={value === offer.value}
            onChange={() => onChange(offer.value)}
          />
          {offer.label}
        </label>
      ))}
    </fieldset>
  );
}

interface Progress {
  readonly time: number;
  readonly events: number;
  /** Seconds it will take, or undefined at the start. */
  readonly left: number | undefined;
}

/** One export under way at most. */
function useTrace(session: Session, onDone: (name: string) => void) {
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<LongExport>(undefined);
  const cancel = () => {
    running.current?.cancel();
    running.current = undefined;
    setProgress(undefined);
  };
  useEffect(() => () => running.current?.cancel(), []);
  const start = async (side: Side, format: TraceFormat, { from, to }: Span) => {
    const { opened, definitions } = session;
    setProblem(undefined);
    setProgress({ time: 0, events: 0, left: undefined });
    const provenance = {
      ...provenanceOf(opened, [side]),
      recipe: (await provenanceNow(session, [side])).recipe,
    };
    const begun = performance.now();
    const long = startTrace(
      definitions[side]!,
      {
        format,
        from,
        to,
        comm: opened.scenario.workload.name,
        provenance,
        windowStart: opened.window.from,
      },
      (time, events) => {
        if (running.current !== long) return;
        const spent = (performance.now() - begun) / 1000;
        const left = time > 0 ? (spent * (to - time)) / time : undefined;
        setProgress({ time, events, left });
      },
    );
    running.current = long;
    try {
      const file = await long.file;
      const name = fileName(provenance, 'trace', traceEnding[format]);
      saveFile(name, file);
      onDone(name);
    } catch (error) {
      setProblem(words.failed(error instanceof Error ? error.message : String(error)));
    }
    running.current = undefined;
    setProgress(undefined);
  };
  return { progress, problem, start, cancel };
}

function Running({ progress, to }: { readonly progress: Progress; readonly to: number }) {
  const { time, events, left } = progress;
  const said = text.at(duration(time), duration(to), events);
  return (
    <div className={styles.progress}>
      <progress aria-label={text.progress} max={to} value={time} />
      <p className={styles.hint}>{left === undefined ? said : `${said}, ${text.left(left)}`}</p>
    </div>
  );
}

export function TraceDialog({
  session,
  format: first,
  onClose,
}: {
  readonly session: Session;
  readonly format: TraceFormat;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useChoice((choice) => choice.stage);
  const [side, setSide] = useState<Side>(sidesOn(stage)[0]!);
  const [format, setFormat] = useState(first);
  const spans = spansOf(session, side);
  const [key, setKey] = useState<Span['key']>(spans[0]!.key);
  const span = spans.find((each) => each.key === key) ?? spans[0]!;
  const { progress, problem, start, cancel } = useTrace(session, (name) => {
    choose({ notice: { tone: 'news', text: words.saved(name) } });
    dialog.current?.close();
  });
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const variants = session.opened.scenario.variants.filter(({ id }) => session.definitions[id]);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={text.title} onClose={onClose}>
      <h2>{text.title}</h2>
      <fieldset className={styles.choice} disabled={progress !== undefined}>
        <Radios
          name={text.variant}
          offers={variants.map(({ id }) => ({
            value: id as Side,
            label: `${id}  ${variantOn(session.opened, id as Side)?.label ?? ''}`,
          }))}
          value={side}
          onChange={setSide}
        />
        <Radios
          name={text.format}
          offers={traceFormats.map((value) => ({ value, label: words.formats[value] }))}
          value={format}
          onChange={setFormat}
        />
        <p className={styles.hint}>{text.what[format]}</p>
        <Radios
          name={text.span}
          offers={spans.map(({ key: value, label }) => ({ value, label }))}
          value={span.key}
          onChange={setKey}
        />
      </fieldset>
      <p className={styles.hint}>{text.again}</p>
      {progress && <Running progress={progress} to={span.to} />}
      {problem && <p role="alert">{problem}</p>}
      <div className={styles.buttons}>
        <button
          type="button"
          className={controls.button}
          onClick={() => (progress ? cancel() : dialog.current?.close())}
        >
          {progress ? text.cancel : text.close}
        </button>
        <button
          type="button"
          className={controls.button}
          disabled={progress !== undefined}
          onClick={() => void start(side, format, span)}
        >
          {text.start}
        </button>
      </div>
    </dialog>
  );
}
