// The visible span in words: every row on screen with what its time went to, for screen readers and for copying.
// Its numbers change at most once a second.

import { useEffect, useState } from 'react';
import { rowOfLlc, type TimelineWindow, tileActivities } from '../../engine/slices.ts';
import { moment, percent } from '../../ui/format.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { shownShares } from './hit.ts';
import type { TimelineRow } from './rows.ts';
import type { TimelineScene } from './scene.ts';
import type { Span } from './types.ts';
import { words } from './words.ts';

/** ms between two changes. */
const calm = 1000;

interface Shown {
  readonly window: TimelineWindow | undefined;
  readonly span: Span;
}

/** What the scene shows, at most once a second. */
function useCalm(scene: TimelineScene): Shown {
  const now = () => ({ window: scene.data.window, span: scene.span });
  const [shown, setShown] = useState<Shown>(now);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = scene.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setShown({ window: scene.data.window, span: scene.span });
      }, calm);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [scene]);
  return shown;
}

export interface TimelineTableProps {
  readonly scene: TimelineScene;
  readonly rows: readonly TimelineRow[];
  readonly side: string;
}

export function TimelineTable({ scene, rows, side }: TimelineTableProps) {
  const { window, span } = useCalm(scene);
  const indices = new Map(Array.from(window?.rows ?? [], (row, index) => [row, index]));
  const known = rows.flatMap((row) => {
    const index = indices.get(row.kind === 'cpu' ? row.cpu : rowOfLlc(row.llc));
    return index === undefined || !window ? [] : [{ row, shares: shownShares(window, index) }];
  });
  return (
    <VisuallyHidden>
      <table>
        <caption>{words.table.caption(side, moment(span.from), moment(span.to))}</caption>
        <thead>
          <tr>
            <th scope="col">{words.table.row}</th>
            {tileActivities.map((activity) => (
              <th key={activity} scope="col">
                {words.activity[activity]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map(({ row, shares }) => (
            <tr key={row.kind === 'cpu' ? `cpu-${row.cpu}` : `llc-${row.llc}`}>
              <th scope="row">{row.kind === 'cpu' ? words.cpu(row.cpu) : words.llc(row.llc)}</th>
              {shares.map((share, code) => (
                <td key={tileActivities[code]}>{percent(share)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
