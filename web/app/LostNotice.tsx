// Where an address leads to nothing and there is no page to say so: in a frame of another page, and without a network.

import type { LostProps } from '../stage/lost.ts';
import { app as words } from '../stage/messages.ts';
import { Button } from '../ui/Button.tsx';
import styles from './App.module.css';
import { NoticeBar } from './NoticeBar.tsx';

export function LostNotice({ lost, onAgain }: LostProps) {
  return (
    <div className={styles.opening}>
      <NoticeBar />
      {lost === 'refused' && <Button onClick={onAgain}>{words.again}</Button>}
    </div>
  );
}
