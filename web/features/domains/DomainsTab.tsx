// The domains view in the dock, of the machine and the kernel of one side. It has a core of its own.

import { useEffect, useState } from 'react';
import type { AskDomains } from '../../engine/domains/browser.ts';
import type { Side } from '../../stage/playback/playback.ts';
import { useSession } from '../../stage/session.ts';
import { useChoice } from '../../stage/store.ts';
import { DomainsView } from '../../views/domains/DomainsView.tsx';
import { words } from '../../views/domains/words.ts';
import { domainsOpened } from './domains.ts';

type Opened = { readonly ask: AskDomains } | Error | undefined;

export default function DomainsTab({ side }: { readonly side: Side }) {
  const { definitions } = useSession();
  const [opened, setOpened] = useState<Opened>();
  const selected = useChoice(({ selection }) => selection.cpu);
  useEffect(() => {
    let isShown = true;
    const put = (found: Opened) => isShown && setOpened(found);
    domainsOpened().then((ask) => put({ ask }), put);
    return () => {
      isShown = false;
    };
  }, []);
  if (!opened) return <p>{words.opening}</p>;
  if (opened instanceof Error) return <p role="alert">{opened.message}</p>;
  const definition = definitions[side];
  if (!definition) return null;
  return (
    <DomainsView
      key={side}
      ask={opened.ask}
      shape={definition}
      numa={definition}
      cpu={selected ?? 0}
    />
  );
}
