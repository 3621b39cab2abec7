// Exports a trace: which variant, which format, which span; then how far it is, and a way to stop. The
// work is done in a worker of its own (web/exchange).

import { useEffect, useRef, useState } from 'react';
import { ranProgram } from '../../engine/ran-program.ts';
import { type LongExport, startTrace } from '../../exchange/browser.ts';
import { provenanceOf } from '../../exchange/provenance.ts';
import { traceEnding } from '../../exchange/trace/trace.ts';
import { type TraceFormat, traceFormats } from '../../exchange/trace/writer.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { type Session, variantOn } from '../../stage/session.ts';
import { choose } from '../../stage/store.ts';
import { rangeNow } from '../../stage/timeline-kept.ts';
import { useToldSides, useWithheldSide } from '../../stage/withheld.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Dialog, DialogButtons, type DialogHandle } from '../../ui/Dialog.tsx';
import { duration, moment } from '../../ui/format.ts';
import { saveFile } from '../../ui/picture-file.ts';
import { whyNot } from '../../ui/why-not.ts';
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
function spansOf(session: Session, side: VariantId): Span[] {
  const { opened, playback } = session;
  const { window: measured, duration: end } = opened;
  const time = Math.floor(playback.time);
  const from = Math.max(0, time - beforePlayhead);
  const range = rangeNow(session, side);
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
  const start = async (side: VariantId, format: TraceFormat, { from, to }: Span) => {
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
        program: ranProgram(opened.program),
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
      setProblem(words.failed(whyNot(error)));
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
  const dialog = useRef<DialogHandle>(null);
  const { opened, definitions, recorded } = session;
  const withheld = useWithheldSide();
  const told = useToldSides();
  const variants = opened.scenario.variants.filter(
    ({ id }) => definitions[id] && id !== recorded && id !== withheld,
  );
  const [side, setSide] = useState<VariantId>(
    () => told.find((each) => each !== recorded) ?? (variants[0]!.id as VariantId),
  );
  const [format, setFormat] = useState(first);
  const spans = spansOf(session, side);
  const [key, setKey] = useState<Span['key']>(spans[0]!.key);
  const span = spans.find((each) => each.key === key) ?? spans[0]!;
  const { progress, problem, start, cancel } = useTrace(session, (name) => {
    choose({ notice: { tone: 'news', text: words.saved(name) } });
    dialog.current?.close();
  });
  return (
    <Dialog name={text.title} handle={dialog} className={styles.dialog} onClose={onClose}>
      <fieldset className={styles.asked} disabled={progress !== undefined}>
        <Choice
          question={text.variant}
          offers={variants.map(({ id }) => ({
            key: id as VariantId,
            label: `${id}  ${variantOn(session.opened, id as VariantId)?.label ?? ''}`,
          }))}
          value={side}
          onChange={setSide}
        />
        <Choice
          question={text.format}
          offers={traceFormats.map((each) => ({ key: each, label: words.formats[each] }))}
          value={format}
          onChange={setFormat}
        />
        <p className={styles.hint}>{text.what[format]}</p>
        <Choice question={text.span} offers={spans} value={span.key} onChange={setKey} />
      </fieldset>
      <p className={styles.hint}>
        {text.again} {recorded && text.notOfTrace}
      </p>
      {progress && <Running progress={progress} to={span.to} />}
      {problem && <p role="alert">{problem}</p>}
      <DialogButtons>
        <Button onClick={() => (progress ? cancel() : dialog.current?.close())}>
          {progress ? text.cancel : text.close}
        </Button>
        <Button disabled={progress !== undefined} onClick={() => void start(side, format, span)}>
          {text.start}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
