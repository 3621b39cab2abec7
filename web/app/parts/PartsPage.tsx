// All parts that the page is built of, each in all themes side by side: for who looks for one before drawing another.

import { useState } from 'react';
import { PageFrame } from '../../features/home/Frame.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { type Theme, themes } from '../../ui/theme.ts';
import styles from './Parts.module.css';
import type { Part } from './part.ts';
import { parts } from './parts.ts';
import { words } from './words.ts';

const choices = ['all', ...themes] as const;
type Shown = (typeof choices)[number];

export default function PartsPage({ isMoved }: { readonly isMoved: boolean }) {
  const [shown, setShown] = useState<Shown>('all');
  return (
    <PageFrame title={words.title} path={words.path} isMoved={isMoved}>
      <h1 tabIndex={-1} className={styles.heading}>
        {words.heading}
      </h1>
      <p>{words.what}</p>
      <Segments
        name={words.shows}
        values={choices}
        value={shown}
        label={(each) => (each === 'all' ? words.all : words.themes[each])}
        onChange={setShown}
      />
      {parts.map((part) => (
        <PartRow key={part.name} part={part} among={shown === 'all' ? themes : [shown]} />
      ))}
    </PageFrame>
  );
}

interface RowProps {
  readonly part: Part;
  readonly among: readonly Theme[];
}

function PartRow({ part, among }: RowProps) {
  const { name, use, files, view: View } = part;
  return (
    <section className={styles.part} aria-label={name}>
      <h2>{name}</h2>
      <p>
        {use} <code>{files.join(' ')}</code>
      </p>
      <div className={styles.themes}>
        {among.map((theme) => (
          <section
            key={theme}
            className={styles.theme}
            data-theme={theme}
            aria-label={words.inTheme(name, words.themes[theme])}
          >
            <View theme={theme} />
          </section>
        ))}
      </div>
    </section>
  );
}
