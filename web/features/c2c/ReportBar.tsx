// Over the c2c table: opens a report of perf c2c, says which of its lines is shown and beside which of the run, and asks
// where that is not clear.

import { useId, useState } from 'react';
import { candidatePlace, type Match } from '../../exchange/own/c2c/match.ts';
import { lineSharesOf } from '../../exchange/own/c2c/weights.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { PasteBox } from '../../ui/PasteBox.tsx';
import { SelectBox } from '../../ui/SelectBox.tsx';
import styles from './ReportBar.module.css';
import type { OwnReport } from './report.ts';
import { words } from './words.ts';

function Paste({ onText }: { readonly onText: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <details>
      <summary>{words.paste}</summary>
      <div className={styles.paste}>
        <PasteBox name={words.pasteLabel} rows={5} text={text} onText={setText} />
      </div>
      <Button disabled={text.trim() === ''} onClick={() => onText(text)}>
        {words.read}
      </Button>
    </details>
  );
}

export function ReportBar({ report }: { readonly report: OwnReport }) {
  const { opened, problem, isReading } = report;
  return (
    <section className={styles.section} aria-label={words.lead}>
      <div className={styles.row}>
        <FileButton name={words.open} onFile={(file) => void report.open(file, file.name)}>
          {opened ? words.another : words.open}
        </FileButton>
        {opened ? (
          <Button onClick={report.close}>{words.close}</Button>
        ) : (
          <>
            <Paste onText={(text) => void report.open(new Blob([text]), words.pasted)} />
            <span className={styles.lead}>{words.lead}</span>
          </>
        )}
      </div>
      <p role="status" hidden={!isReading}>
        {isReading && words.reading}
      </p>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {opened && <Lines report={report} />}
    </section>
  );
}

function Lines({ report }: { readonly report: OwnReport }) {
  const [ofReport, ofRun] = [useId(), useId()];
  const { opened, matches } = report;
  if (!opened) return null;
  const { lines, shown, notes } = opened;
  const { of, shares } = lineSharesOf(lines);
  const match = matches[shown];
  return (
    <>
      <div className={styles.row}>
        <label htmlFor={ofReport}>{words.reported}</label>
        <SelectBox
          id={ofReport}
          offers={lines.map(({ rows }, key) => ({
            key,
            label: words.row(key, shares[key], of, rows[0]?.symbol ?? ''),
          }))}
          value={shown}
          onChange={report.show}
        />
        {match && (
          <>
            <label htmlFor={ofRun}>{words.beside}</label>
            <SelectBox
              id={ofRun}
              offers={offersOf(match)}
              value={match.chosen ? candidatePlace(match.chosen) : 'none'}
              onChange={(place) => report.choose(shown, place)}
            />
          </>
        )}
      </div>
      {match && !match.chosen && <Unclear match={match} />}
      {notes.map((note) => (
        <p key={note} className={styles.lead}>
          {note}
        </p>
      ))}
    </>
  );
}

/** The first few by score, and what was chosen by hand if it is another. */
function offersOf({ candidates, chosen }: Match) {
  const places = [...candidates, ...(chosen ? [chosen] : [])];
  const offers = new Map(
    places.map((each) => [
      candidatePlace(each),
      words.candidate(`${each.structure}, line ${each.lineNumber}`, each.score),
    ]),
  );
  return [
    ...[...offers].map(([key, label]) => ({ key, label })),
    { key: 'none', label: words.none },
  ];
}

function Unclear({ match }: { readonly match: Match }) {
  const { candidates, how, notSimulated } = match;
  return (
    <p className={styles.lead}>
      {candidates.length === 0 ? words.notTouched : how === undefined && words.unclear}{' '}
      {notSimulated > 0 && words.notSimulated(notSimulated)}
    </p>
  );
}
