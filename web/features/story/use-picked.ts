// What is selected on stage, as an answer to a question that asks for something there.

import { findLine } from '../../engine/fields.ts';
import { words } from '../../learn/lab/words.ts';
import type { LabQuestion } from '../../scenario/lab/ask-schema.ts';
import { formatTime } from '../../scenario/units.ts';
import { useSummaryPart } from '../../stage/session.ts';
import { useStageState } from '../../stage/store.ts';

export interface Picked {
  readonly said: string | number;
  readonly name: string;
}

/** Undefined where nothing fitting is selected. A selection speaks in the indices of machine A. */
export function usePicked(ask: LabQuestion): Picked | undefined {
  const { cpu, line } = useStageState((state) => state.selection);
  const playhead = useStageState((state) => state.playhead);
  const catalog = useSummaryPart(({ variants }) => variants.A.catalog);
  switch (ask.kind) {
    case 'cpu':
      return cpu === undefined ? undefined : { said: String(cpu), name: words.cpu(cpu) };
    case 'moment': {
      const at = Math.round(playhead);
      return at > 0 ? { said: at, name: formatTime(at) } : undefined;
    }
    case 'line': {
      if (line === undefined || !catalog) return undefined;
      const says = ask.offers.find((offer) => findLine(catalog, offer.line) === line)?.says;
      return says === undefined ? undefined : { said: says, name: says };
    }
    default:
      return undefined;
  }
}
