// The story before the one on stage or behind it, in the order in which its chapter is read, as the way there.

import type { StoryCard } from 'virtual:chapters';
import chapters from 'virtual:chapters';
import { useEffect, useState } from 'react';
import { storyHash } from '../../scenario/place.ts';
import { story as words } from '../../stage/messages.ts';
import { useSession } from '../../stage/session.ts';

interface Props {
  /** -1: the one to read before; 1: the one to go on with. */
  readonly by: -1 | 1;
}

export default function Neighbour({ by }: Props) {
  const { name, chapter } = useSession().opened;
  const folder = chapter.home?.folder;
  const [card, setCard] = useState<StoryCard>();
  useEffect(() => {
    let isOver = false;
    const found = ({ default: cards }: { readonly default: readonly StoryCard[] }) => {
      const at = cards.findIndex(({ scenario }) => scenario === name);
      if (!isOver) setCard(at < 0 ? undefined : cards[at + by]);
    };
    // What is no way to another story leaves a place empty, and nothing else.
    const nobody = () => {};
    chapters
      .find((each) => each.folder === folder)
      ?.stories()
      .then(found, nobody);
    return () => {
      isOver = true;
    };
  }, [by, folder, name]);
  const address = card && storyHash(card.scenario);
  if (!address) return null;
  return (
    <p>
      {by < 0 ? words.before : words.after} <a href={address}>{card.title}</a>
    </p>
  );
}
