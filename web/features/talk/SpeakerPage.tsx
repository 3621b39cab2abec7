// What the speaker of a talk sees in a window of their own: note, clock, next step, and a list to jump by. It holds nothing:
// where the talk stands it hears from the window in which it is given.

import { useEffect, useRef, useState } from 'react';
import { keyMeaning } from '../../present/keys.ts';
import { SpeakerView } from '../../present/SpeakerView.tsx';
import { channelOf, messageIn, type SpeakerMessage } from '../../present/speaker.ts';
import type { TalkCommand, TalkState } from '../../present/talk.ts';
import { speakerWords as words } from '../../present/words.ts';

interface Told {
  readonly state: TalkState | undefined;
  readonly isGone: boolean;
}

export default function SpeakerPage({ window: id }: { readonly window: string }) {
  const [told, setTold] = useState<Told>({ state: undefined, isGone: false });
  const channel = useRef<BroadcastChannel>(undefined);
  const ask = (command: TalkCommand) =>
    channel.current?.postMessage({ kind: 'command', command } satisfies SpeakerMessage);
  useEffect(() => {
    const opened = new BroadcastChannel(channelOf(id));
    channel.current = opened;
    opened.onmessage = ({ data }) => {
      const message = messageIn(data);
      if (message?.kind === 'state') setTold({ state: message.state, isGone: false });
      if (message?.kind === 'gone') setTold(({ state }) => ({ state, isGone: true }));
    };
    opened.postMessage({ kind: 'hello' } satisfies SpeakerMessage);
    return () => opened.close();
  }, [id]);
  const title = told.state?.title;
  useEffect(() => {
    document.getElementById('first')?.remove();
    document.title = words.title(title ?? '');
  }, [title]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const meaning = keyMeaning(event, true);
      const isOnButton = event.target instanceof Element && event.target.closest('button');
      const isPress = event.key === ' ' || event.key === 'Enter';
      if (!meaning || (isPress && isOnButton)) return;
      // Leaving and the whole screen are of the other window.
      if (meaning === 'leave' || meaning === 'fullScreen' || meaning === 'speaker') return;
      if (meaning === 'print') return;
      event.preventDefault();
      channel.current?.postMessage({ kind: 'command', command: meaning } satisfies SpeakerMessage);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  return <SpeakerView state={told.state} isGone={told.isGone} onCommand={ask} />;
}
