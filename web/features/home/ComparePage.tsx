// The page that sets two links side by side: what differs, and the link that shows both as A and B. Nothing runs here, and
// what is pasted stays on the page.

import { useEffect, useState } from 'react';
import { browserReader } from '../../scenario/browser.ts';
import {
  apart,
  areSameRun,
  type ComparedRun,
  differences,
  type FieldDifference,
  shownDifferences,
  shownVariant,
  standBeside,
  valueText,
} from '../../scenario/compare.ts';
import {
  buildDefinition,
  hashOfRecipe,
  openRecipe,
  recipeInAddress,
} from '../../scenario/index.ts';
import type { Json } from '../../scenario/json.ts';
import { messageOf } from '../../ui/errors.ts';
import { Select } from '../../ui/Select.tsx';
import styles from './ChapterPage.module.css';
import own from './ComparePage.module.css';
import { words } from './compare-words.ts';
import { PageFrame } from './Frame.tsx';

type Place = 'one' | 'other';

/** A link as it was pasted, and what it opens as; while nothing is pasted neither. */
interface Pasted {
  readonly text: string;
  readonly run?: ComparedRun;
  readonly problem?: string;
}

async function runIn(text: string): Promise<ComparedRun> {
  const recipe = recipeInAddress(text.trim());
  if (!recipe) throw new Error(words.none);
  const opened = await openRecipe(recipe, browserReader);
  // A layout that cannot be built is refused here, in place.
  for (const { id } of opened.scenario.variants) buildDefinition(opened, id);
  return { opened, variant: shownVariant(opened) };
}

/** Characters of a value in a cell: machines and programs are longer. */
const longest = 80;

const shown = (value: Json | undefined): string => valueText(value, words.unsaid, longest);

export default function ComparePage({ isMoved }: { readonly isMoved: boolean }) {
  const [one, setOne] = useState<Pasted>({ text: '' });
  const [other, setOther] = useState<Pasted>({ text: '' });
  return (
    <PageFrame title={words.title} path={words.path} isMoved={isMoved}>
      <section className={own.page} aria-label={words.path}>
        <h1 tabIndex={-1} className={styles.heading}>
          {words.heading}
        </h1>
        <p className={styles.about}>{words.what}</p>
        <LinkField place="one" pasted={one} onPaste={setOne} />
        <LinkField place="other" pasted={other} onPaste={setOther} />
        {one.run && other.run && <Compared one={one.run} other={other.run} />}
      </section>
    </PageFrame>
  );
}

interface FieldProps {
  readonly place: Place;
  readonly pasted: Pasted;
  readonly onPaste: (pasted: Pasted) => void;
}

function LinkField({ place, pasted, onPaste }: FieldProps) {
  const { text, run, problem } = pasted;
  const isOpened = run !== undefined || problem !== undefined;
  useEffect(() => {
    if (text.trim() === '' || isOpened) return;
    let isOver = false;
    const tell = (told: Omit<Pasted, 'text'>) => !isOver && onPaste({ text, ...told });
    runIn(text).then(
      (found) => tell({ run: found }),
      (error: unknown) => tell({ problem: messageOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [text, isOpened, onPaste]);
  return (
    <div className={own.link}>
      <label>
        {words[place]}
        <input
          value={text}
          placeholder={words.example}
          spellCheck={false}
          aria-invalid={problem !== undefined}
          onChange={({ currentTarget }) => onPaste({ text: currentTarget.value })}
        />
      </label>
      {run && (
        <Select
          name={words.variantOf[place]}
          value={run.variant}
          offers={run.opened.scenario.variants.map(({ id, label }) => ({
            key: id,
            label: `${id}: ${label}`,
          }))}
          onChange={(variant) => onPaste({ text, run: { ...run, variant } })}
        />
      )}
      {run?.opened.notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </div>
  );
}

function Compared({ one, other }: Readonly<Record<Place, ComparedRun>>) {
  const why = apart(one, other);
  // This page opens links without their policies, so it cannot tell whether links with policies are the same run.
  const hasPolicy = [one, other].some(({ opened }) => opened.recipe?.policy !== undefined);
  const shownOf = shownDifferences(one, other);
  const kept = shownOf.length > 0 && <DifferenceTable name={words.shown} found={shownOf} />;
  if (!hasPolicy && areSameRun(one, other)) {
    return (
      <>
        <p>{words.same}</p>
        {kept}
      </>
    );
  }
  return (
    <>
      {why === undefined ? (
        <p>
          <a href={hashOfRecipe(standBeside(one, other))}>{words.open}</a>
        </p>
      ) : (
        <p>{words.apart(why)}</p>
      )}
      <DifferenceTable name={words.table} found={differences(one, other)} />
      {kept}
    </>
  );
}

interface TableProps {
  readonly name: string;
  readonly found: readonly FieldDifference[];
}

function DifferenceTable({ name, found }: TableProps) {
  return (
    <div className={own.scroll}>
      <table className={own.table}>
        <caption>{name}</caption>
        <thead>
          <tr>
            {[words.field, words.first, words.second].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.map(({ path, one, other }) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              <td>{shown(one)}</td>
              <td>{shown(other)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
