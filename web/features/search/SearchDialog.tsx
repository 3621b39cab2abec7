// The search over whatever is on the page: a field, and below it what was found, best first. The keyboard stays in
// the field; arrows move through the list, Enter takes what is marked.

import { type KeyboardEvent, useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useFeatures } from '../../stage/feature.ts';
import { SessionContext } from '../../stage/session.ts';
import { choose } from '../../stage/store.ts';
import { Dialog, type DialogHandle } from '../../ui/Dialog.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { allItems, catalogOn, numberedItem, type OnStage, type SearchItem } from './items.ts';
import { hintOf, noSuchNumber } from './numbers.ts';
import { rankedFindings } from './rank.ts';
import styles from './SearchDialog.module.css';
import { findingKinds, words } from './words.ts';

/** The most results of a list: further ones are found by typing more. */
const most = 40;
const noItems: readonly SearchItem[] = [];

function useOnStage(): OnStage | undefined {
  const session = useContext(SessionContext);
  const features = useFeatures();
  return useMemo(() => session && { session, features }, [session, features]);
}

/** What matches, best first. */
function useFound(query: string, items: readonly SearchItem[], stage: OnStage | undefined) {
  return useMemo(() => {
    const one = numberedItem(query, stage);
    const found = rankedFindings(items, query, most);
    return one ? [one, ...found] : found;
  }, [query, items, stage]);
}

export default function SearchDialog() {
  const dialog = useRef<DialogHandle>(null);
  const chosen = useRef<SearchItem>(undefined);
  const stage = useOnStage();
  const { answer: items = noItems, problem } = useAsked(() => allItems(stage), [stage]);
  const [query, setQuery] = useState('');
  const found = useFound(query, items, stage);
  const [mark, setMark] = useState(0);
  const at = Math.min(mark, found.length - 1);
  const take = (item: SearchItem | undefined) => {
    if (!item) return;
    chosen.current = item;
    dialog.current?.close();
  };
  const close = () => {
    choose({ search: false });
    chosen.current?.run();
  };
  const list = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      const next = at + by;
      const end = found.length - 1;
      // One step beyond an end comes round; a page stops there.
      if (Math.abs(by) === 1) setMark(next < 0 ? end : next > end ? 0 : next);
      else setMark(Math.max(0, Math.min(end, next)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      take(found[at]);
    }
  };
  return (
    <Dialog
      name={words.title}
      heading="own"
      handle={dialog}
      className={styles.dialog}
      onClose={close}
    >
      <input
        className={styles.field}
        role="combobox"
        aria-label={words.field}
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={hintOf(catalogOn(stage))}
        maxLength={80}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setMark(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p className={styles.count} role="status">
        {problem ?? said(items, found, query, stage)}
      </p>
      <div className={styles.list} id={list} role="listbox" aria-label={words.results}>
        {found.map((item, index) => (
          <Option
            key={item.id}
            id={`${list}-${index}`}
            item={item}
            isMarked={index === at}
            onTake={() => take(item)}
          />
        ))}
      </div>
    </Dialog>
  );
}

function said(
  items: readonly SearchItem[],
  found: readonly SearchItem[],
  query: string,
  stage: OnStage | undefined,
): string {
  if (items === noItems) return words.loading;
  if (query.trim() === '') return words.all(items.length);
  if (found.length > 0) return words.found(found.length);
  return noSuchNumber(query, catalogOn(stage)) ?? words.nothing(query);
}

interface OptionProps {
  readonly id: string;
  readonly item: SearchItem;
  readonly isMarked: boolean;
  readonly onTake: () => void;
}

function Option({ id, item, isMarked, onTake }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is in the field, which marks and takes options
    <div
      ref={element}
      id={id}
      className={styles.option}
      role="option"
      aria-selected={isMarked}
      tabIndex={-1}
      onClick={onTake}
    >
      <span className={styles.name}>{item.name}</span>
      <span className={styles.kind}>
        {item.key && <kbd>{item.key}</kbd>} {findingKinds[item.kind]}
      </span>
      {item.text && <span className={styles.text}>{item.text}</span>}
    </div>
  );
}
