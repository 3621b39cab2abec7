// The choice itself; undefined, as suits the machine, is one of its offers.

import { trafficForms } from '../../scenario/colouring.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { SelectBox } from '../../ui/SelectBox.tsx';
import { words } from './words.ts';

const suits = 'suits';
const keys = [suits, ...trafficForms] as const;

export default function TrafficSelect() {
  const traffic = useStageState((state) => state.traffic);
  return (
    <SelectBox
      aria-label={words.traffic}
      title={words.hint}
      offers={keys.map((key) => ({ key, label: words.form[key] }))}
      value={traffic ?? suits}
      onChange={(key) => choose({ traffic: key === suits ? undefined : key })}
    />
  );
}
