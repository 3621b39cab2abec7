// A machine of a person's own for the present story: read from lscpu, or given by counts. Says at once
// what it has understood, or what is wrong and where.

import { timings as timingSets } from 'virtual:machine-presets';
import { useId, useMemo, useRef, useState } from 'react';
import {
  LSCPU_CHARACTERS,
  lscpuCommand,
  readLscpu,
  timingsLike,
  type Vendor,
} from '../../exchange/lscpu.ts';
import { type Machine, ScenarioError } from '../../scenario/index.ts';
import { buildMachine } from '../../scenario/topology.ts';
import type { TopologyDescription } from '../../scenario/topology-schema.ts';
import { useSession } from '../../stage/session.ts';
import { machinePicker as words } from '../../stage/start-words.ts';
import { choose } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, type DialogHandle } from '../../ui/Dialog.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { SelectBox } from '../../ui/SelectBox.tsx';
import styles from './MachineDialog.module.css';
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

interface Wanted {
  readonly source: 'lscpu' | 'counts';
  readonly text: string;
  readonly vendor: Vendor;
  readonly counts: Counts;
}

type Understood =
  | {
      readonly topology: TopologyDescription;
      readonly machine: Machine;
      readonly notes: readonly string[];
    }
  | { readonly problem: string }
  | undefined;

/** What has been understood so far; nothing while there is nothing to understand. */
function understood(wanted: Wanted): Understood {
  if (wanted.source === 'lscpu' && wanted.text.trim() === '') return undefined;
  try {
    const { topology, notes } =
      wanted.source === 'lscpu'
        ? readLscpu(wanted.text, wanted.vendor)
        : { topology: { vendor: wanted.vendor, ...wanted.counts }, notes: [] };
    const machine = buildMachine(topology, '');
    return { topology: { title: words.ownShape(machine), ...topology }, notes, machine };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { problem: words.wrong(error.path, error.problem, error.remedy) };
  }
}

export default function MachineDialog() {
  const { stage, opened } = useSession();
  const dialog = useRef<DialogHandle>(null);
  const [wanted, setWanted] = useState<Wanted>({
    source: 'lscpu',
    text: '',
    vendor: 'intel',
    counts: firstCounts,
  });
  const [timings, setTimings] = useState('');
  const found = useMemo(() => understood(wanted), [wanted]);
  const machine = found && 'machine' in found ? found : undefined;
  const like = machine ? timingsLike(machine.machine, wanted.vendor) : timingSets[0]!.id;
  const change = (part: Partial<Wanted>) => setWanted({ ...wanted, ...part });
  const run = () => {
    if (!machine) return;
    dialog.current?.close();
    const own = { topology: machine.topology, timings: timings || like };
    void stage.open(recipeOn(own, opened.recipe));
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
          values={['lscpu', 'counts'] as const}
          value={wanted.source}
          label={(source) => words.sources[source]}
          onChange={(source) => change({ source })}
        />
        <VendorSelect vendor={wanted.vendor} onChange={(vendor) => change({ vendor })} />
      </div>
      {wanted.source === 'lscpu' ? (
        <Pasted text={wanted.text} onChange={(text) => change({ text })} />
      ) : (
        <Counted counts={wanted.counts} onChange={(next) => change({ counts: next })} />
      )}
      <Findings found={found} />
      <TimingsSelect value={timings || like} onChange={setTimings} />
      <div className={styles.buttons}>
        <Button disabled={!machine} onClick={run}>
          {words.run}
        </Button>
        <Button onClick={() => dialog.current?.close()}>{words.cancel}</Button>
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

function Pasted({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  return (
    <div className={styles.pasted}>
      <p>
        {words.command} <code>{lscpuCommand}</code>
      </p>
      <textarea
        aria-label={words.text}
        rows={7}
        maxLength={LSCPU_CHARACTERS}
        spellCheck={false}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
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

function Findings({ found }: { readonly found: Understood }) {
  return (
    <div className={styles.findings} role="status">
      {found && 'problem' in found && <p className={styles.problem}>{found.problem}</p>}
      {found && 'machine' in found && (
        <>
          <p>
            <strong>{words.shape(found.machine)}</strong>
          </p>
          {found.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </>
      )}
    </div>
  );
}
