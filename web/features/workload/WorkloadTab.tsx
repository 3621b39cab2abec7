// The Workload view in the dock: keeps the text that is being written, checks it, and runs it when asked. A chunk of its
// own, with the readers and the compiler.

import { useEffect, useMemo, useState } from 'react';
import { textOfFile } from '../../exchange/own/text.ts';
import { MOST_WORKLOAD_BYTES } from '../../exchange/own/workload/read.ts';
import { shortExample } from '../../exchange/own/workload/short.ts';
import { writtenWorkload } from '../../exchange/own/workload/write-short.ts';
import { ScenarioError } from '../../scenario/index.ts';
import type { WorkloadForm } from '../../scenario/program/schema.ts';
import { useBrought } from '../../stage/brought.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { type Session, useSession } from '../../stage/session.ts';
import { swimlanesOf } from '../../views/workload/swimlanes.ts';
import { WorkloadView } from '../../views/workload/WorkloadView.tsx';
import { type Checked, checked, leaveOutWord, sourced } from './check.ts';
import { draftOf, keepDraft } from './draft.ts';
import { runWorkload } from './run.ts';

/** ms after the last key. */
const checkDelay = 250;

/** What is wrong with the text, a moment after the last key. */
function useChecked(text: string, leaveOut: readonly string[], { opened }: Session): Checked {
  const [found, setFound] = useState(() => checked(text, leaveOut, opened));
  useEffect(() => {
    const timer = setTimeout(() => setFound(checked(text, leaveOut, opened)), checkDelay);
    return () => clearTimeout(timer);
  }, [text, leaveOut, opened]);
  return found;
}

/** The text in the making, and the way to change it; another workload on stage brings its own. */
function useText(onStage: string) {
  const [known, setKnown] = useState(onStage);
  const [text, setText] = useState(() => draftOf(onStage) ?? (onStage || shortExample));
  if (known !== onStage) {
    setKnown(onStage);
    if (onStage !== '') setText(draftOf(onStage) ?? onStage);
  }
  const change = (next: string) => {
    keepDraft({ of: onStage, text: next });
    setText(next);
  };
  return [text, change] as const;
}

/** The same tasks for the same time, wherever they come from. */
const isSame = (form: WorkloadForm, other: WorkloadForm | undefined): boolean => {
  const { source: _, ...own } = form;
  const { source: __, ...onStage } = other ?? {};
  return other !== undefined && JSON.stringify(own) === JSON.stringify(onStage);
};

interface OpenedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
}

export default function WorkloadTab(_props: { readonly side: VariantId }) {
  const session = useSession();
  const { recipe } = session.opened;
  const onStage = useMemo(
    () => (recipe.workload ? writtenWorkload(recipe.workload) : ''),
    [recipe.workload],
  );
  const [text, setText] = useText(onStage);
  const [file, setFile] = useState<OpenedFile>();
  const [fileProblem, setFileProblem] = useState<string>();
  const [leaveOut, setLeaveOut] = useState<readonly string[]>([]);
  const [isOpening, setOpening] = useState(false);
  const found = useChecked(text, leaveOut, session);
  const open = async (given: File) => {
    setFileProblem(undefined);
    try {
      const bytes = new Uint8Array(await given.arrayBuffer());
      const content = textOfFile(bytes, MOST_WORKLOAD_BYTES);
      setFile({ name: given.name, bytes, text: content });
      setLeaveOut([]);
      setText(content);
    } catch (cause) {
      if (!(cause instanceof ScenarioError)) throw cause;
      setFileProblem(`${cause.problem}; ${cause.remedy}.`);
    }
  };
  useBrought('workload', ({ file: given }) => void open(given));
  const put = async (isOwn: boolean) => {
    const { form } = checked(text, leaveOut, session.opened);
    if (isOpening || (isOwn && !form)) return;
    setOpening(true);
    const from = file?.text === text ? file : undefined;
    const workload = isOwn ? await sourced(form!, from, leaveOut) : undefined;
    // What is on stage then is told by its form; the text stays as it was written.
    if (workload) keepDraft({ of: writtenWorkload(workload), text });
    await runWorkload(session, workload).finally(() => setOpening(false));
  };
  const lanes = useMemo(() => found.form && swimlanesOf(found.form), [found.form]);
  return (
    <WorkloadView
      text={text}
      onText={(next) => {
        if (leaveOut.length > 0) setLeaveOut([]);
        setText(next);
      }}
      onFile={(given) => void open(given)}
      onExample={() => setText(shortExample)}
      fileProblem={fileProblem}
      problem={found.problem}
      notes={found.notes}
      leaveOut={found.problem && leaveOutWord(found.problem.sentence)}
      onLeaveOut={(word) => setLeaveOut((now) => [...now, word])}
      lanes={lanes}
      isOnStage={found.form !== undefined && isSame(found.form, recipe.workload)}
      hasOwn={onStage !== ''}
      isOpening={isOpening}
      onRun={() => void put(true)}
      onBack={() => void put(false)}
    />
  );
}
