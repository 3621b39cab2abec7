// The colours of a theme and the sizes of its letters, by the names that style sheets use.

import { useLayoutEffect, useRef, useState } from 'react';
import { heatColour } from '../../ui/cividis.ts';
import styles from './Parts.module.css';
import type { PartProps } from './part.ts';
import { colours, textSizes, words } from './words.ts';

export const ColourSamples = () =>
  colours.map(({ of, names }) => (
    <div key={of} className={styles.group}>
      <h3>{of}</h3>
      <ul className={styles.colours}>
        {names.map((name) => (
          <li key={name} data-colour={name}>
            <span className={styles.swatch} style={{ background: `var(${name})` }} />
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </div>
  ));

const steps = [0, 0.2, 0.4, 0.6, 0.8, 1] as const;

export function HeatSamples({ theme }: PartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [heat, setHeat] = useState({ from: 0, to: 1 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is what changes the style
  useLayoutEffect(() => {
    const style = getComputedStyle(ref.current!);
    const read = (name: string) => Number(style.getPropertyValue(name));
    setHeat({ from: read('--heat-from'), to: read('--heat-to') });
  }, [theme]);
  return (
    <div ref={ref} className={styles.line}>
      {steps.map((share) => (
        <figure key={share}>
          <span className={styles.swatch} style={{ background: heatColour(share, heat) }} />
          <figcaption>{words.shareOf(share)}</figcaption>
        </figure>
      ))}
    </div>
  );
}

export const TextSamples = () => (
  <div className={styles.group}>
    {textSizes.map((name) => (
      <p key={name} style={{ fontSize: `var(${name})`, lineHeight: 'var(--leading-tight)' }}>
        {words.sample} <code>{name}</code>
      </p>
    ))}
  </div>
);
