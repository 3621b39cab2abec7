// The domains view in the dock, of the machine and the kernel of one side. It has a core of its own.

import { useEffect, useState } from 'react';
import { type AskDomains, openDomains } from '../../engine/domains/browser.ts';
import type { MachineShape } from '../../engine/domains/domains.ts';
import { DomainsView } from '../../views/domains/DomainsView.tsx';
import { words } from '../../views/domains/words.ts';
import type { Side } from '../playback/playback.ts';
import { useSession } from '../session.ts';
import { useChoice } from '../store.ts';

type Opened = { readonly ask: AskDomains } | Error | undefined;

/** One for the page: closing the tab and opening it again finds it loaded. */
let loading: Promise<AskDomains> | undefined;

export default function DomainsTab({ side }: { readonly side: Side }) {
  const { definitions } = useSession();
  const [opened, setOpened] = useState<Opened>();
  const selected = useChoice(({ selection }) => selection.cpu);
  useEffect(() => {
    let isShown = true;
    const put = (found: Opened) => isShown && setOpened(found);
    loading ??= openDomains();
    loading.then(
      (ask) => put({ ask }),
      (error) => {
        loading = undefined;
        put(error instanceof Error ? error : new Error(String(error)));
      },
    );
    return () => {
      isShown = false;
    };
  }, []);
  if (!opened) return <p>{words.opening}</p>;
  if (opened instanceof Error) return <p role="alert">{opened.message}</p>;
  const shape = definitions[side] as unknown as MachineShape;
  return <DomainsView key={side} ask={opened.ask} shape={shape} cpu={selected ?? 0} />;
}
