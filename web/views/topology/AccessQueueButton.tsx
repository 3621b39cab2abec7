// The queue under the picture for keys: says the whole name of its line, which may not fit the picture, and
// chooses the line. Pointers do both on the picture itself, so this lets them through.

import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Catalog } from '../../engine/types.ts';
import { readPalette, type Theme } from '../../ui/theme.ts';
import { watchSize } from '../../ui/watch-size.ts';
import { accessQueueHeight } from './draw/access-queue-places.ts';
import styles from './MachineView.module.css';
import type { Picture } from './picture.ts';
import type { MachineViewProps } from './props.ts';
import { showTip } from './tip.ts';
import { useOnDemand } from './use-on-demand.ts';
import { lineNames, words } from './words.ts';

interface AccessQueueButtonProps extends MachineViewProps {
  readonly picture: Picture | undefined;
}

/** Whether the picture that an element stands over is high enough to have a queue. */
function useHasAccessQueue(over: RefObject<HTMLElement | null>, theme: Theme): boolean {
  const [hasAccessQueue, setHasLane] = useState(true);
  useEffect(() => {
    const stage = over.current?.parentElement;
    if (!stage) return undefined;
    const look = () => {
      const palette = readPalette(document.documentElement, theme);
      setHasLane(accessQueueHeight(palette, { height: stage.clientHeight }) > 0);
    };
    return watchSize([stage], look);
  }, [over, theme]);
  return hasAccessQueue;
}

export function AccessQueueButton({
  side,
  catalog,
  picture,
  selection,
  onSelect,
  theme,
}: AccessQueueButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const hasAccessQueue = useHasAccessQueue(tip, theme);
  const names = useOnDemand(catalog, lineNames);
  /** What the button is called while it has the focus: the line below it then. */
  const [told, setTold] = useState<{ readonly of: Catalog; readonly name: string }>();
  /** The line is the one that is drawn there: without a chosen one the picture takes the hottest. */
  const withLine = async (then: (line: number) => void) => {
    const element = button.current;
    if (!element) return;
    const { offsetLeft, offsetWidth, offsetTop, offsetHeight } = element;
    const hit = await picture?.pick(offsetLeft + offsetWidth / 2, offsetTop + offsetHeight / 2);
    if (hit?.line !== undefined) then(hit.line);
  };
  const tell = (line: number) => {
    const element = button.current;
    const host = element?.parentElement;
    if (!host || document.activeElement !== element) return;
    const name = names()[line] ?? '';
    setTold({ of: catalog, name });
    const { offsetLeft, offsetTop } = element;
    showTip(tip.current, host, name, offsetLeft, offsetTop, offsetTop);
  };
  return (
    <>
      {hasAccessQueue && (
        <button
          ref={button}
          type="button"
          className={styles.lane}
          aria-label={words.lane(side, told?.of === catalog ? told.name : '')}
          onFocus={() => void withLine(tell)}
          onBlur={() => {
            setTold(undefined);
            if (tip.current) showTip(tip.current, tip.current, '', 0, 0);
          }}
          onClick={() => void withLine((line) => onSelect({ ...selection, line }))}
        />
      )}
      <div ref={tip} className={styles.tip} hidden aria-hidden="true" />
    </>
  );
}
