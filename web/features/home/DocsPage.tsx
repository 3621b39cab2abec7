// A document of the project, read in the page: all of them come in one chunk with the first.

import { DocText } from '../../learn/docs/DocText.tsx';
import { docs, listOfDocs } from '../../learn/docs/texts.ts';
import { docHash } from '../../scenario/place.ts';
import { words } from './docs-words.ts';
import { PageFrame } from './Frame.tsx';

interface Props {
  readonly doc: string;
  readonly isMoved: boolean;
}

export default function DocsPage({ doc, isMoved }: Props) {
  const name = doc === '' ? listOfDocs : doc;
  const found = docs.find((each) => each.name === name);
  const title = found?.title ?? words.gone(name);
  return (
    <PageFrame key={name} title={words.title(title)} path={words.path} isMoved={isMoved}>
      {found ? <DocText blocks={found.blocks} /> : <h1 tabIndex={-1}>{title}</h1>}
      {name !== listOfDocs && (
        <p>
          <a href={docHash(listOfDocs)}>{words.all}</a>
        </p>
      )}
    </PageFrame>
  );
}
