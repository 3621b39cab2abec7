// The Struct layout view: a structure byte by byte with its readers and writers, and an editor that knows C's
// rules. It holds the selection and the drag; the edits and the run belong to the caller.

import { useEffect, useMemo, useRef, useState } from 'react';
import {
  isPerNode,
  isVectored,
  type LayoutEdit,
  type LayoutName,
  type LayoutPart,
  type LayoutPicture,
  layoutNames,
  lineOfOffset,
  parseEdit,
  pictureOf,
  type RootDomain,
} from '../../scenario/layout/index.ts';
import { heatColour } from '../../ui/cividis.ts';
import { SelectBox } from '../../ui/SelectBox.tsx';
import { useHeatRange } from '../../ui/use-heat-range.ts';
import { Details } from './Details.tsx';
import { type Export, ExportDialog } from './ExportDialog.tsx';
import {
  beginningOf,
  type EditAction,
  type Editing,
  editsIn,
  layoutOf,
  type OwnLayout,
  type ShownStructure,
  sameLayout,
} from './editing.ts';
import styles from './LayoutView.module.css';
import { LineMap } from './LineMap.tsx';
import { type Selected, selectedIn } from './selected.ts';
import { type FieldHeat, type FieldUses, fieldScale, heats } from './uses.ts';
import { words } from './words.ts';

/** A structure that can be shown. */
export interface Offered {
  readonly key: string;
  readonly name: string;
}

export interface LayoutViewProps {
  /** What has been done so far, and the way to do more: `edited` of editing.ts. */
  readonly editing: Editing;
  readonly onAction: (action: EditAction) => void;
  /** What is shown other than root_domain. */
  readonly shown?: ShownStructure | undefined;
  /** What else can be shown: what layouts call the structures, and people; root_domain among them. */
  readonly structures?: readonly Offered[] | undefined;
  readonly onStructure?: ((key: string) => void) | undefined;
  /** Of the measured window; undefined while it has not begun. See fieldUses. */
  readonly uses: FieldUses | undefined;
  /** Whose window it is, as people call that side: "A, Baseline". */
  readonly usesOf: string;
  /** The selected line of the structure, from 1. */
  readonly line: number | undefined;
  readonly onLine: (line: number | undefined) => void;
  /** What variant C runs now. */
  readonly running: OwnLayout | undefined;
  /** To be looked at by a hall: the lines alone, without what edits them. */
  readonly plain?: boolean | undefined;
  /** Asks for the text of a structure. */
  readonly onPaste?: (() => void) | undefined;
  /** Runs a layout as C; left out where nothing can be run. */
  readonly onRun?: ((layout: OwnLayout) => void) | undefined;
}

const nothingUsed: FieldUses = new Map();

export function LayoutView(props: LayoutViewProps) {
  const { editing, onAction, uses = nothingUsed, line, onLine, shown, plain = false } = props;
  const { now } = editing;
  const layout = useMemo(() => layoutOf(now, shown), [now, shown]);
  const picture = useMemo(() => pictureOf(layout), [layout]);
  const before = useMemo(() => pictureOf(beginningOf(now.base, shown)), [now.base, shown]);
  const [chosen, setChosen] = useState<Selected>();
  const [heat, setHeat] = useState<FieldHeat>('hitm');
  const [said, setSaid] = useState('');
  const selected = useMemo(() => selectedIn(picture, chosen), [picture, chosen]);
  const edits = editsIn(now, shown);
  const touched = useMemo(() => touchedBy(edits), [edits]);
  const onEdit = (edit: LayoutEdit) => {
    setSaid('');
    onAction({ do: 'edit', edit, of: shown });
  };
  const select = (next: Selected | undefined) => {
    setChosen(next);
    const part = next && selectedIn(picture, next)?.part;
    if (part) onLine(lineOfOffset(part.offset));
  };
  useLineFollowing(selected?.part, line, onLine);
  const shared = { layout, picture, before, uses, selected, onEdit, onSelect: select };
  return (
    <section className={styles.view} aria-label={words.region}>
      {!plain && <EditBar {...props} layout={layout} />}
      <div className={styles.bar}>
        <Summary picture={picture} before={before} base={now.base} />
        {!plain && <Texts layout={layout} onPaste={props.onPaste} />}
        <span className={styles.spring} />
        <HeatBar heat={heat} onHeat={setHeat} {...props} />
      </div>
      <div className={styles.body}>
        <div className={styles.map}>
          <LineMap
            {...shared}
            heat={heat}
            line={line}
            onLine={onLine}
            touched={touched}
            onRefuse={(refusal) => onAction({ do: 'refuse', refusal })}
            onSay={setSaid}
          />
          {!plain && <Status editing={editing} said={said} />}
        </div>
        {!plain && <Details {...shared} edits={edits} />}
      </div>
    </section>
  );
}

/** An edit that takes the selected field to another line takes the selection of the line along. */
function useLineFollowing(
  part: LayoutPart | undefined,
  line: number | undefined,
  onLine: (line: number) => void,
): void {
  const at = part && lineOfOffset(part.offset);
  const before = useRef({ label: part?.label, at });
  useEffect(() => {
    const { label, at: old } = before.current;
    before.current = { label: part?.label, at };
    if (at !== undefined && part?.label === label && at !== old && line === old) onLine(at);
  });
}

/** The members that edits of one's own speak of: they get a mark. */
function touchedBy(edits: readonly string[]): ReadonlySet<string> {
  return new Set(
    edits.flatMap((text) => {
      const edit = parseEdit(text);
      return edit && 'member' in edit ? [edit.member] : [];
    }),
  );
}

function EditBar(props: LayoutViewProps & { readonly layout: RootDomain }) {
  const { editing, onAction, running, onRun, layout, shown: of } = props;
  const { now, past, future } = editing;
  const isRunning = running !== undefined && sameLayout(running, now);
  const isPosted = editsIn(now, of).length === 0;
  const edit = (kind: 'split' | 'join' | 'per-node' | 'single') =>
    onAction({ do: 'edit', edit: { kind } });
  return (
    <div className={styles.bar}>
      <StructureChoice {...props} />
      {!of && <Base base={now.base} onAction={onAction} />}
      <div className={styles.buttonGroup}>
        <button type="button" disabled={past.length === 0} onClick={() => onAction({ do: 'undo' })}>
          {words.undo}
        </button>
        <button
          type="button"
          disabled={future.length === 0}
          onClick={() => onAction({ do: 'redo' })}
        >
          {words.redo}
        </button>
        <button type="button" disabled={isPosted} onClick={() => onAction({ do: 'reset', of })}>
          {words.reset}
        </button>
      </div>
      {!of && (
        <div className={styles.buttonGroup}>
          <button type="button" onClick={() => edit(isVectored(layout) ? 'split' : 'join')}>
            {isVectored(layout) ? words.split : words.join}
          </button>
          <button
            type="button"
            title={words.perNodeHint}
            onClick={() => edit(isPerNode(layout) ? 'single' : 'per-node')}
          >
            {isPerNode(layout) ? words.single : words.perNode}
          </button>
        </div>
      )}
      <span className={styles.spring} />
      {onRun && (
        <button
          type="button"
          className={styles.run}
          disabled={isRunning}
          title={words.runHint}
          onClick={() => onRun(now)}
        >
          {isRunning ? words.running : words.run}
        </button>
      )}
    </div>
  );
}

/** The layout as text: out, in the words of C or of pahole, and in. */
function Texts({ layout, onPaste }: Pick<LayoutViewProps, 'onPaste'> & { layout: RootDomain }) {
  const [shown, setShown] = useState<Export>();
  return (
    <div className={styles.buttonGroup}>
      <button type="button" onClick={() => setShown('c')}>
        {words.exportC}
      </button>
      <button type="button" onClick={() => setShown('pahole')}>
        {words.exportPahole}
      </button>
      {onPaste && (
        <button type="button" onClick={onPaste}>
          {words.paste}
        </button>
      )}
      {shown && <ExportDialog kind={shown} layout={layout} onClose={() => setShown(undefined)} />}
    </div>
  );
}

function StructureChoice({ shown, structures = [], onStructure }: LayoutViewProps) {
  if (!onStructure) return null;
  return (
    <label className={styles.choice}>
      {words.structure}
      <SelectBox
        offers={structures.map(({ key, name }) => ({ key, label: name }))}
        value={shown?.structure ?? 'root_domain'}
        onChange={onStructure}
      />
    </label>
  );
}

function Base({
  base,
  onAction,
}: {
  readonly base: LayoutName;
  readonly onAction: (action: EditAction) => void;
}) {
  return (
    <label className={styles.choice}>
      {words.base}
      <SelectBox
        offers={layoutNames.map((key) => ({ key, label: words.baseName(key) }))}
        value={base}
        onChange={(name) => onAction({ do: 'begin', base: name })}
      />
    </label>
  );
}

interface SummaryProps {
  readonly picture: LayoutPicture;
  readonly before: LayoutPicture;
  readonly base: LayoutName;
}

const unusedOf = ({ unused }: LayoutPicture): number => unused.hole + unused.padding + unused.tail;

/** Size, lines and memory, each with what changed. */
function Summary({ picture, before, base }: SummaryProps) {
  const { hole, padding, tail } = picture.unused;
  const { allocation } = picture;
  return (
    <dl className={styles.summary} title={words.comparedWith(words.baseName(base))}>
      <dt>{words.size}</dt>
      <dd>
        {words.bytes(picture.size)} <Change now={picture.size} then={before.size} />
      </dd>
      <dt>{words.kind(words.lines(2))}</dt>
      <dd>
        {words.lines(picture.lines)} <Change now={picture.lines} then={before.lines} />
      </dd>
      <dt>{words.memoryTerm}</dt>
      <dd>
        {allocation.name} <Change now={allocation.bytes} then={before.allocation.bytes} />
      </dd>
      <dt>{words.unusedTerm}</dt>
      <dd title={words.unusedHint(hole, padding, tail)}>
        {words.unused(unusedOf(picture))} <Change now={unusedOf(picture)} then={unusedOf(before)} />
      </dd>
    </dl>
  );
}

function Change({ now, then }: { readonly now: number; readonly then: number }) {
  if (now === then) return null;
  return <span className={styles.change}>{words.change(now - then)}</span>;
}

interface HeatBarProps extends Pick<LayoutViewProps, 'uses' | 'usesOf'> {
  readonly heat: FieldHeat;
  readonly onHeat: (heat: FieldHeat) => void;
}

function HeatBar({ heat, onHeat, uses, usesOf }: HeatBarProps) {
  const range = useHeatRange();
  const { most } = fieldScale(uses ?? nothingUsed, heat);
  const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => heatColour(share, range));
  return (
    <div className={styles.buttonGroup}>
      <fieldset className={styles.segments}>
        <legend className={styles.hidden}>{words.heat}</legend>
        {heats.map((each) => (
          <label key={each} title={words.heatMeaning[each]}>
            <input
              type="radio"
              name="layout-heat"
              checked={each === heat}
              onChange={() => onHeat(each)}
            />
            {words.heats[each]}
          </label>
        ))}
      </fieldset>
      <span className={styles.legend} title={uses ? words.heatOf(usesOf) : words.warmingUp(usesOf)}>
        {words.least}
        <span
          className={styles.scale}
          style={{ background: `linear-gradient(90deg, ${stops.join(', ')})` }}
        />
        {words.short(most)}
      </span>
    </div>
  );
}

/** One line under the map: what was refused and why, what a key does, or what can be done. */
function Status({ editing, said }: { readonly editing: Editing; readonly said: string }) {
  const { refusal } = editing;
  return (
    <p className={styles.status} role="status">
      {refusal ? (
        <span className={styles.refused}>
          <strong>{refusal.reason}</strong> {refusal.remedy}
        </span>
      ) : (
        said || words.hint
      )}
    </p>
  );
}
