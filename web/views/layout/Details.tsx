// What is known of the selected field and what can be done to it without dragging: order, offset,
// alignment, padding, cutting arrays. Every drag has its equal here.

import { type FormEvent, type ReactNode, useId, useState } from 'react';
import {
  alignmentOf,
  type LayoutEdit,
  type LayoutPicture,
  LINE_BYTES,
  lineOfOffset,
  memberPlace,
  type RootDomain,
} from '../../scenario/layout/index.ts';
import { SelectBox } from '../../ui/SelectBox.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './Details.module.css';
import { type DropStep, stepEdit } from './drop.ts';
import { partsOfMember, type Selected, type SelectedPart } from './selected.ts';
import { type FieldUses, usesTogether } from './uses.ts';
import { words } from './words.ts';

export interface DetailsProps {
  readonly layout: RootDomain;
  readonly picture: LayoutPicture;
  readonly before: LayoutPicture;
  readonly uses: FieldUses;
  readonly selected: SelectedPart | undefined;
  readonly edits: readonly string[];
  readonly onSelect: (selected: Selected | undefined) => void;
  readonly onEdit: (edit: LayoutEdit) => void;
}

export function Details(props: DetailsProps) {
  const { selected } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.details} aria-label={words.details} tabIndex={0}>
      {selected ? (
        <>
          <Heading {...props} selected={selected} />
          <Facts {...props} selected={selected} />
          <Uses {...props} selected={selected} />
          <Order {...props} member={selected.member} />
          <Attributes {...props} member={selected.member} />
        </>
      ) : (
        <div>
          <h3>{words.nothing}</h3>
          <p className={styles.muted}>{words.nothingHint}</p>
        </div>
      )}
      <Edits {...props} />
    </section>
  );
}

type SelectedProps = DetailsProps & { readonly selected: NonNullable<DetailsProps['selected']> };

/** Members of struct cpupri_vec: what is done to one is done in every vector. */
const every = { count: true, mask: true };

/** The field's name, and which of the structures and arrays around it edits act on. */
function Heading({ selected, onSelect }: SelectedProps) {
  const { part, member } = selected;
  const group = useId();
  return (
    <div>
      <h3 className={styles.name}>{part.label}</h3>
      {part.within.length > 1 && (
        <fieldset className={styles.levels}>
          <legend>{words.actOn}</legend>
          {part.within.map((within, level) => (
            <label key={within}>
              <input
                type="radio"
                name={group}
                checked={within === member}
                onChange={() => onSelect({ label: part.label, level })}
              />
              {within in every ? words.everyElement(within) : within}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function Facts({ layout, picture, before, selected }: SelectedProps) {
  const { part, member } = selected;
  const place = memberPlace(layout, member);
  if (!place) return null;
  // Of an element: the element itself; of a structure around it: the whole of it.
  const isElement = part.member === member;
  const { offset, size } = isElement ? part : place;
  const old = partsOfMember(before, member).find(({ label }) => !isElement || label === part.label);
  const now = isElement ? part : partsOfMember(picture, member)[0];
  return (
    <dl className={styles.facts}>
      <dt>{words.type}</dt>
      <dd>{place.member.type}</dd>
      <dt>{words.size}</dt>
      <dd>{words.bytes(size)}</dd>
      <dt>{words.place}</dt>
      <dd>{words.placeOf(offset, lineOfOffset(offset), offset % LINE_BYTES)}</dd>
      {old && now && old.offset !== now.offset && (
        <>
          <dt>{words.before}</dt>
          <dd>{words.placeOf(old.offset, lineOfOffset(old.offset), old.offset % LINE_BYTES)}</dd>
        </>
      )}
      <dt>{words.alignment}</dt>
      <dd>{words.alignmentOf(place.alignment, alignmentOf(place))}</dd>
    </dl>
  );
}

/** Functions shown: the tail below these has next to no accesses. */
const MOST_FUNCTIONS = 8;

function Uses({ picture, uses, selected }: SelectedProps) {
  const { part, member } = selected;
  const parts = part.member === member ? [part] : partsOfMember(picture, member);
  const use = usesTogether(
    uses,
    parts.flatMap(({ field }) => field ?? []),
  );
  if (use.by.length === 0) {
    return uses.size > 0 ? <p className={styles.muted}>{words.kind(words.untouched)}.</p> : null;
  }
  return (
    <table className={styles.uses}>
      <thead>
        <tr>
          <th scope="col">{words.usedBy}</th>
          <th scope="col">{words.loads}</th>
          <th scope="col">{words.stores}</th>
          <th scope="col">{words.heats.hitm}</th>
        </tr>
      </thead>
      <tbody>
        {use.by.slice(0, MOST_FUNCTIONS).map(({ symbol, loads, stores, hitm }) => (
          <tr key={symbol}>
            <th scope="row">{symbol}</th>
            <td title={String(loads)}>{words.short(loads)}</td>
            <td title={String(stores)}>{words.short(stores)}</td>
            <td title={String(hitm)}>{words.short(hitm)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MemberProps extends DetailsProps {
  readonly member: string;
}

const steps: readonly DropStep[] = ['earlier', 'later', 'up', 'down'];

function Order({ layout, member, onEdit }: MemberProps) {
  const offset = memberPlace(layout, member)?.offset ?? 0;
  return (
    <div>
      <h4>{words.order}</h4>
      <div className={styles.buttons}>
        {steps.map((step) => {
          const edit = stepEdit(layout, member, step);
          return (
            <button key={step} type="button" disabled={!edit} onClick={() => edit && onEdit(edit)}>
              {words[step]}
            </button>
          );
        })}
      </div>
      <NumberForm
        key={`${member} ${offset}`}
        label={words.toOffset}
        button={words.move}
        value={offset}
        onSet={(to) => onEdit({ kind: 'place', member, offset: to })}
      />
    </div>
  );
}

const alignments = [1, 2, 4, 8, 16, 32, 64, 128, 256];

function Attributes({ layout, member, onEdit }: MemberProps) {
  const place = memberPlace(layout, member);
  if (!place) return null;
  const {
    alignment,
    extra,
    padding,
    member: declared,
  } = { ...place, ...place.member, alignment: place.alignment };
  const { levels } = declared;
  return (
    <div className={styles.forms}>
      <label className={styles.form}>
        <span>{words.align}</span>
        <SelectBox
          offers={alignments
            .filter((bytes) => bytes >= alignment)
            .map((key) => ({
              key,
              label: key === alignment ? words.natural(key) : words.alignChoice(key),
            }))}
          value={Math.max(alignment, extra)}
          onChange={(bytes) => onEdit({ kind: 'align', member, bytes })}
        />
      </label>
      <NumberForm
        key={`pad ${member} ${padding}`}
        label={words.pad}
        button={words.set}
        value={padding}
        onSet={(bytes) => onEdit({ kind: 'pad', member, bytes })}
      />
      {levels && levels.last > levels.first && (
        <NumberForm
          key={`cut ${member}`}
          label={words.cut}
          button={words.doCut}
          value={levels.first + 1}
          onSet={(at) => onEdit({ kind: 'cut', member, at })}
        />
      )}
      {levels && levels.last - levels.first < 100 && (
        <button type="button" onClick={() => onEdit({ kind: 'merge', member })}>
          {words.merge}
        </button>
      )}
    </div>
  );
}

interface NumberFormProps {
  readonly label: string;
  readonly button: string;
  readonly value: number;
  readonly onSet: (value: number) => void;
}

/** A number and a button; the model says what is wrong with a number, not the form. */
function NumberForm({ label, button, value, onSet }: NumberFormProps): ReactNode {
  const [text, setText] = useState(String(value));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSet(text.trim() === '' ? Number.NaN : Number(text));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <label>
        <span>{label}</span>
        <input
          type="number"
          min={0}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <button type="submit">{button}</button>
    </form>
  );
}

function Edits({ edits, layout }: Pick<DetailsProps, 'edits' | 'layout'>) {
  return (
    <div>
      <h4>{words.edits}</h4>
      {edits.length === 0 ? (
        <p className={styles.muted}>
          {layout.structure === undefined ? words.noEdits : words.noEditsOfOthers}
        </p>
      ) : (
        <ol className={styles.edits}>
          {edits.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same edit may be made twice, in order.
            <li key={`${index} ${text}`}>{unbroken(text)}</li>
          ))}
        </ol>
      )}
    </div>
  );
}
