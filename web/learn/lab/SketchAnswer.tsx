// A curve drawn before the simulator draws it: by pointer in the plot, or by one slider a point.

import { useRef, useState } from 'react';
import type { SketchAsk } from '../../scenario/lab/ask-schema.ts';
import type { GivenAnswer } from '../../scenario/lab/judge.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './Answers.module.css';
import lab from './Lab.module.css';
import { pointUnder, SketchPlot } from './SketchPlot.tsx';
import { unitOf } from './unit.ts';
import { words } from './words.ts';

interface Props {
  readonly ask: SketchAsk;
  readonly onSaid: (said: GivenAnswer) => void;
}

export function SketchAnswer({ ask, onSaid }: Props) {
  const { over, top } = ask;
  // The sketch begins as a flat line, which no run has; moving one point counts as drawing all.
  const [drawn, setDrawn] = useState<readonly number[]>(() => over.values.map(() => top / 2));
  const isDown = useRef(false);
  const step = top / 100;
  const set = (at: number, value: number) => {
    const next = drawn.map((each, point) => (point === at ? value : each));
    setDrawn(next);
    onSaid(next);
  };
  const draw = (event: React.PointerEvent<SVGSVGElement>) => {
    const { at, share } = pointUnder(event, over.values.length);
    set(at, Math.round(share * 100) * step);
  };
  return (
    <fieldset className={lab.field}>
      <legend>{unbroken(ask.question)}</legend>
      <SketchPlot
        ask={ask}
        curves={[{ of: 'drawn', values: drawn }]}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          isDown.current = true;
          draw(event);
        }}
        onPointerMove={(event) => isDown.current && draw(event)}
        onPointerUp={() => {
          isDown.current = false;
        }}
      />
      <div className={styles.points}>
        {over.values.map((value, at) => (
          <label key={String(value)} className={styles.slid}>
            <span>{words.at(over.label, value)}</span>
            <input
              type="range"
              min={0}
              max={top}
              step={step}
              value={drawn[at]}
              onChange={(event) => set(at, Number(event.target.value))}
            />
            <output>{words.drawn(drawn[at]!, unitOf(ask))}</output>
          </label>
        ))}
      </div>
      <p className={lab.note}>{words.sketchHint(ask.within)}</p>
    </fieldset>
  );
}
