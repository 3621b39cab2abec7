// The domains view in the dock, of the machine and the kernel of one side. It has a core of its own.

import type { VariantId } from '../../stage/playback/playback.ts';
import { useSession } from '../../stage/session.ts';
import { useStageState } from '../../stage/store.ts';
import { useAsked } from '../../ui/use-asked.ts';
import { DomainsView } from '../../views/domains/DomainsView.tsx';
import { words } from '../../views/domains/words.ts';
import { domainsOn } from './domains.ts';

export default function DomainsTab({ side }: { readonly side: VariantId }) {
  const { definitions, stage } = useSession();
  const { answer: ask, problem } = useAsked(() => domainsOn(stage), [stage]);
  const selected = useStageState(({ selection }) => selection.cpu);
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  if (!ask) return <p>{words.opening}</p>;
  const definition = definitions[side];
  if (!definition) return null;
  return (
    <DomainsView key={side} ask={ask} shape={definition} numa={definition} cpu={selected ?? 0} />
  );
}
