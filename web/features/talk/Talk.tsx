// A talk on the stage: its bar, and a key map of its own while it lasts. What its steps show is the stage's business
// (web/stage/talk-run.ts).

import { useEffect } from 'react';
import { type KeyMeaning, keyMeaning } from '../../present/keys.ts';
import { TalkBar } from '../../present/TalkBar.tsx';
import { words } from '../../present/words.ts';
import { withLazyChunk } from '../../stage/lazy-chunk.ts';
import { useSession } from '../../stage/session.ts';
import { useStageState } from '../../stage/store.ts';
import { useTalk } from '../../stage/talk-now.ts';
import { isOwnKey } from '../../ui/own-keys.ts';

export default function Talk() {
  const { stage } = useSession();
  const now = useTalk((all) => all.now);
  const singleKeys = useStageState((state) => state.singleKeys);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const meaning = keyMeaning(event, singleKeys);
      const isOnButton = event.target instanceof Element && event.target.closest('button, input');
      const isPress = event.key === ' ' || event.key === 'Enter';
      if (!meaning || (isPress && isOnButton) || isOwnKey(event.target, event.key)) return;
      // What is open in front is put away first.
      if (document.querySelector('dialog[open], [role=menu]')) return;
      // The stage listens after this and leaves alone what was dealt with.
      event.preventDefault();
      useTalk.getState().now?.run.obey(meaning);
    };
    document.addEventListener('keydown', pressed, { capture: true });
    return () => document.removeEventListener('keydown', pressed, { capture: true });
  }, [singleKeys]);
  if (!now) return null;
  const obey = (meaning: KeyMeaning) => {
    if (meaning !== 'print') return now.run.obey(meaning);
    void withLazyChunk(words.print, async () =>
      (await import('../../stage/talk-print.ts')).printTalk(stage),
    );
  };
  return <TalkBar state={now.state} onCommand={obey} />;
}
