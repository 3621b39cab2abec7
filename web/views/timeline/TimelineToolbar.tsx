// The head of a timeline: what span is shown, the key, and buttons for everything the keys do.

import type { ReactNode } from 'react';
import { duration as lasting, moment } from '../../ui/format.ts';
import type { TimelineAction } from './keys.ts';
import type { TimelineScene } from './scene.ts';
import { TimelineKey } from './TimelineKey.tsx';
import { useScene } from './TimelineRange.tsx';
import styles from './TimelineView.module.css';
import { lengthOf } from './viewport.ts';
import { words } from './words.ts';

interface ToolProps {
  readonly name: string;
  readonly shortcut: string;
  readonly pressed?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Tool({ name, shortcut, pressed, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      aria-keyshortcuts={shortcut}
      aria-pressed={pressed}
      title={`${name} (${shortcut})`}
      onClick={onPress}
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        {children}
      </svg>
    </button>
  );
}

/** What span is shown, and whether its waits are still being looked for. */
function Shown({ scene }: { readonly scene: TimelineScene }) {
  useScene(scene);
  const { span, data } = scene;
  return (
    <p className={styles.shown}>
      {words.shown(lasting(lengthOf(span)), moment(span.from))}
      {data.isLoadingDetail && <span className={styles.busy}> {words.loadingWaits}</span>}
    </p>
  );
}

export interface TimelineToolbarProps {
  readonly scene: TimelineScene;
  readonly isRanging: boolean;
  /** Waiters that have no row of their own. */
  readonly moreWaiters: number;
  readonly act: (action: TimelineAction) => void;
}

export function TimelineToolbar(props: TimelineToolbarProps) {
  const { scene, isRanging, moreWaiters, act } = props;
  return (
    <header className={styles.bar}>
      <Shown scene={scene} />
      {moreWaiters > 0 && <p className={styles.shown}>{words.moreWaiters(moreWaiters)}</p>}
      <TimelineKey />
      <div className={styles.tools} data-tools>
        <Tool name={words.zoomOut} shortcut="S" onPress={() => act('zoomOut')}>
          <path d="M3 8H13" />
        </Tool>
        <Tool name={words.zoomIn} shortcut="W" onPress={() => act('zoomIn')}>
          <path d="M3 8H13M8 3V13" />
        </Tool>
        <Tool name={words.whole} shortcut="0" onPress={() => act('whole')}>
          <path d="M2 3V13M14 3V13M4 8H12M6 6 4 8 6 10M10 6 12 8 10 10" />
        </Tool>
        <Tool name={words.focus} shortcut="F" onPress={() => act('focus')}>
          <path d="M8 1V5M8 11V15M1 8H5M11 8H15" />
          <circle cx="8" cy="8" r="2.5" />
        </Tool>
        <Tool
          name={words.selectRange}
          shortcut="R"
          pressed={isRanging}
          onPress={() => act('range')}
        >
          <path d="M4 2V14M12 2V14M4 8H12" />
        </Tool>
      </div>
    </header>
  );
}
