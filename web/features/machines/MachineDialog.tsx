// A machine of a person's own for the present story: read from what tools print of it, or given by counts. Says at once
// what it has understood, what it left out and whose timings stand in; or what is wrong and where.

import { timings as timingSets } from 'virtual:machine-presets';
import { useId, useMemo, useRef, useState } from 'react';
import { lscpuCommand } from '../../exchange/lscpu.ts';
import { readMachineTexts } from '../../exchange/own/machine/join.ts';
import { MOST_MACHINE_BYTES } from '../../exchange/own/machine/kinds.ts';
import { timingsLike } from '../../exchange/own/machine/like.ts';
import type { Vendor } from '../../exchange/own/machine/rows.ts';
import { shapeOf } from '../../exchange/own/machine/shape.ts';
import { sysfsCommand } from '../../exchange/own/machine/sysfs.ts';
import { listingOf } from '../../exchange/own/machine/tar.ts';
import { type AskedQuestion, type ReaderAnswers, ReaderNotes } from '../../exchange/own/notes.ts';
import { machineTextsOf } from '../../exchange/own/pasted.ts';
import { fileSourceOf } from '../../exchange/own/source.ts';
import { textOfFile } from '../../exchange/own/text.ts';
import type { Recipe } from '../../scenario/index.ts';
import { type Machine, ScenarioError } from '../../scenario/index.ts';
import { buildMachine } from '../../scenario/topology.ts';
import type { TopologyDescription } from '../../scenario/topology-schema.ts';
import { useBrought } from '../../stage/brought.ts';
import { useSession } from '../../stage/session.ts';
import { machinePicker as words } from '../../stage/start-words.ts';
import { choose } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, type DialogHandle } from '../../ui/Dialog.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { PasteBox } from '../../ui/PasteBox.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { SelectBox } from '../../ui/SelectBox.tsx';
import { DrawnMachine } from './DrawnMachine.tsx';
import { firstDrawn, type MachineDrawing, rowsOfDrawn } from './drawn.ts';
import { words as drawnWords } from './drawn-words.ts';
import styles from './MachineDialog.module.css';
import { MachinePicture } from './MachinePicture.tsx';
import { recipeOn } from './MachineSelect.tsx';

const vendors = ['intel', 'amd', 'generic'] as const satisfies readonly Vendor[];

/** The counts of a shape, with what one may write and what stands there first. */
const counts = [
  { key: 'packages', most: 64, first: 2 },
  { key: 'nodes_per_package', most: 64, first: 1 },
  { key: 'llcs_per_node', most: 128, first: 4 },
  { key: 'cores_per_llc', most: 1024, first: 8 },
  { key: 'threads_per_core', most: 8, first: 2 },
] as const;
type Counts = Readonly<Record<(typeof counts)[number]['key'], number>>;
const firstCounts = Object.fromEntries(counts.map(({ key, first }) => [key, first])) as Counts;

interface Given {
  /** The name of the file; of what was pasted, none. */
  readonly name: string;
  readonly text: string;
  /** Of a file, as it is on the disk. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}
const nothing: Given = { name: '', text: '' };

const sources = ['lscpu', 'counts', 'drawn'] as const;

interface Wanted {
  readonly source: (typeof sources)[number];
  readonly listing: Given;
  /** What else tells of the machine: distances, latencies. */
  readonly more: Given;
  readonly vendor: Vendor;
  readonly counts: Counts;
  readonly drawn: MachineDrawing;
  /** To what the listing leaves open. */
  readonly answers: ReaderAnswers;
}

type OwnMachine = Exclude<Recipe['machine'], string | undefined>;

interface UnderstoodMachine {
  readonly own: OwnMachine & { readonly topology: TopologyDescription };
  readonly machine: Machine;
  readonly notes: readonly string[];
  readonly questions?: readonly AskedQuestion[];
  /** Of the listing: what sourceOf needs. */
  readonly kind?: string;
  readonly cpuNumbers?: readonly number[] | undefined;
}

type Understood = UnderstoodMachine | { readonly problem: string } | undefined;

/** What has been understood so far; nothing while there is nothing to understand. */
function understood(wanted: Wanted): Understood {
  if (wanted.source === 'lscpu' && wanted.listing.text.trim() === '') return undefined;
  try {
    return readers[wanted.source](wanted);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const { path, problem, remedy } = error;
    return { problem: words.wrong(path === 'file' ? words.it : path, problem, remedy) };
  }
}

function fromListing({ listing, more, vendor, answers }: Wanted): UnderstoodMachine {
  const texts = [listing, more]
    .filter(({ text }) => text.trim() !== '')
    .flatMap((text) => machineTextsOf(text));
  const { topology, timings, measured, ...rest } = readMachineTexts(texts, {
    vendor,
    answers,
  });
  return { own: { topology, timings, measured }, ...rest };
}

function fromCounts({ vendor, counts: given }: Wanted): UnderstoodMachine {
  const shape = { vendor, ...given };
  const machine = buildMachine(shape, '');
  const topology = { title: words.ownShape(machine), ...shape };
  return { own: { topology, timings: timingsLike(machine, vendor) }, machine, notes: [] };
}

function fromDrawing({ vendor, drawn }: Wanted): UnderstoodMachine {
  const notes = new ReaderNotes();
  const { topology } = shapeOf(rowsOfDrawn(drawn), { from: drawnWords.drawing, vendor }, notes);
  const machine = buildMachine(topology, '');
  return { own: { topology, timings: timingsLike(machine, vendor) }, machine, notes: notes.list() };
}

const readers = { lscpu: fromListing, counts: fromCounts, drawn: fromDrawing } as const;

const toldVendor = (machine: UnderstoodMachine | undefined): Vendor | undefined =>
  vendors.find((vendor) => vendor === machine?.own.topology.vendor);

/** As a recipe says it, with the file that it comes from. */
async function ownOf(
  found: UnderstoodMachine,
  listing: Given,
  timings: string,
): Promise<OwnMachine> {
  const own = { ...found.own, ...(timings !== '' && { timings }) };
  if (found.kind === undefined) return own;
  const bytes = listing.bytes ?? new TextEncoder().encode(listing.text);
  return { ...own, source: await fileSourceOf(found.kind, listing.name, bytes, found.cpuNumbers) };
}

export default function MachineDialog() {
  const { stage, opened } = useSession();
  const dialog = useRef<DialogHandle>(null);
  const [wanted, setWanted] = useState<Wanted>({
    source: 'lscpu',
    listing: nothing,
    more: nothing,
    vendor: 'intel',
    counts: firstCounts,
    drawn: firstDrawn,
    answers: {},
  });
  const [timings, setTimings] = useState('');
  const [fileProblem, setFileProblem] = useState('');
  useBrought('machine', ({ file }) => {
    void givenOf(file).then((given) => {
      setFileProblem(typeof given === 'string' ? given : '');
      if (typeof given !== 'string') change({ source: 'lscpu', listing: given, answers: {} });
    });
  });
  const found = useMemo(() => understood(wanted), [wanted]);
  const machine = found && 'machine' in found ? found : undefined;
  const like = machine?.own.timings ?? timingSets[0]!.id;
  const change = (part: Partial<Wanted>) => {
    setFileProblem('');
    setWanted((now) => ({ ...now, ...part }));
  };
  const run = async () => {
    if (!machine) return;
    dialog.current?.close();
    void stage.open(recipeOn(await ownOf(machine, wanted.listing, timings), opened.recipe));
  };
  return (
    <Dialog
      name={words.title}
      handle={dialog}
      className={styles.dialog}
      onClose={() => choose({ ownMachine: false })}
    >
      <div className={styles.row}>
        <Segments
          name={words.source}
          values={sources}
          value={wanted.source}
          label={(source) => words.sources[source]}
          onChange={(source) => change({ source })}
        />
        <VendorSelect
          // What a listing says of itself holds.
          vendor={(wanted.source === 'lscpu' && toldVendor(machine)) || wanted.vendor}
          onChange={(vendor) => change({ vendor })}
        />
      </div>
      {wanted.source === 'lscpu' && (
        <Listings
          listing={wanted.listing}
          more={wanted.more}
          // Another machine leaves other things open.
          onListing={(listing) => change({ listing, answers: {} })}
          onMore={(more) => change({ more })}
        />
      )}
      {wanted.source === 'counts' && (
        <Counted counts={wanted.counts} onChange={(next) => change({ counts: next })} />
      )}
      {wanted.source === 'drawn' && (
        <DrawnMachine drawn={wanted.drawn} onDrawn={(drawn) => change({ drawn })} />
      )}
      <Findings found={fileProblem !== '' ? { problem: fileProblem } : found} />
      <Questions
        questions={machine?.questions ?? []}
        onAnswer={(about, answer) => change({ answers: { ...wanted.answers, [about]: answer } })}
      />
      <TimingsSelect value={timings || like} onChange={setTimings} />
      <div className={styles.buttons}>
        <Button look="strong" disabled={!machine} onClick={() => void run()}>
          {words.run}
        </Button>
        <Button onClick={() => dialog.current?.close()}>{words.cancel}</Button>
        <small>{words.story(opened.scenario.title)}</small>
      </div>
    </Dialog>
  );
}

function Labelled({
  name,
  hint,
  children,
}: {
  readonly name: string;
  readonly hint?: string;
  /** The control, which takes the id. */
  readonly children: (id: string) => React.ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{name}</label>
      {children(id)}
      {hint && <small>{hint}</small>}
    </div>
  );
}

interface ChangeProps<Value> {
  readonly onChange: (value: Value) => void;
}

function VendorSelect({
  vendor: now,
  onChange,
}: { readonly vendor: Vendor } & ChangeProps<Vendor>) {
  return (
    <Labelled name={words.vendor}>
      {(id) => (
        <SelectBox
          id={id}
          offers={vendors.map((key) => ({ key, label: words.vendors[key] }))}
          value={now}
          onChange={onChange}
        />
      )}
    </Labelled>
  );
}

function TimingsSelect({ value, onChange }: { readonly value: string } & ChangeProps<string>) {
  return (
    <Labelled name={words.timings} hint={words.timingsHint}>
      {(id) => (
        <SelectBox
          id={id}
          offers={timingSets.map((set) => ({ key: set.id, label: set.name }))}
          value={value}
          onChange={onChange}
        />
      )}
    </Labelled>
  );
}

function Listings({
  listing,
  more,
  onListing,
  onMore,
}: {
  readonly listing: Given;
  readonly more: Given;
  readonly onListing: (given: Given) => void;
  readonly onMore: (given: Given) => void;
}) {
  return (
    <div className={styles.pasted}>
      <p>
        {words.command} <code>{words.hwlocCommand}</code> {words.or} <code>{lscpuCommand}</code>
      </p>
      <TextOrFile
        name={words.text}
        file={words.listingFile}
        rows={6}
        placeholder={words.placeholder}
        given={listing}
        onChange={onListing}
      />
      <details>
        <summary>{words.more}</summary>
        <p>
          {words.moreHint} <code>{words.numactlCommand}</code> {words.or}{' '}
          <code>{words.matrixCommand}</code>
        </p>
        <TextOrFile
          name={words.moreText}
          file={words.moreFile}
          rows={3}
          given={more}
          onChange={onMore}
        />
        <p>
          {words.sysfsHint} <code>{sysfsCommand}</code>
        </p>
      </details>
    </div>
  );
}

/** A file as text, or why it cannot be. */
async function givenOf(chosen: File): Promise<Given | string> {
  try {
    const bytes = new Uint8Array(await chosen.slice(0, MOST_MACHINE_BYTES + 1).arrayBuffer());
    return { name: chosen.name, text: textOfFile(bytes, MOST_MACHINE_BYTES, listingOf), bytes };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return words.wrong(chosen.name, error.problem, error.remedy);
  }
}

/** A text that is pasted, or the file it comes from; what cannot be read as text says why in its place. */
function TextOrFile({
  name,
  file,
  rows,
  placeholder = '',
  given,
  onChange,
}: {
  readonly name: string;
  /** What its picker is called. */
  readonly file: string;
  readonly rows: number;
  readonly placeholder?: string;
  readonly given: Given;
  readonly onChange: (given: Given) => void;
}) {
  const [problem, setProblem] = useState('');
  const read = async (chosen: File) => {
    const found = await givenOf(chosen);
    setProblem(typeof found === 'string' ? found : '');
    if (typeof found !== 'string') onChange(found);
  };
  return (
    <>
      <PasteBox
        name={name}
        rows={rows}
        text={given.text}
        placeholder={placeholder}
        onText={(text) => onChange({ name: '', text })}
      />
      <div className={styles.file}>
        <FileButton name={file} onFile={(chosen) => void read(chosen)}>
          {words.openFile}
        </FileButton>
        <span>{given.name}</span>
      </div>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function Counted({
  counts: now,
  onChange,
}: {
  readonly counts: Counts;
  readonly onChange: (counts: Counts) => void;
}) {
  return (
    <div className={styles.counts}>
      {counts.map(({ key, most }) => (
        <Labelled key={key} name={words[key]}>
          {(id) => (
            <input
              id={id}
              type="number"
              min={1}
              max={most}
              value={now[key]}
              onChange={({ target }) => {
                const value = Math.min(most, Math.max(1, Math.floor(Number(target.value)) || 1));
                onChange({ ...now, [key]: value });
              }}
            />
          )}
        </Labelled>
      ))}
    </div>
  );
}

/** The open questions of the listing, each with the proposed answer, which holds until another one is given. */
function Questions({
  questions,
  onAnswer,
}: {
  readonly questions: readonly AskedQuestion[];
  readonly onAnswer: (about: AskedQuestion['about'], answer: string) => void;
}) {
  const heading = useId();
  if (questions.length === 0) return null;
  return (
    <section className={styles.questions} aria-labelledby={heading}>
      <h3 id={heading}>{words.open}</h3>
      {questions.map(({ about, asks, offers, proposed, answer, taken }) => (
        <Labelled key={about} name={asks} hint={taken}>
          {(id) => (
            <SelectBox
              id={id}
              offers={offers.map(({ key, label }) => ({
                key,
                label: key === proposed ? words.proposed(label) : label,
              }))}
              value={answer}
              onChange={(next) => onAnswer(about, next)}
            />
          )}
        </Labelled>
      ))}
    </section>
  );
}

/** A note with the sets of timings called by their names, as the list below has them. */
const withNames = (note: string): string =>
  timingSets.reduce((said, { id, name }) => said.replace(`of ${id} (`, `of ${name} (`), note);

/** What is asked is not said as well. */
const notesBeside = ({ notes, questions = [] }: UnderstoodMachine): readonly string[] =>
  notes.filter((note) => questions.every(({ taken }) => taken !== note));

function Findings({ found }: { readonly found: Understood }) {
  return (
    <div className={styles.findings} role="status">
      {!found && <p className={styles.empty}>{words.nothingYet}</p>}
      {found && 'problem' in found && <p className={styles.problem}>{found.problem}</p>}
      {found && 'machine' in found && (
        <>
          <p>
            <strong>{words.shape(found.machine)}</strong>
          </p>
          <MachinePicture machine={found.machine} />
          {notesBeside(found).map((note) => (
            <p key={note}>{withNames(note)}</p>
          ))}
        </>
      )}
    </div>
  );
}
