// The scheduling domains of the selected CPU on one machine, on request: the button that asks for them, the
// levels in words, and what the picture draws. A chunk of its own, loaded once a CPU is selected.

import { useEffect } from 'react';
import { cpusOfList } from '../../engine/cpu-list.ts';
import type { Domain } from '../../engine/domains/words.ts';
import type { CpuPartProps } from '../../stage/feature.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { type Session, useSession } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';
import { type Asked, useAsked } from '../../ui/use-asked.ts';
import type { CpuDomains } from '../../views/topology/index.ts';
import { domainsOn } from './domains.ts';
import styles from './MachineDomains.module.css';
import { machineDomains as words } from './machine-domains-words.ts';

interface Found {
  readonly cpu: number;
  readonly domains: readonly Domain[];
}

/** As the picture wants them: numbers of CPUs instead of lists in words. */
const drawn = ({ cpu, domains }: Found): CpuDomains => ({
  cpu,
  levels: domains.map(({ name, span, groups }) => ({
    name,
    cpus: cpusOfList(span),
    groups: groups.map((group) => cpusOfList(group.span)),
  })),
});

/** The domains of `cpu` as the kernel of a machine builds them; undefined until they are asked for. */
const useDomains = (
  { stage, definitions }: Session,
  side: VariantId,
  cpu: number | undefined,
): Asked<Found> => {
  const shape = definitions[side];
  return useAsked(
    () =>
      shape && cpu !== undefined
        ? domainsOn(stage).then((ask) => ({ cpu, domains: ask(shape, cpu).domains }))
        : undefined,
    [stage, shape, cpu],
    { keepsLast: true },
  );
};

export default function MachineDomains({ side, cpu, onDomains }: CpuPartProps) {
  const session = useSession();
  const asked = useStageState((state) => state.domains);
  const { answer: found, problem } = useDomains(session, side, asked ? cpu : undefined);
  useEffect(() => {
    onDomains(found && drawn(found));
  }, [found, onDomains]);
  useEffect(() => () => onDomains(undefined), [onDomains]);
  return (
    <>
      <Button
        className={styles.ask}
        aria-pressed={asked}
        title={words.hint}
        onClick={() => choose({ domains: !asked })}
      >
        {words.button(cpu)}
      </Button>
      <div className={styles.told} role="status">
        {asked && problem !== undefined && <p>{problem}</p>}
        {asked && found && <Told found={found} />}
      </div>
    </>
  );
}

function Told({ found }: { readonly found: Found }) {
  const { cpu, domains } = found;
  if (domains.length === 0) return <p>{words.none(cpu)}</p>;
  return (
    <ul className={styles.levels} aria-label={words.list(cpu)}>
      {domains.map(({ name, span, span_weight, groups }) => (
        <li key={`${name} ${span}`} title={words.span(span)}>
          <span className={styles.name}>{name}</span> {words.level(span_weight, groups.length)}
        </li>
      ))}
    </ul>
  );
}
