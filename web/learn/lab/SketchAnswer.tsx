// A curve drawn before the simulator draws it: by pointer in the plot, or by one slider a point.

import { useRef, useState } from 'react';
import type { SketchAsk } from '../../scenario/lab/ask-schema.ts';
import type { Said } from '../../scenario/lab/judge.ts';
import styles from './Answers.module.css';
import lab from './Lab.module.css';
import { placed, SketchPlot } from './SketchPlot.tsx';
import { unitOf } from './unit.ts';
import { words } from './words.ts';

interface Props {
  readonly ask: SketchAsk;
  readonly onSaid: (said: Said | undefined) => void;
}

type Drawn = readonly (number | undefined)[];

export function SketchAnswer({ ask, onSaid }: Props) {
  const { over, top } = ask;
  const [drawn, setDrawn] = useState<Drawn>(() => over.values.map(() => undefined));
  const isDown = useRef(false);
  const step = top / 100;
  const set = (at: number, value: number) => {
    const next = drawn.map((each, point) => (point === at ? value : each));
    setDrawn(next);
    const whole = next.filter((each) => each !== undefined);
    onSaid(whole.length === next.length ? whole : undefined);
  };
  const draw = (event: React.PointerEvent<SVGSVGElement>) => {
    const { at, share } = placed(event, over.values.length);
    set(at, Math.round(share * 100) * step);
  };
  return (
    <fieldset className={lab.field}>
      <legend>{ask.question}</legend>
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
              value={drawn[at] ?? top / 2}
              onChange={(event) => set(at, Number(event.target.value))}
            />
            <output>{words.drawn(drawn[at], unitOf(ask))}</output>
          </label>
        ))}
      </div>
      <p className={lab.note}>{words.sketchHint(ask.within)}</p>
    </fieldset>
  );
}
